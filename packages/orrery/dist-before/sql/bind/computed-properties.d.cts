import type { Query } from "../syntax/ast.cjs";
import type { ComputedExpression } from "./bind-context.cjs";
export interface ComputedProperty {
    readonly name: string;
    /** The definition, `SELECT VALUE … FROM c`. */
    readonly query: Query;
}
export declare function computedExpressions(properties: readonly ComputedProperty[]): ReadonlyMap<string, ComputedExpression>;
export declare function computedExpression(query: Query): ComputedExpression | undefined;
/** Why the service takes no such definition of a computed property; undefined: it does. */
export declare function definitionFault(query: Query): string | undefined;
