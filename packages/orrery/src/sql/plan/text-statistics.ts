/**
 * Whether a query asks for nothing but what full-text indexes know of all items: how many there are, how long their
 * texts are together, and in how many of them a term occurs. Clients ask so before they rank.
 */
import type { FullTextIndex } from "../../value/rows/index-identity.ts";
import { type BindContext, bindPart } from "../bind/bind-context.ts";
import type { AggregateCall, BoundQuery } from "../bind/bound-query.ts";
import type { Call, Expression } from "../syntax/ast.ts";
import type { IndexingView } from "./predicates/indexing-view.ts";
import { fullTextIndexOf, type TextPredicate, textPredicate } from "./predicates/text-predicate.ts";

/** What one aggregate counts. */
export type TextFigure =
  | { readonly kind: "items" }
  | { readonly kind: "words"; readonly index: FullTextIndex }
  | { readonly kind: "hits"; readonly predicate: TextPredicate }
  | { readonly kind: "nothing" };

interface StatisticsContext {
  readonly context: BindContext;
  readonly indexing: IndexingView;
}

/** One for each aggregate of the query, in their order; undefined: it asks for something else. */
export function textFigures(
  { query, grouping, steps, input, hasFrom, scope, distinct, offset, limit }: BoundQuery,
  { context, indexing }: StatisticsContext,
): readonly TextFigure[] | undefined {
  const isOfAll = hasFrom && input === undefined && steps.length === 0 && query.where === undefined;
  const isOneRow = !distinct && offset === 0 && limit === Number.POSITIVE_INFINITY && !query.orderBy;
  if (!isOfAll || !isOneRow || grouping === undefined || grouping.keys.length > 0) return undefined;
  const { functions } = context.options;
  const indexOf = (text: Expression | undefined) =>
    text && fullTextIndexOf(text, { scope, indexing, functions });
  const figureOf = ({ call }: AggregateCall): TextFigure | undefined => {
    const [argument] = call.args;
    const name = call.name.toUpperCase();
    if (name === "COUNT" && argument?.kind === "literal" && argument.value !== undefined)
      return { kind: "items" };
    if (argument?.kind !== "call" || argument.udf) return undefined;
    const index = indexOf(argument.args[0]);
    if (index === undefined) return undefined;
    if (name === "SUM" && isCallOf(argument, "_FULLTEXTWORDCOUNT")) return { kind: "words", index };
    if (name !== "COUNTIF" || !isCallOf(argument, "FULLTEXTCONTAINS") || argument.args.length !== 2)
      return undefined;
    const term = bindPart(argument.args[1]!, { context, scope }).constant;
    const predicate = term && textPredicate("FULLTEXTCONTAINS", index, [term.value]);
    return predicate === "none" ? { kind: "nothing" } : predicate && { kind: "hits", predicate };
  };
  const figures = grouping.aggregates.map(figureOf);
  const isWhole = figures.every((figure) => figure !== undefined);
  return isWhole && figures.some((figure) => figure.kind !== "items") ? figures : undefined;
}

function isCallOf(call: Call, name: string): boolean {
  return call.name.toUpperCase() === name;
}
