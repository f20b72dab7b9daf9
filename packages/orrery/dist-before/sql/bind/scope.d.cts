/**
 * Which names a place in the query can see, and what each stands for.
 *
 * A binding knows its slot and, where its value is always found at one place of the item, that place: the planner
 * turns such references into index paths. A scope inside an aggregate query's SELECT is `grouped`: rows are gone
 * there, so that its own aliases can only be used through group keys and aggregates.
 */
import type { PathStep, Span } from "../syntax/ast.cjs";
/** From the item downwards; null is each element of an array, as `x IN c.items` walks it. */
export type DocumentPath = readonly (PathStep | null)[];
export interface Binding {
    readonly slot: number;
    readonly path?: DocumentPath;
    /** Where each of its values was copied from, for the alias of a subquery that selects nothing but such a place. */
    readonly origin?: DocumentPath;
}
export declare class Scope {
    #private;
    readonly parent: Scope | undefined;
    /** Whether a FROM in this scope may still name the container. */
    readonly container: boolean;
    constructor(parent: Scope | undefined, container?: boolean);
    declare(name: string, binding: Binding, at: Span): void;
    lookup(name: string): Binding | undefined;
    /** The scope that follows grouping: the same names, which no longer stand for a value. */
    grouped(): Scope;
    isHidden(name: string): boolean;
}
