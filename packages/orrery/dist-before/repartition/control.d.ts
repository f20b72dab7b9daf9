import { type ContainerPlace } from "./account.js";
/** What a cut-over needs of the endpoint, so that writers need not stop. */
export interface SwitchControl {
    /** Lets writers wait, for so long at most. */
    hold(forMs: number): Promise<string>;
    release(hold: string): Promise<void>;
    /** The live container and the other exchange their names. */
    exchange(other: string, hold: string): Promise<void>;
}
export declare class ControlApi implements SwitchControl {
    #private;
    private constructor();
    /** Undefined where the endpoint is not Orrery's. */
    static at(place: ContainerPlace): Promise<ControlApi | undefined>;
    hold(forMs: number): Promise<string>;
    release(hold: string): Promise<void>;
    exchange(other: string, hold: string): Promise<void>;
    /** Where what is recorded from now on begins. */
    startRecording(): Promise<number>;
    takeRecording(from: number): Promise<{
        readonly operations: readonly unknown[];
        readonly next: number;
    }>;
    stopRecording(): Promise<void>;
}
