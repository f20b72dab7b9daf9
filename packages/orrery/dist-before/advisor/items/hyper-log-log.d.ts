/** Two standard errors, as a part of the count. */
export declare const HLL_ERROR: number;
export declare class HyperLogLog {
    #private;
    add(text: string): void;
    count(): number;
}
