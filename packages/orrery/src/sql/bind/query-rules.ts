/**
 * What the service refuses though it reads it well: one table, looked through before anything is planned or run, so
 * that a plain request, a query plan, a script and a subquery are told the same. Each rule says where a query breaks it.
 */
import type { Value } from "@orrerydb/exact-json";
import { EDITS_MAX } from "../../value/full-text/edit-distance.ts";
import { findFunction } from "../functions/find-function.ts";
import { isFuzzy, searchTerm } from "../functions/full-text/search-term.ts";
import type { Call, Expression, Query, Source, Span } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";
import { queryLimits } from "../syntax/query-limits.ts";
import { childrenOf, someExpression } from "../syntax/walk-expression.ts";
import type { BindOptions } from "./bind-context.ts";
import { constantOf } from "./expressions/constant-of.ts";
import { isAggregateCall, isAggregateQuery, isBlocking, selectExpressions } from "./query-shape.ts";
import { isVectorDistance, MULTIPLIER_MAX } from "./vector-metric.ts";

interface QueryPlace {
  readonly query: Query;
  readonly isSubquery: boolean;
  /** It is the outermost query, and the results of several partitions are put together. */
  readonly isMerged: boolean;
  readonly parameters: ReadonlyMap<string, Value>;
  /** Of all clauses, with their parts; those inside subqueries are the subqueries' own. */
  readonly expressions: readonly Expression[];
}

interface QueryRule {
  readonly code: string;
  readonly message: string;
  /** Where the query breaks it. */
  readonly brokenAt: (place: QueryPlace) => { readonly at: Span } | undefined;
}

