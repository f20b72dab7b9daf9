import type { Expression } from "../syntax/ast.js";
import type { DocumentPath, Scope } from "./scope.js";
export interface IndexPath {
    /** Canonical. */
    readonly path: string;
    /** Goes through array elements: an item may have many entries, or be found by another element than meant. */
    readonly isMany: boolean;
}
export declare function indexPathOf(expression: Expression, scope: Scope): IndexPath | undefined;
/** Where a filter finds the entries of an expression's values. */
export declare function entryPathOf(expression: Expression, scope: Scope): IndexPath | undefined;
export declare function toIndexPath(steps: DocumentPath): IndexPath;
export declare function documentPathOf(expression: Expression, scope: Scope): DocumentPath | undefined;
/** The place that the value of an expression stands at, or was copied from by a subquery of FROM. */
export declare function originOf(expression: Expression, scope: Scope): DocumentPath | undefined;
