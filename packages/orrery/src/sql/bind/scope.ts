/**
 * Which names a place in the query can see, and what each stands for.
 *
 * A binding knows its slot and, where its value is always found at one place of the item, that place: the planner
 * turns such references into index paths. A scope inside an aggregate query's SELECT is `grouped`: rows are gone
 * there, so that its own aliases can only be used through group keys and aggregates.
 */

import type { PathStep, Span } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";

/** From the item downwards; null is each element of an array, as `x IN c.items` walks it. */
export type DocumentPath = readonly (PathStep | null)[];

export interface Binding {
  readonly slot: number;
  readonly path?: DocumentPath;
  /** Where each of its values was copied from, for the alias of a subquery that selects nothing but such a place. */
  readonly origin?: DocumentPath;
}

export class Scope {
  readonly parent: Scope | undefined;
  /** Whether a FROM in this scope may still name the container. */
  readonly container: boolean;
  readonly #names = new Map<string, Binding>();
  readonly #hidden = new Set<string>();

  constructor(parent: Scope | undefined, container = false) {
    this.parent = parent;
    this.container = container;
  }

  declare(name: string, binding: Binding, at: Span): void {
    if (this.#names.has(name)) {
      throw new QueryError(
        "SC2011",
        `The input alias '${name}' is specified more than once in the FROM clause.`,
        at,
      );
    }
    this.#names.set(name, binding);
  }

  lookup(name: string): Binding | undefined {
    return this.#names.get(name) ?? this.parent?.lookup(name);
  }

  /** The scope that follows grouping: the same names, which no longer stand for a value. */
  grouped(): Scope {
    const scope = new Scope(this.parent);
    for (const name of this.#names.keys()) scope.#hidden.add(name);
    return scope;
  }

  isHidden(name: string): boolean {
    return this.#hidden.has(name) || (!this.#names.has(name) && (this.parent?.isHidden(name) ?? false));
  }
}
