/**
 * The functions of this folder run inside the sandbox: their text is taken at start-up and compiled there
 * (`guest-source.ts`). So each is complete in itself: it uses its parameters and the language, no import, no value
 * of its module. They make the API comfortable, not safe: a script may break anything they rely on, and what they
 * return is checked outside.
 */
interface KitConfig {
    readonly errorCharactersMax: number;
    readonly bodyCharactersMax: number;
    readonly noText: string;
}
/**
 * Four words of 32 bits as 32 hexadecimal digits. A text of another length would move all that lies behind it in the
 * sandbox, and with it the steps that the interpreter's hash tables and allocator take.
 */
export type Seed = string;
/** The time and the chance that a use of a realm begins with. */
export interface UseStart {
    /** What `Date` says at the beginning, in milliseconds; from there it goes as fast as the real time. */
    readonly startMs: number;
    readonly seed: Seed;
}
export interface GuestKit {
    /** Sets `Date` and `Math.random`: the interpreter's own chance would repeat itself in every use of a realm. */
    begin(start: UseStart): void;
    /** An error with a status, as `new Error(number, message)` makes it. */
    failure(number: number, message: string): Error;
    /** An error that, uncaught, ends the script with the code `limit`. */
    overLimit(message: string): Error;
    /** JSON text of a `GuestError` (`guest-error.ts`). */
    describe(thrown: unknown): string;
    /** JSON text of a value that leaves the sandbox, or undefined where JSON has none. */
    write(value: unknown, what: string): string | undefined;
}
export declare function createGuestKit(config: KitConfig): GuestKit;
export {};
