/** Work that must not overlap: each piece begins when the one before it has ended, well or badly. */
export declare class Turns {
    #private;
    run<T>(work: () => Promise<T>): Promise<T>;
}
