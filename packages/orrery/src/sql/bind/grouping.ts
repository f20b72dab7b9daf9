/**
 * The SELECT of an aggregate query, seen from its expressions: which of them are group keys, and which aggregates
 * they ask for. Keys and aggregate results live in slots, so that the rest of an expression is compiled as usual.
 */
import type { Accumulator } from "../functions/aggregates/aggregates.ts";
import type { Expression } from "../syntax/ast.ts";
import type { CompileContext, Evaluate } from "./environment.ts";
import type { Scope } from "./scope.ts";

export interface AggregateCall {
  readonly create: () => Accumulator;
  readonly argument: Evaluate;
  /** Where the result goes. */
  readonly slot: number;
}

export interface GroupKey {
  readonly evaluate: Evaluate;
  readonly slot: number;
}

export class Grouping {
  /** The scope of the rows, in which the arguments of aggregates are compiled. */
  readonly rowScope: Scope;
  readonly keys: GroupKey[] = [];
  readonly aggregates: AggregateCall[] = [];
  readonly #context: CompileContext;
  readonly #slotsByKey = new Map<string, number>();

  constructor(rowScope: Scope, context: CompileContext) {
    this.rowScope = rowScope;
    this.#context = context;
  }

  addKey(expression: Expression, evaluate: Evaluate): void {
    const slot = this.#context.newSlot();
    this.keys.push({ evaluate, slot });
    this.#slotsByKey.set(expressionKey(expression), slot);
  }

  keyFor(expression: Expression): number | undefined {
    return this.#slotsByKey.size === 0 ? undefined : this.#slotsByKey.get(expressionKey(expression));
  }

  /** Returns the slot of the result. */
  addAggregate(create: () => Accumulator, argument: Evaluate): number {
    const slot = this.#context.newSlot();
    this.aggregates.push({ create, argument, slot });
    return slot;
  }
}

/** The same text for expressions that mean the same, wherever and however they are written. */
export function expressionKey(expression: Expression): string {
  return JSON.stringify(expression, (name, value) =>
    name === "at" || name === "dotted" ? undefined : value === undefined ? null : value,
  );
}
