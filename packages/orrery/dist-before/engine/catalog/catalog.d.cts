/**
 * The catalogue: databases, containers, users, permissions, scripts, keys and offers, all in memory and on the
 * store. It knows the tree (each resource has a parent, ids are unique among siblings of a kind) and nothing of
 * what the resources mean. Changes take turns and are durable before anybody sees them.
 *
 * Where several processes share the store each has a copy, which may be old: `refresh` makes it new.
 */
import type { CatalogStore, RemovedContainer } from "../../store/catalog-store.cjs";
import type { NamedSpaces } from "../../store/first-lsn.cjs";
import type { Json, JsonObject } from "../../value/json.cjs";
import { type Ownership } from "../ground/ownership.cjs";
export type ResourceKind = "database" | "container" | "user" | "permission" | "storedProcedure" | "trigger" | "userDefinedFunction" | "clientEncryptionKey" | "offer";
/** Kinds that are nothing but a checked body: the tree handles them whole. */
export type PlainKind = "user" | "permission" | "storedProcedure" | "trigger" | "userDefinedFunction" | "clientEncryptionKey";
export interface Resource {
    readonly kind: ResourceKind;
    readonly rid: string;
    /** Empty for databases and offers. */
    readonly parentRid: string;
    readonly id: string;
    /** As it is answered, system properties included. */
    readonly body: JsonObject;
    /** What the server keeps beside it and never shows. */
    readonly state?: Json;
}
/** A change to the catalogue, applied whole or not at all. */
export interface CatalogChange {
    readonly put?: readonly Resource[];
    /** With everything below them. */
    readonly remove?: readonly Resource[];
    /** Key spaces that nobody needs any more: emptied in the background, also after a crash. */
    readonly dropSpaces?: readonly number[];
    /** Spaces that were taken provisionally and are needed for good. */
    readonly adoptSpaces?: readonly number[];
    /** Containers that are removed: their spaces are emptied in the background too. */
    readonly removeContainers?: readonly RemovedContainer[];
    readonly beginContainer?: NamedSpaces;
    /** Names that are used by other containers from now on: later ones of these names begin above what is reached. */
    readonly reusedNames?: readonly NamedSpaces[];
    /** Runs when the change is committed. What it waits for is over before the spaces are emptied. */
    readonly whenApplied?: () => Promise<void> | void;
}
interface SpaceEvents {
    /** Nobody uses the space any more; it is going to be emptied. */
    unused(space: number): void;
    /** Spaces could not be emptied; `emptyDroppedSpaces` tries again. */
    emptyingFailed(error: unknown): void;
}
export declare class Catalog {
    #private;
    private constructor();
    static open(store: CatalogStore, ownership: Ownership, events: SpaceEvents): Promise<Catalog>;
    /** Grows with every change, where several processes share the store: that of this copy. */
    get version(): number;
    /** What other processes have changed is seen from now on. */
    refresh(): Promise<void>;
    /** Runs work while nothing is changed here. */
    whileUnchanged<T>(work: () => Promise<T> | T): Promise<T>;
    /** Finds spaces that are to be emptied, but for those of processes that are there: these see to it themselves. */
    findDropped(whoIsThere: () => Promise<(mark: string) => boolean>): Promise<void>;
    /** In order of creation. */
    list(kind: ResourceKind, parentRid?: string): Resource[];
    find(kind: ResourceKind, parentRid: string, id: string): Resource | undefined;
    byRid(kind: ResourceKind, rid: string): Resource | undefined;
    /** Of whichever kind. */
    ofRid(rid: string): Resource | undefined;
    /**
     * Applies what `decide` returns. It sees the catalogue as it is when its turn comes, and may throw to change
     * nothing. A resource that is put again by rid is replaced in its place.
     */
    change<T>(decide: () => {
        change: CatalogChange;
        result: T;
    } | Promise<{
        change: CatalogChange;
        result: T;
    }>): Promise<T>;
    /** Key spaces that were never used. A number that a crash leaves unused is skipped for ever. */
    takeSpaces(count: number): Promise<readonly number[]>;
    /** Spaces that the next start empties, unless a change adopts or drops them before. */
    takeProvisionalSpaces(count: number): Promise<readonly number[]>;
    /** Resolves when dropped spaces are empty. */
    settled(): Promise<void>;
    /** Begins, in the background, with what was dropped before and is not empty yet: at a start, or because it failed. */
    emptyDroppedSpaces(): void;
}
export {};
