import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { Sandbox, type SandboxOptions } from "./sandbox.js";
import { ScriptError } from "./script-error.js";
export declare class Realm {
    #private;
    readonly context: QuickJSContext;
    readonly sandbox: Sandbox;
    private constructor();
    /** The guest source is one of `guest-source.ts`. */
    static create(guestSource: string, options: SandboxOptions): Promise<Realm>;
    /**
     * Begins a use: what the guest code makes of its configuration. Its steps, which depend on the digits of the seed and
     * on whether the realm is new, are not the script's: the count begins after it.
     */
    open(config: object): QuickJSHandle;
    /** The value of an expression; like all handles, valid until the realm is rewound. */
    evaluate(source: string, fileName: string, steps?: number): QuickJSHandle;
    /** A script's text is one function expression; a semicolon after it is forgiven. */
    compile(body: string, fileName: string, steps?: number): QuickJSHandle;
    property(object: QuickJSHandle, name: string): QuickJSHandle;
    string(text: string): QuickJSHandle;
    call(target: QuickJSHandle, args: QuickJSHandle[], steps?: number): QuickJSHandle;
    /** The same for callers that have entered the sandbox already. */
    callInside(target: QuickJSHandle, args: QuickJSHandle[]): QuickJSHandle;
    /** Runs what settled promises left to do. */
    runJobs(): void;
    /** The text behind a handle, which is measured before a byte of it is copied out. */
    text(handle: QuickJSHandle, charactersMax: number): string;
}
/** The script reached into the API's own code; whatever it wanted, it is over. */
export declare function tampered(): ScriptError;
