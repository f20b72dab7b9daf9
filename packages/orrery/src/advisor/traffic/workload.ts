/**
 * A declared workload: a short YAML file that says which operations there are, how often, and how unevenly.
 *
 *     operations:
 *       - do: create
 *         perSecond: 200
 *         skew: zipf 1.1 on /tenantId
 *       - do: query
 *         text: SELECT * FROM c WHERE c.tenantId = @tenantId
 *         perSecond: 40
 */

import type { Json } from "@orrerydb/exact-json";
import { parsePartitionKeyPath, valueAtSegments } from "@orrerydb/keys/hash";
import { parse } from "yaml";
import { cachedQuery } from "../../sql/language.ts";
import { QueryError } from "../../sql/query-terms.ts";
import { Failure } from "../../value/failure.ts";
import { RECORDED_KINDS, type RecordedKind, workOf } from "../../value/operations/recorded-operation.ts";
import type { ItemDraws, Skew } from "./item-draws.ts";
import type { OperationSpec } from "./operation.ts";

export const WORKLOAD_OPERATIONS_MAX = 100;
const RATE_MAX = 10_000_000;
const BATCH_ITEMS_MAX = 100;

interface DeclaredOperation {
  readonly name: string;
  readonly kind: RecordedKind;
  readonly perSecond: number;
  readonly growth: number;
  readonly skew: Skew;
  readonly text: string | undefined;
  /** By the name of the parameter: a path of the item that the query is about, or a constant. */
  readonly parameters: readonly (readonly [
    string,
    { readonly segments: readonly string[] } | { readonly value: Json },
  ])[];
  readonly by: readonly string[] | undefined;
  readonly items: number;
}

const KNOWN = new Set(["do", "name", "perSecond", "growth", "skew", "text", "parameters", "by", "items"]);

