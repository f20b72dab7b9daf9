/**
 * The SELECT of an aggregate query, seen from its expressions: which of them are group keys, and which aggregates
 * they ask for. Keys and aggregate results live in slots, so that the rest of an expression is bound as usual.
 */
import type { AggregateFunction } from "../functions/aggregates/aggregates.ts";
import type { Call, Expression } from "../syntax/ast.ts";
import { ExpressionIds } from "../syntax/expression-ids.ts";
import type { AggregateCall, BoundGrouping, GroupKey } from "./bound-query.ts";
import type { EvaluateExact } from "./environment.ts";
import { type BoundExpression, exactOf } from "./expressions/bound-expression.ts";
import type { Scope } from "./scope.ts";

export class Grouping implements BoundGrouping {
  /** The scope of the rows, in which the arguments of aggregates are bound. */
  readonly rowScope: Scope;
  readonly keys: GroupKey[] = [];
  readonly aggregates: AggregateCall[] = [];
  readonly #newSlot: () => number;
  readonly #ids = new ExpressionIds();
  /** By the number of the key's expression. */
  readonly #slotsByKey = new Map<number, number>();

  constructor(rowScope: Scope, newSlot: () => number) {
    this.rowScope = rowScope;
    this.#newSlot = newSlot;
  }

  addKey(expression: Expression, evaluate: EvaluateExact): void {
    const slot = this.#newSlot();
    this.keys.push({ evaluate, slot });
    this.#slotsByKey.set(this.#ids.idOf(expression), slot);
  }

  keyFor(expression: Expression): number | undefined {
    return this.#slotsByKey.size === 0 ? undefined : this.#slotsByKey.get(this.#ids.idOf(expression));
  }

  /** Returns the slot of the result. */
  addAggregate(call: Call, { create, keepsDigits }: AggregateFunction, argument: BoundExpression): number {
    const slot = this.#newSlot();
    const evaluate = keepsDigits ? exactOf(argument) : argument.evaluate;
    this.aggregates.push({ call, create, keepsDigits, argument: evaluate, slot });
    return slot;
  }
}