const QUERY_RULES: readonly QueryRule[] = [
  {
    code: "SC2203",
    message: "'TOP' is not supported in subqueries. Use it in the outer query.",
    brokenAt: ({ query, isSubquery }) => (isSubquery ? query.select.top : undefined),
  },
  {
    code: "SC2228",
    message: "'ORDER BY RANK' is not supported in subqueries. Use it in the outer query.",
    brokenAt: ({ query, isSubquery }) =>
      isSubquery && query.orderBy?.rank ? query.orderBy.items[0]!.expression : undefined,
  },
  {
    code: "SC2202",
    message: "'ORDER BY' is not supported in subqueries. Use it in the outer query.",
    brokenAt: ({ query, isSubquery }) => (isSubquery ? query.orderBy?.items[0]?.expression : undefined),
  },
  {
    code: "SC2204",
    message: "'OFFSET LIMIT' is not supported in subqueries. Use it in the outer query.",
    brokenAt: ({ query, isSubquery }) => (isSubquery ? query.offset : undefined),
  },
  {
    code: "SC2990",
    message: "A member can be indexed by a constant only. Use CHOOSE, or ARRAY_SLICE, for a computed place.",
    brokenAt: ({ expressions }) => expressions.find(isComputedMember),
  },
  {
    code: "SC2213",
    message: `The searchListSizeMultiplier of VectorDistance must be between 1 and ${MULTIPLIER_MAX}.`,
    brokenAt: ({ expressions, parameters }) =>
      expressions.find((part) => isVectorDistance(part) && hasBadMultiplier(part, parameters)),
  },
  {
    code: "SC2223",
    message: "FROM with IN is not allowed with ORDER BY RANK. Filter with ARRAY_CONTAINS or EXISTS instead.",
    brokenAt: (place) => rankedSource(place, ({ kind }) => kind === "iterate"),
  },
  {
    code: "SC2224",
    message: "JOIN is not allowed with ORDER BY RANK. Filter with ARRAY_CONTAINS or EXISTS instead.",
    brokenAt: (place) => rankedSource(place, ({ kind }) => kind === "join"),
  },
  {
    code: "SC2225",
    message: "A subquery in FROM is not allowed with ORDER BY RANK. Rank the items of the container.",
    brokenAt: (place) => rankedSource(place, isSubquerySource),
  },
  {
    code: "SC2221",
    message: "ORDER BY RANK ranks the items of a container. Name it with FROM.",
    brokenAt: ({ query }) =>
      query.orderBy?.rank && query.from === undefined ? query.orderBy.items[0]!.expression : undefined,
  },
  {
    code: "SC2221",
    message:
      "ORDER BY RANK takes one call of FullTextScore or VectorDistance, or RRF of two or more. Specifying a sort order (ASC or DESC) in the ORDER BY RANK clause is not allowed.",
    brokenAt: ({ query }) => (query.orderBy?.rank ? badRanking(query.orderBy.items) : undefined),
  },
  {
    code: "SC2221",
    message: `ORDER BY RANK fuses at most ${queryLimits.ranksMax} scores: each of them is a query, which computes all of them.`,
    brokenAt: ({ query }) =>
      query.orderBy?.rank &&
      rankedScores(query).filter(({ kind }) => kind === "call").length > queryLimits.ranksMax
        ? query.orderBy.items[0]!.expression
        : undefined,
  },
  {
    code: "SC2102",
    message: "ORDER BY RANK ranks items. Use it without GROUP BY and aggregates.",
    brokenAt: ({ query }) =>
      query.orderBy?.rank && isAggregateQuery(query) ? query.orderBy.items[0]!.expression : undefined,
  },
  {
    code: "SC2229",
    message:
      "The last argument of RRF may be an array of weights: a constant, with one number for each of the scores before it.",
    brokenAt: ({ query, parameters }) => (query.orderBy?.rank ? badWeights(query, parameters) : undefined),
  },
  {
    code: "SC2240",
    message: "FullTextScore is only allowed in ORDER BY RANK. Use FullTextContains to filter.",
    brokenAt: ({ query, expressions }) => {
      const ranked = new Set(rankedScores(query));
      return expressions.find((part) => isCallOf(part, "FULLTEXTSCORE") && !ranked.has(part));
    },
  },
  {
    code: "FuzzyTerm",
    message: `A search term is a text, or {"term": text, "distance": edits} with 0, 1 or ${EDITS_MAX} edits, as a constant. Several terms are several arguments.`,
    brokenAt: ({ expressions, parameters }) => expressions.find((part) => hasBadTerm(part, parameters)),
  },
  {
    code: "FuzzyTerm",
    message: `The search terms of a call have at most ${queryLimits.termCharactersMax} characters together.`,
    brokenAt: ({ expressions, parameters }) =>
      expressions.find((part) => termCharacters(part, parameters) > queryLimits.termCharactersMax),
  },
  {
    code: "AggregateComposition",
    // The service's words, to the letter.
    message: "Compositions of aggregates and other expressions are not allowed.",
    brokenAt: ({ query, isMerged }) =>
      isMerged && query.from ? selectExpressions(query.select.shape).find(isAggregateComposition) : undefined,
  },
  {
    code: "2206",
    message:
      "Unsupported ORDER BY clause. ORDER BY VectorDistance needs the items of a container: use it without DISTINCT and aggregates in FROM.",
    brokenAt: ({ query }) =>
      readsItems(query)
        ? undefined
        : query.orderBy?.items.map(({ expression }) => expression).find(isVectorDistance),
  },
  {
    code: "2206",
    message:
      "Unsupported ORDER BY clause. VectorDistance is an order of its own: leave out the other expressions.",
    brokenAt: ({ query }) =>
      query.orderBy && !query.orderBy.rank && query.orderBy.items.length > 1
        ? query.orderBy.items.map(({ expression }) => expression).find(isVectorDistance)
        : undefined,
  },
  {
    code: "ScoreWithDirection",
    message:
      "Specifying a sorting order (ASC or DESC) with VectorDistance function is not supported. Leave it out: the nearest come first.",
    brokenAt: ({ query }) =>
      query.orderBy?.items.find(({ expression, explicit }) => explicit && isVectorDistance(expression))
        ?.expression,
  },
];

