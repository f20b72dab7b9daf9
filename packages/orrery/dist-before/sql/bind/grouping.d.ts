/**
 * The SELECT of an aggregate query, seen from its expressions: which of them are group keys, and which aggregates
 * they ask for. Keys and aggregate results live in slots, so that the rest of an expression is bound as usual.
 */
import type { AggregateFunction } from "../functions/aggregates/aggregates.js";
import type { Call, Expression } from "../syntax/ast.js";
import type { AggregateCall, BoundGrouping, GroupKey } from "./bound-query.js";
import type { Evaluate } from "./environment.js";
import type { Scope } from "./scope.js";
export declare class Grouping implements BoundGrouping {
    #private;
    /** The scope of the rows, in which the arguments of aggregates are bound. */
    readonly rowScope: Scope;
    readonly keys: GroupKey[];
    readonly aggregates: AggregateCall[];
    constructor(rowScope: Scope, newSlot: () => number);
    addKey(expression: Expression, evaluate: Evaluate): void;
    keyFor(expression: Expression): number | undefined;
    /** Returns the slot of the result. */
    addAggregate(call: Call, create: AggregateFunction["create"], argument: Evaluate): number;
}
/** The same text for expressions that mean the same, wherever and however they are written. */
export declare function expressionKey(expression: Expression): string;
