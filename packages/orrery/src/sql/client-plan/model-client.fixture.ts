/**
 * Test support: what a client does with a plan, in the simplest way. It sends the rewritten query to every
 * partition, takes all rows, and merges them as the plan says. It trusts the plan: where DISTINCT is said to be
 * ordered, a row is compared with the one before it only.
 */
import type { Json, JsonObject, Value } from "@orrerydb/exact-json";
import { compareValues } from "@orrerydb/keys/order";
import { encodeValue } from "../../value/encode-value.ts";
import { valuesEqual } from "../../value/values-equal.ts";
import type { AggregateKind, QueryInfo } from "./execution-info.ts";

type Row = { readonly [name: string]: Json };

export function mergeRows(info: QueryInfo, partitions: readonly (readonly Json[])[]): readonly Json[] {
  const rows = distinctRows(info, combinedRows(info, partitions));
  if (info.dCountInfo !== null) {
    const { dCountAlias } = info.dCountInfo;
    return [dCountAlias === "" ? rows.length : { [dCountAlias]: rows.length }];
  }
  return rows
    .slice(info.offset ?? 0)
    .slice(0, info.limit ?? rows.length)
    .slice(0, info.top ?? rows.length);
}

/** The text that the client sends: it begins at the beginning. */
export function sentQuery(info: QueryInfo, text: string): string {
  return info.rewrittenQuery === ""
    ? text
    : info.rewrittenQuery.replace("{documentdb-formattableorderbyquery-filter}", "true");
}

function combinedRows(info: QueryInfo, partitions: readonly (readonly Json[])[]): readonly Json[] {
  const isGrouped =
    info.groupByExpressions.length > 0 || info.groupByAliases.length > 0 || info.aggregates.length > 0;
  if (isGrouped) return groupedRows(info, partitions.flat());
  if (info.orderBy.length > 0) return orderedRows(info, partitions);
  return partitions.flat();
}

function orderedRows(info: QueryInfo, partitions: readonly (readonly Json[])[]): readonly Json[] {
  const keyOf = (row: Json) => (row as Row).orderByItems as readonly Row[];
  const compare = (a: Json, b: Json): number => {
    for (const [i, direction] of info.orderBy.entries()) {
      // As an index orders them: very long strings, arrays and objects by a digest.
      const order = Buffer.compare(encodeValue(keyOf(a)[i]!.item), encodeValue(keyOf(b)[i]!.item));
      if (order !== 0) return direction === "Ascending" ? order : -order;
    }
    return 0;
  };
  for (const rows of partitions) {
    const misplaced = rows.findIndex((row, i) => i > 0 && compare(rows[i - 1]!, row) > 0);
    if (misplaced >= 0) throw new Error(`a partition's rows are not in order at ${misplaced}`);
  }
  return partitions
    .flat()
    .sort(compare)
    .map((row) => (row as Row).payload!);
}

function distinctRows({ distinctType }: QueryInfo, rows: readonly Json[]): readonly Json[] {
  if (distinctType === "None") return rows;
  if (distinctType === "Ordered") return rows.filter((row, i) => i === 0 || !valuesEqual(row, rows[i - 1]));
  return distinct(rows);
}

function distinct(rows: readonly Json[]): readonly Json[] {
  return rows.filter((row, i) => rows.findIndex((other) => valuesEqual(row, other)) === i);
}

function groupedRows(info: QueryInfo, rows: readonly Json[]): readonly Json[] {
  const groups = new Map<string, { readonly payloads: Json[] }>();
  for (const row of rows) {
    const items = info.groupByExpressions.length > 0 ? (row as Row).groupByItems : null;
    const key = JSON.stringify(items);
    const group = groups.get(key) ?? { payloads: [] };
    groups.set(key, group);
    group.payloads.push(
      info.groupByExpressions.length > 0 || !info.hasSelectValue ? (row as Row).payload! : row,
    );
  }
  return [...groups.values()].flatMap(({ payloads }) => {
    const value = info.hasSelectValue
      ? groupValue(info, payloads)
      : groupObject(info, payloads as readonly Row[]);
    return value === undefined ? [] : [value];
  });
}

function groupValue(info: QueryInfo, payloads: readonly Json[]): Value {
  const [kind] = info.aggregates;
  return kind === undefined
    ? payloads[0]
    : combine(
        kind,
        payloads.map((payload) => (payload as readonly Row[])[0]!),
      );
}

function groupObject(info: QueryInfo, payloads: readonly Row[]): JsonObject {
  const entries = info.groupByAliases.map((alias): [string, Value] => {
    const kind = info.groupByAliasToAggregateType[alias];
    return [
      alias,
      kind
        ? combine(
            kind,
            payloads.map((payload) => payload[alias] as Row),
          )
        : payloads[0]![alias],
    ];
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function combine(kind: AggregateKind, parts: readonly Row[]): Value {
  const items = parts.map((part) => part.item);
  switch (kind) {
    case "Count":
    case "CountIf":
    case "Sum":
      return sum(items);
    case "Average": {
      const total = sum(items.map((item) => (item as Row).sum));
      const count = sum(items.map((item) => (item as Row).count));
      return total === undefined || count === undefined || count === 0 ? undefined : total / count;
    }
    case "Min":
    case "Max":
      return extreme(
        kind,
        parts.map((part) => part.item2 as Row),
      );
    case "MakeList":
      return items.flatMap((item) => item as readonly Json[]);
    case "MakeSet":
      return distinct(items.flatMap((item) => item as readonly Json[]));
  }
}

function sum(values: readonly Value[]): number | undefined {
  return values.every((value) => typeof value === "number") ? values.reduce((a, b) => a + b, 0) : undefined;
}

/** A partition without values has no say; one that has values but no extreme makes the whole undefined. */
function extreme(kind: "Min" | "Max", parts: readonly Row[]): Value {
  const name = kind === "Min" ? "min" : "max";
  const values = parts.filter((part) => part.count !== 0).map((part) => part[name]);
  if (values.some((value) => value === undefined)) return undefined;
  return values.reduce<Value>((best, value) => {
    const order = best === undefined ? -1 : compareValues(value, best);
    return best === undefined || (kind === "Min" ? order < 0 : order > 0) ? value : best;
  }, undefined);
}