export function parseWorkload(text: string, file: string): DeclaredOperation[] {
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new Failure("badRequest", `${file} is no YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  const list = (document as { operations?: unknown } | null)?.operations;
  if (!Array.isArray(list) || list.length === 0 || list.length > WORKLOAD_OPERATIONS_MAX)
    throw new Failure(
      "badRequest",
      `${file} must have a list of 1 to ${WORKLOAD_OPERATIONS_MAX} 'operations'.`,
    );
  return list.map((entry, i) => parseOperation(entry, `Operation ${i + 1} of ${file}`));
}

function parseOperation(entry: unknown, where: string): DeclaredOperation {
  const fail = (what: string): never => {
    throw new Failure("badRequest", `${where} ${what}.`);
  };
  if (typeof entry !== "object" || entry === null) return fail("must be a map with 'do' and 'perSecond'");
  const given = entry as Record<string, unknown>;
  const unknown = Object.keys(given).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) fail(`has '${unknown}', which is none of ${[...KNOWN].join(", ")}`);
  const kind = given.do as RecordedKind;
  if (!RECORDED_KINDS.includes(kind)) fail(`must have 'do', one of ${RECORDED_KINDS.join(", ")}`);
  const number = (name: string, otherwise: number | undefined, max: number): number => {
    const value = given[name] ?? otherwise;
    return typeof value === "number" && value > 0 && value <= max
      ? value
      : fail(`must have '${name}', a number above 0 and at most ${max}`);
  };
  const text = given.text;
  if ((kind === "query") !== (typeof text === "string"))
    fail("must have 'text' if it is a query, and only then");
  const by = given.by === undefined ? undefined : asPaths(given.by, fail);
  if (kind === "batch" && by === undefined)
    fail("must have 'by': the paths that the items of a batch have in common");
  const perSecond = number("perSecond", undefined, RATE_MAX);
  return {
    name:
      typeof given.name === "string"
        ? given.name
        : typeof text === "string"
          ? oneLine(text)
          : nameOf(kind, by),
    kind,
    perSecond,
    growth: number("growth", 1, 10_000),
    skew: parseSkew(given.skew, fail),
    text: typeof text === "string" ? text : undefined,
    parameters: typeof text === "string" ? parametersOf(text, given.parameters ?? {}, fail) : [],
    by,
    items: Math.round(number("items", 2, BATCH_ITEMS_MAX)),
  };
}

function nameOf(kind: RecordedKind, by: readonly string[] | undefined): string {
  return by === undefined ? kind : `${kind} by ${by.join(", ")}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function asPaths(value: unknown, fail: (what: string) => never): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((path) => {
    if (typeof path !== "string" || !path.startsWith("/"))
      return fail(`has '${String(path)}' where a path such as /id belongs`);
    return path;
  });
}

function parseSkew(value: unknown, fail: (what: string) => never): Skew {
  if (value === undefined) return { kind: "items" };
  const words = String(value).trim().split(/\s+/);
  if (words.join(" ") === "time-hot") return { kind: "timeHot" };
  const path = words.at(-1)!;
  if (words.at(-2) === "on" && path.startsWith("/")) {
    const segments = parsePartitionKeyPath(path);
    if (words[0] === "uniform" && words.length === 3) return { kind: "uniform", segments };
    const exponent = words.length === 3 ? 1 : Number(words[1]);
    if (words[0] === "zipf" && words.length <= 4 && exponent > 0 && exponent <= 10)
      return { kind: "zipf", segments, exponent };
  }
  return fail(`has the skew '${String(value)}': write 'uniform on /path', 'zipf 1.1 on /path' or 'time-hot'`);
}

function parametersOf(
  text: string,
  given: unknown,
  fail: (what: string) => never,
): DeclaredOperation["parameters"] {
  try {
    cachedQuery(text);
  } catch (error) {
    if (error instanceof QueryError) fail(`has a query that is not valid: ${error.message}`);
    throw error;
  }
  const named = given as Record<string, Json>;
  const names = new Set(text.match(/@\w+/g) ?? []);
  return [...names].map((name) => {
    const value = named[name] ?? named[name.slice(1)] ?? `/${name.slice(1)}`;
    const isPath = typeof value === "string" && value.startsWith("/");
    return [name, isPath ? { segments: parsePartitionKeyPath(value) } : { value }] as const;
  });
}

export function specsOf(declared: readonly DeclaredOperation[], draws: ItemDraws): OperationSpec[] {
  return declared.map((operation) => {
    const { name, kind, perSecond, growth, text, by } = operation;
    const row = draws.draw(operation.skew);
    const common = {
      name,
      kind,
      perSecond,
      growth,
      ...(text === undefined ? {} : { text }),
      ...(by === undefined ? {} : kind === "batch" ? { together: by } : { knows: new Set(by) }),
    };
    if (workOf(kind) === "create") return { ...common, draw: (random) => draws.fresh(row(random)) };
    if (kind === "query") {
      checkParameters(operation, draws);
      return {
        ...common,
        draw: (random) => {
          const about = row(random);
          return { ...draws.existing(about), parameters: bind(operation, about) };
        },
      };
    }
    if (kind === "batch") {
      const alike = draws.alike(by!.map(parsePartitionKeyPath));
      return {
        ...common,
        draw: (random) => {
          const first = row(random);
          const others = alike(first, operation.items - 1).map((each) => draws.fresh(each).item);
          return { ...draws.fresh(first), others };
        },
      };
    }
    return { ...common, draw: (random) => draws.existing(row(random)) };
  });
}

function bind({ parameters }: DeclaredOperation, row: { readonly item: object }): ReadonlyMap<string, Json> {
  return new Map(
    parameters.map(([name, source]) => {
      if ("value" in source) return [name, source.value];
      const value = valueAtSegments(row.item, source.segments);
      return [name, (value ?? null) as Json];
    }),
  );
}

function checkParameters({ name, parameters }: DeclaredOperation, draws: ItemDraws): void {
  for (const [parameter, source] of parameters) {
    if ("value" in source || draws.have(source.segments)) continue;
    const path = `/${source.segments.join("/")}`;
    throw new Failure(
      "badRequest",
      `The parameter ${parameter} of '${name}' takes its values from ${path}, which no item has: give its path or value under 'parameters'.`,
    );
  }
}
