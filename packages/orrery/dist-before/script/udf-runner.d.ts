import type { Value } from "../value/json.js";
import type { DistantResult, FunctionThread } from "./function-thread.js";
import type { UseStart } from "./guest/guest-kit.js";
import type { Realm } from "./realm.js";
import type { RealmShelf } from "./realm-shelf.js";
export interface UdfSource {
    /** The text of a function; throws the caller's own error for an unknown name. */
    getBody(name: string): string;
}
interface UdfSurroundings {
    readonly realm: Realm;
    /** Where the realm goes afterwards. */
    readonly shelf: RealmShelf;
    readonly start: UseStart;
    /** Absent in that thread itself. */
    readonly distant?: {
        readonly thread: FunctionThread;
        readonly caller: number;
    };
}
export declare class UdfRunner {
    #private;
    constructor(source: UdfSource, { shelf, realm, start, distant }: UdfSurroundings);
    /** Throws a `ScriptError` for what the function does wrong. */
    call(name: string, args: readonly Value[]): Value;
    /** The same call in another thread, in pieces at the end of which it is under way; undefined: make it here. */
    callDistant(name: string, args: readonly Value[]): Generator<void, {
        readonly result: Promise<DistantResult>;
    }> | undefined;
    dispose(): void;
}
export {};
