import type { QuickJSContext } from "quickjs-emscripten-core";
import { ScriptError } from "./script-error.cjs";
/** The metered interpreter, compiled once; threads can be given it, and share the machine code. */
export declare function sandboxModule(): WebAssembly.Module;
export interface SandboxOptions {
    readonly module: WebAssembly.Module;
    readonly memoryPages: number;
    readonly stackBytes: number;
}
export declare class Sandbox {
    #private;
    private constructor();
    static create({ module, memoryPages, stackBytes }: SandboxOptions): Promise<Sandbox>;
    /** It was stopped in the middle of an instruction: nothing in it may be touched again. */
    get broken(): boolean;
    get enlarged(): boolean;
    get reusable(): boolean;
    newContext(): QuickJSContext;
    /** Keeps the present state, for `rewind` to come back to. */
    keepState(): void;
    /**
     * Undoes everything since `keepState`. Handles made since then are dead, and must not even be disposed of. What
     * lies past the copy is free memory to the interpreter, as it was before.
     */
    rewind(): void;
    /** Steps of all entries since `countAnew`; of one that was stopped for its steps, its allowance. */
    get stepsTaken(): number;
    countAnew(): void;
    /** Runs work inside the sandbox with an allowance of steps. Whatever stops it there is the script's failure. */
    enter<T>(steps: number, work: () => T): T;
}
export declare function tooDeep(): ScriptError;
export declare function outOfMemory(): ScriptError;
