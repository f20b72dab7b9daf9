/**
 * The spatial indexes of a policy, compiled: which shapes of an item have entries, and for which cells. `/a/*` speaks of
 * a shape at `a` and of all below it, as of `/a/b` and `/a/[]`; `/a/?` of the one at `a` alone. Of several rules for one
 * path the longest decides.
 */
import type { GeospatialType } from "../spatial/geometry.cjs";
import { ShapeCells } from "../spatial/shape-cells.cjs";
import type { IndexIdentity } from "../value/index-identity.cjs";
import type { JsonObject } from "../value/json.cjs";
/** A value's place in an index. */
export interface SpatialEntry {
    readonly index: IndexIdentity;
    readonly value: Buffer;
}
export declare class SpatialRules {
    #private;
    constructor(indexes: readonly JsonObject[], type: GeospatialType);
    /** How shapes at a canonical path are cut into cells; undefined: they have no entries. */
    cellsAt(path: string): ShapeCells | undefined;
    /** None twice. */
    entriesOf(document: JsonObject): Iterable<SpatialEntry>;
}
