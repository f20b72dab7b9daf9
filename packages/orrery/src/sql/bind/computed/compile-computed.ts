/** Computes a computed property of an item outside of any query, for the entries that an index has of it. */
import type { JsonObject, Value } from "@orrerydb/exact-json";
import type { FunctionContext } from "../../functions/builtin-function.ts";
import type { Query } from "../../syntax/ast.ts";
import { cachedQuery } from "../../syntax/cached-query.ts";
import { BindContext } from "../bind-context.ts";
import { BIND_STEPS } from "../bind-query.ts";
import { type Evaluate, ITEM_SLOT } from "../environment.ts";
import { bindComputed } from "./bind-computed.ts";
import { computedExpression, definitionFault } from "./computed-properties.ts";

/** What can be indexed asks for none of these. */
const NO_CONTEXT: FunctionContext = {
  nowMs: () => 0,
  boundAtMs: 0,
  random: () => 0,
  geospatialType: "Geography",
  fullTextLanguage: "en-US",
};

/** Requires a definition in which `computedFault` finds no fault. Computing a value never fails. */
export function compileComputed(text: string): (document: JsonObject) => Value {
  const { context, evaluate } = bindDefinition(cachedQuery(text));
  const environment = context.newEnvironment();
  return (document) => {
    environment[ITEM_SLOT] = document;
    const value = evaluate(environment);
    environment[ITEM_SLOT] = undefined;
    return value;
  };
}

/** Why a definition is not accepted; undefined: it is. What a query with the same expression is told is thrown. */
export function computedFault(text: string): string | undefined {
  const query = cachedQuery(text);
  const fault = definitionFault(query);
  if (fault === undefined) bindDefinition(query);
  return fault;
}

const NAME = "value";

function bindDefinition(query: Query): { readonly context: BindContext; readonly evaluate: Evaluate } {
  const context = new BindContext(
    {
      parameters: new Map(),
      computed: new Map([[NAME, computedExpression(query)!]]),
      functions: NO_CONTEXT,
      vectorEmbeddings: [],
    },
    BIND_STEPS,
  );
  return { context, evaluate: bindComputed(NAME, context)! };
}
