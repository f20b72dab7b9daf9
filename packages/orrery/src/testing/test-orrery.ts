/**
 * An Orrery for the tests of a file: it is started and seeded once, and each test gets a fork of it, which is gone when
 * the test has ended. Which runner calls the hooks does not matter here.
 */
import type { CosmosClient, CosmosClientOptions } from "@azure/cosmos";
import { type Control, type Orrery, type OrreryOptions, startOrrery } from "../index.ts";
import { Expectations } from "./expectations.ts";

/** So many physical partitions has each container, where nothing else is said: what fans out shows. */
const PARTITIONS = 5;

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

export class TestOrrery extends Expectations {
  #base: Orrery | undefined;
  #fork: Orrery | undefined;
  #clients: CosmosClient[] = [];

  private constructor() {
    super(() => this.control);
  }

  static register(hooks: Hooks, { noFanOut = false, ...options }: TestOptions = {}): TestOrrery {
    const orrery = new TestOrrery();
    hooks.beforeAll(async () => {
      // Direct mode is not for JavaScript.
      orrery.#base = await startOrrery({ partitions: PARTITIONS, direct: false, ...options });
    });
    hooks.beforeEach(async () => {
      orrery.#fork = await orrery.#base!.fork();
    });
    hooks.afterEach(async () => {
      try {
        if (noFanOut && orrery.#fork !== undefined) await orrery.expectNoFanOut();
      } finally {
        await orrery.#endTest();
      }
    });
    hooks.afterAll(async () => {
      await orrery.#base?.stop();
    });
    return orrery;
  }

  /** The fork of the test that runs. */
  get orrery(): Orrery {
    if (this.#fork === undefined)
      throw new Error("There is a fork for each test: ask for it inside a test, or in a hook before each.");
    return this.#fork;
  }

  get control(): Control {
    return this.orrery.control;
  }

  get endpoint(): string {
    return this.orrery.endpoint;
  }

  get connectionString(): string {
    return this.orrery.connectionString;
  }

  /** A client on the fork of the test that runs; it is disposed of when the test has ended. */
  client(options?: Partial<CosmosClientOptions>): CosmosClient {
    const client = this.orrery.client(options);
    this.#clients.push(client);
    return client;
  }

  async #endTest(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.dispose();
    const fork = this.#fork;
    this.#fork = undefined;
    await fork?.stop();
  }
}
