/**
 * An Orrery for the tests of a file: it is started and seeded once, and each test gets a fork of it, which is gone when
 * the test has ended. Which runner calls the hooks does not matter here.
 */
import type { CosmosClient, CosmosClientOptions } from "@azure/cosmos";
import { type Control, type Orrery, type OrreryOptions } from "../index.js";
import { Expectations } from "./expectations.js";
type Register = (work: () => Promise<void>) => unknown;
/** As Jest and Vitest name them. */
export interface Hooks {
    readonly beforeAll: Register;
    readonly beforeEach: Register;
    readonly afterEach: Register;
    readonly afterAll: Register;
}
export interface TestOptions extends OrreryOptions {
    /** Fails each test in which a query asked more than one partition. */
    readonly noFanOut?: boolean;
}
export declare class TestOrrery extends Expectations {
    #private;
    private constructor();
    static register(hooks: Hooks, { noFanOut, ...options }?: TestOptions): TestOrrery;
    /** The fork of the test that runs. */
    get orrery(): Orrery;
    get control(): Control;
    get endpoint(): string;
    get connectionString(): string;
    /** A client on the fork of the test that runs; it is disposed of when the test has ended. */
    client(options?: Partial<CosmosClientOptions>): CosmosClient;
}
export {};
