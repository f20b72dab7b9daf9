/** Reads a property that a container computes: an expression over the item, whatever the item holds. */
import { inexact, type Value } from "@orrerydb/exact-json";
import { compileMember } from "../../functions/values/operators.ts";
import { QueryError } from "../../syntax/query-error.ts";
import { type BindContext, bindPart } from "../bind-context.ts";
import { type Evaluate, ITEM_SLOT } from "../environment.ts";
import { isIndexedItem } from "../indexed-item.ts";
import { Scope } from "../scope.ts";

/** Undefined where the container does not compute the property. */
export function bindComputed(name: string, context: BindContext): Evaluate | undefined {
  const computed = context.options.computed.get(name);
  if (computed === undefined) return undefined;
  const scope = new Scope(undefined);
  scope.declare(computed.alias, { slot: ITEM_SLOT }, computed.expression.at);
  const { evaluate } = bindPart(computed.expression, { context, scope });
  const compute = withoutFailures(evaluate);
  const read = compileMember(name);
  return (environment) => {
    const item = inexact(environment[ITEM_SLOT]);
    return isIndexedItem(item) ? read(item) : compute(environment);
  };
}

/** What an index holds is computed when the item is written, which must not fail; and no index has a place for NaN. */
function withoutFailures(evaluate: Evaluate): Evaluate {
  return (environment): Value => {
    try {
      const value = evaluate(environment);
      return Number.isNaN(value) ? undefined : value;
    } catch (error) {
      if (error instanceof QueryError) return undefined;
      throw error;
    }
  };
}

/** Reads a property of the item, by its names from the item downwards. */
export function bindProperty([first, ...rest]: readonly string[], context: BindContext): Evaluate {
  const readFirst = compileMember(first!);
  const start =
    bindComputed(first!, context) ?? ((environment) => readFirst(inexact(environment[ITEM_SLOT])));
  const steps = rest.map(compileMember);
  return (environment) => {
    let value = start(environment);
    for (const step of steps) value = step(value);
    return value;
  };
}
