/**
 * Where this process has put items of late: changes of these are written without asking the target first. It may be
 * wrong, when another process went on meanwhile; so whatever it says is used on the condition of the ETag.
 */
import type { KeyComponents } from "./item-identity.js";
export interface KnownPlace {
    readonly key: KeyComponents;
    readonly etag: string;
}
/** Of items; some 300 bytes each. */
export declare const KNOWN_PLACES_MAX = 100000;
export declare class KnownPlaces {
    #private;
    constructor(max?: number);
    get(identity: string): KnownPlace | undefined;
    set(identity: string, place: KnownPlace): void;
    forget(identity: string): void;
    clear(): void;
}
