/** What the binding of one query shares: its options, and the slots given out so far. */
import type { Value } from "../../value/json.js";
import type { FunctionContext } from "../functions/builtin-function.js";
import type { Expression, Query } from "../syntax/ast.js";
import type { BoundExpression } from "./bound-expression.js";
import type { BoundQuery } from "./bound-query.js";
import { type Environment } from "./environment.js";
import type { Grouping } from "./grouping.js";
import type { Scope } from "./scope.js";
import type { VectorEmbedding } from "./vector-metric.js";
/** User-defined functions, called synchronously: the caller has loaded and compiled them before the query runs. */
export interface UdfHost {
    call(name: string, args: readonly Value[]): Value;
    /**
     * The same call, made elsewhere because it takes long: its arguments are printed in pieces, at the end of which it is
     * under way. Undefined: it does not take long. Absent: none is made elsewhere.
     */
    callDistant?(name: string, args: readonly Value[]): Generator<void, DistantCall> | undefined;
}
export interface DistantCall {
    readonly result: Promise<{
        /** JSON text; undefined as it is. */
        readonly json: string | undefined;
        /** How long it took there. */
        readonly usedMs: number;
    }>;
}
export interface BindOptions {
    readonly parameters: ReadonlyMap<string, Value>;
    /** Whether the query is only planned, so that parameters may still be without a value. */
    readonly planOnly?: boolean;
    /** Whether the results of several partitions are put together, which not every expression allows. */
    readonly isMerged?: boolean;
    /** Computed properties by name; each is an expression over the item, whose alias is `alias`. */
    readonly computed: ReadonlyMap<string, ComputedExpression>;
    readonly functions: FunctionContext;
    readonly vectorEmbeddings: readonly VectorEmbedding[];
    readonly udf?: UdfHost;
    /** Fails a query that has taken too long; absent where nothing is run. */
    readonly checkTime?: () => void;
    /** Of calls that come in pieces, if they are large; absent as above. */
    readonly longCalls?: {
        /** There is one. */
        note(): void;
        run(name: string, pieces: Generator<void, Value>): Value;
    };
    /** Counts steps of functions on large values, and fails when they are too many at once; absent as above. */
    readonly spend?: (steps: number) => void;
}
export interface ComputedExpression {
    readonly alias: string;
    readonly expression: Expression;
    /** Its value follows from the item alone. */
    readonly isIndexable: boolean;
}
/** Where an expression stands. */
export interface Place {
    readonly context: BindContext;
    readonly scope: Scope;
    /** Set in the SELECT of an aggregate query: aggregates are allowed, and rows are gone. */
    readonly grouping?: Grouping;
}
/** Expressions hold queries, and queries hold expressions: each kind of node is bound through these. */
export interface BindSteps {
    expression(expression: Expression, place: Place): BoundExpression;
    query(query: Query, place: Place): BoundQuery;
}
export declare class BindContext {
    #private;
    readonly options: BindOptions;
    readonly steps: BindSteps;
    constructor(options: BindOptions, steps: BindSteps);
    newSlot(): number;
    newEnvironment(): Environment;
    /** Call before each item. */
    startItem(): void;
    /** Call for each row that a subquery walks for the item. */
    countSubqueryRow(): void;
}
/** Binds a part of a node, in the same place. */
export declare function bindPart(expression: Expression, place: Place): BoundExpression;
