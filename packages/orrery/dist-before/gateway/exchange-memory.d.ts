/** The memory that one request and its answer take, as part of what all clients make the process hold. */
import type { HeldBytes } from "../schedule/held-bytes.js";
export declare class ExchangeMemory {
    #private;
    /** `cut` ends the exchange at once. `whenOver` calls back when it is over; absent: somebody calls `end`. */
    constructor(all: HeldBytes, cut: () => void, whenOver?: (go: () => void) => void);
    /** Reads a body of at most so many bytes, if there is room for it. */
    receive(bytesMax: number, read: () => Promise<Buffer> | Buffer): Promise<Buffer> | Buffer;
    /** Before work whose answer may be large. Fails if there is no room now for one of so many bytes. */
    expect(bytesMax: number): void;
    /** Fails if there is no room for the answer of work that can be repeated; other answers are held all the same. */
    answer(bytes: number, isRepeatable: () => boolean): void;
    /** Calls back when the exchange is over. */
    whenOver(go: () => void): void;
    /** The answer was taken, or never will be. */
    end(): void;
}