/** Throws where a query, or one inside it, breaks a rule. In slices: a rule may look at each part of a long query. */
export function checkQueryRules(
  query: Query,
  { parameters, isMerged = false }: BindOptions,
): Generator<void, void> {
  return checkQuery(query, { parameters, isMerged, isSubquery: false });
}

/** Parts of a query whose rules are checked without a pause. */
const SLICE_PARTS = 4096;

function* checkQuery(
  query: Query,
  place: Pick<QueryPlace, "parameters" | "isMerged" | "isSubquery">,
): Generator<void, void> {
  const expressions = partsOf(query);
  const at: QueryPlace = { ...place, query, expressions };
  for (const { code, message, brokenAt } of QUERY_RULES) {
    const broken = brokenAt(at);
    if (broken !== undefined) throw new QueryError(code, message, broken.at);
    if (expressions.length > SLICE_PARTS) yield;
  }
  const inner = { ...place, isMerged: false, isSubquery: true };
  const sources = query.from ? leavesOf(query.from) : [];
  for (const { collection } of sources) {
    if (collection.kind === "subquery") yield* checkQuery(collection.query, inner);
  }
  for (const part of expressions) {
    if (part.kind !== "subquery") continue;
    yield* checkQuery(part.query, inner);
    if (expressions.length > SLICE_PARTS) yield;
  }
}

/** Of queries that are kept: most are asked again and again. */
const PARTS = new WeakMap<Query, readonly Expression[]>();

function partsOf(query: Query): readonly Expression[] {
  const known = PARTS.get(query);
  if (known !== undefined) return known;
  const parts = allParts(clausesOf(query));
  PARTS.set(query, parts);
  return parts;
}

function clausesOf({ select, from, where, groupBy, orderBy }: Query): Expression[] {
  const selected = selectExpressions(select.shape);
  const sources = (from ? leavesOf(from) : []).flatMap(({ collection }) =>
    collection.kind === "expression" ? [collection.expression] : [],
  );
  const ordered = orderBy?.items.map(({ expression }) => expression) ?? [];
  return [...selected, ...sources, ...(where ? [where] : []), ...(groupBy ?? []), ...ordered];
}

/** A list that grows while it is walked through: chains of OR are long, and deep. */
function allParts(expressions: readonly Expression[]): Expression[] {
  const parts = [...expressions];
  for (const part of parts) {
    for (const child of childrenOf(part)) parts.push(child);
  }
  return parts;
}

type LeafSource = Exclude<Source, { kind: "join" }>;

function leavesOf(source: Source): LeafSource[] {
  return source.kind === "join" ? [...leavesOf(source.left), ...leavesOf(source.right)] : [source];
}

function isComputedMember(part: Expression): boolean {
  return part.kind === "member" && someExpression(part.index, isComputed);
}

function isComputed(part: Expression): boolean {
  if (part.kind === "call") return part.udf || findFunction(part.name)?.deterministic === false;
  return part.kind === "name" || part.kind === "subquery";
}

function isAggregateComposition(expression: Expression): boolean {
  return !isAggregateCall(expression) && someExpression(expression, isAggregateCall);
}

function hasBadMultiplier({ args }: Call, parameters: ReadonlyMap<string, Value>): boolean {
  const options = args[3] && constantOf(args[3], parameters)?.value;
  if (typeof options !== "object" || options === null || Array.isArray(options)) return false;
  const { searchListSizeMultiplier: multiplier } = options as Readonly<Record<string, Value>>;
  return typeof multiplier === "number" && !(multiplier >= 1 && multiplier <= MULTIPLIER_MAX);
}

function rankedSource({ query }: QueryPlace, test: (source: Source) => boolean): Source | undefined {
  return query.orderBy?.rank && query.from && test(query.from) ? query.from : undefined;
}

/** Not so without FROM, and where a subquery has to end before the query can begin. */
function readsItems({ from }: Query): boolean {
  const first = from && leavesOf(from)[0]!.collection;
  return first !== undefined && !(first.kind === "subquery" && isBlocking(first.query));
}

function isSubquerySource(source: Source): boolean {
  return source.kind !== "join" && source.collection.kind === "subquery";
}

function isCallOf(part: Expression, name: string): part is Call {
  return part.kind === "call" && !part.udf && part.name.toUpperCase() === name;
}

function isScore(part: Expression): boolean {
  return isCallOf(part, "FULLTEXTSCORE") || isVectorDistance(part);
}

const SEARCHING = new Set([
  "FULLTEXTCONTAINS",
  "FULLTEXTCONTAINSALL",
  "FULLTEXTCONTAINSANY",
  "FULLTEXTSCORE",
]);

/** Of the terms of a full-text function, as far as they are known. */
function termCharacters(part: Expression, parameters: ReadonlyMap<string, Value>): number {
  if (part.kind !== "call" || part.udf || !SEARCHING.has(part.name.toUpperCase())) return 0;
  let characters = 0;
  for (const arg of part.args.slice(1)) {
    const value = constantOf(arg, parameters)?.value;
    for (const term of Array.isArray(value) ? value : [value]) {
      if (typeof term === "string") characters += term.length;
    }
  }
  return characters;
}

/** Whether a full-text function searches for what is no term, as far as that is known. */
function hasBadTerm(part: Expression, parameters: ReadonlyMap<string, Value>): boolean {
  if (part.kind !== "call" || part.udf || !SEARCHING.has(part.name.toUpperCase())) return false;
  // It alone takes its terms in an array as well.
  const isBadMember = isCallOf(part, "FULLTEXTSCORE") ? isBadTerm : isFuzzy;
  return part.args.slice(1).some((arg) => {
    const constant = constantOf(arg, parameters);
    if (constant === undefined) return hasComputedDistance(arg, parameters);
    return Array.isArray(constant.value) ? constant.value.some(isBadMember) : isBadTerm(constant.value);
  });
}

function hasComputedDistance(term: Expression, parameters: ReadonlyMap<string, Value>): boolean {
  return (
    term.kind === "object" &&
    term.entries.some(([name, value]) => name === "distance" && constantOf(value, parameters) === undefined)
  );
}

/** Anything else that is no text makes the result undefined, as with other functions. */
function isBadTerm(term: Value): boolean {
  return typeof term === "object" && term !== null && searchTerm(term, "") === undefined;
}

/** The scoring functions of ORDER BY RANK. */
function rankedScores({ orderBy }: Query): readonly Expression[] {
  if (!orderBy?.rank) return [];
  return orderBy.items.flatMap(({ expression }) =>
    isCallOf(expression, "RRF") ? expression.args : [expression],
  );
}

function badRanking(items: NonNullable<Query["orderBy"]>["items"]): Expression | undefined {
  const [{ expression, explicit }, second] = [items[0]!, items[1]];
  if (second !== undefined) return second.expression;
  if (explicit) return expression;
  if (!isCallOf(expression, "RRF")) return isScore(expression) ? undefined : expression;
  const last = expression.args.at(-1);
  const scores = last?.kind === "call" ? expression.args : expression.args.slice(0, -1);
  return scores.length < 2 ? expression : scores.find((score) => !isScore(score));
}

function badWeights({ orderBy }: Query, parameters: ReadonlyMap<string, Value>): Expression | undefined {
  const ranking = orderBy!.items[0]!.expression;
  const last = isCallOf(ranking, "RRF") ? ranking.args.at(-1) : undefined;
  if (last === undefined || last.kind === "call") return undefined;
  const weights = constantOf(last, parameters)?.value;
  const count = (ranking as Call).args.length - 1;
  const isRight =
    Array.isArray(weights) &&
    weights.length === count &&
    weights.every((weight) => typeof weight === "number");
  return isRight ? undefined : last;
}
