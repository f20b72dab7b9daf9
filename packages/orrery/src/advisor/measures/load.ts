/**
 * What the traffic costs with a key, and where it falls: each operation that was drawn is priced by the formulas of
 * the database and put on the partitions that it would visit.
 */
import { noWork } from "../../sql/index.ts";
import { cachedQuery } from "../../sql/language.ts";
import {
  createCharge,
  deleteCharge,
  patchCharge,
  readCharge,
  replaceCharge,
} from "../../throughput/charges.ts";
import { queryCharge } from "../../throughput/query-charge.ts";
import { ITEM_OPERATIONS, type ItemWork } from "../../value/operations/item-operation.ts";
import { type Candidate, type KeyComponents, partitionOf } from "../candidates/candidate.ts";
import type { Operation, OperationSpec } from "../traffic/operation.ts";

/** What a query does beside visiting partitions: all of it together, at the size that is judged. */
export interface QueryCost {
  /** In each partition that it visits. */
  readonly perVisit: number;
  /** In all of them together. */
  readonly rows: number;
}

export const PER_PARTITION_CHARGE = queryCharge({ ...noWork(), partitionsVisited: 1 }, 1);

/** Where nothing was tried: one lookup in each partition, and one small item. */
export const ASSUMED_QUERY_COST = findingOne(1_000);

/** Of a query for one item of a known size. */
function findingOne(bytes: number): QueryCost {
  const lookup = { ...noWork(), partitionsVisited: 1, indexLookups: 1 };
  const found = { indexEntries: 1, itemsLoaded: 1, bytesLoaded: bytes, rowsOut: 1, bytesOut: bytes };
  const perLookup = queryCharge(lookup, 1);
  return {
    perVisit: perLookup - PER_PARTITION_CHARGE,
    rows: queryCharge({ ...lookup, ...found }, 1) - perLookup,
  };
}

/** Of the query with the values of this operation. */
export type QueryPrice = (spec: OperationSpec, operation: Operation) => QueryCost;

export interface SpecLoad {
  readonly name: string;
  readonly kind: OperationSpec["kind"];
  readonly perSecond: number;
  /** On average. */
  readonly charge: number;
  /** Partitions visited, on average, of those that there are. */
  readonly visits: number;
  /** The part of the operations that stays in one partition. */
  readonly inOne: number;
  /** Of batches: the part that no longer lies under one key. */
  readonly torn: number;
}

export interface Load {
  readonly partitions: number;
  readonly ruPerSecond: number;
  readonly byPartition: readonly number[];
  /** RU/s of the busiest logical partition. */
  readonly hottest: { readonly key: string; readonly ruPerSecond: number };
  readonly specs: readonly SpecLoad[];
}

/** Operations that were drawn once, so that every key is judged by the same ones. */
export interface DrawnTraffic {
  readonly spec: OperationSpec;
  readonly perSecond: number;
  readonly operations: readonly Operation[];
}

export function loadOf(
  candidate: Candidate,
  traffic: readonly DrawnTraffic[],
  partitions: number,
  price: QueryPrice,
): Load {
  const byPartition = new Array<number>(partitions).fill(0);
  const byKey = new Map<string, number>();
  const specs = traffic.map(({ spec, perSecond, operations }) => {
    const each = perSecond / operations.length;
    const sum = { charge: 0, visits: 0, inOne: 0, torn: 0 };
    for (const operation of operations) {
      const placed = place(candidate, spec, operation, partitions, price);
      sum.charge += placed.charge;
      sum.visits += placed.visits.length;
      if (placed.visits.length <= 1) sum.inOne++;
      if (placed.isTorn) sum.torn++;
      const perVisit = (placed.charge * each) / Math.max(1, placed.visits.length);
      for (const partition of placed.visits) byPartition[partition]! += perVisit;
      // What goes to all partitions, or to all keys that begin alike, is no load of a key.
      for (const key of placed.keys === "all" ? [] : placed.keys) {
        if (key.length < candidate.key.length) continue;
        const text = JSON.stringify(key);
        byKey.set(text, (byKey.get(text) ?? 0) + (placed.charge * each) / placed.keys.length);
      }
    }
    const count = operations.length;
    return {
      name: spec.name,
      kind: spec.kind,
      perSecond,
      charge: sum.charge / count,
      visits: sum.visits / count,
      inOne: sum.inOne / count,
      torn: sum.torn / count,
    };
  });
  let hottest = { key: "", ruPerSecond: 0 };
  for (const [key, ruPerSecond] of byKey)
    if (ruPerSecond > hottest.ruPerSecond) hottest = { key, ruPerSecond };
  return {
    partitions,
    ruPerSecond: byPartition.reduce((sum, ru) => sum + ru, 0),
    byPartition,
    hottest,
    specs,
  };
}

interface Placed {
  readonly charge: number;
  readonly visits: readonly number[];
  readonly keys: "all" | readonly KeyComponents[];
  readonly isTorn?: boolean;
}

function place(
  candidate: Candidate,
  spec: OperationSpec,
  operation: Operation,
  partitions: number,
  price: QueryPrice,
): Placed {
  if (spec.kind === "query") {
    const keys = candidate.queryKeys(cachedQuery(spec.text!), operation.parameters ?? new Map());
    return visiting(candidate, keys, partitions, price(spec, operation));
  }
  if (spec.kind === "batch") return placeBatch(candidate, spec, operation, partitions);
  const { on, bringsItem, isWrite, work } = ITEM_OPERATIONS[spec.kind];
  const charge = pointCharge(work, operation, candidate.added);
  const keys =
    on === "feed"
      ? [candidate.keyOf(operation.item)]
      : candidate.pointKeys(operation.item, bringsItem ? undefined : spec.knows);
  const isPlaced = on === "feed" || (keys.length === 1 && keys[0]!.length === candidate.key.length);
  if (keys !== "all" && isPlaced) return { charge, visits: visitsOf(candidate, keys, partitions), keys };
  // It must be found first.
  const found = visiting(candidate, keys, partitions, findingOne(operation.bytes));
  return { ...found, charge: found.charge + (isWrite ? charge : 0) };
}

/** A query, by whichever way costs less: one for each key, or one over all partitions. */
function visiting(
  candidate: Candidate,
  keys: "all" | readonly KeyComponents[],
  partitions: number,
  cost: QueryCost,
): Placed {
  const visits =
    keys === "all" || keys.length > partitions
      ? [...Array(partitions).keys()]
      : visitsOf(candidate, keys, partitions);
  // A strategy asks key by key; a filter on properties is one query, which visits a partition once.
  const asked =
    candidate.strategy === null || keys === "all" ? visits.length : Math.min(keys.length, partitions);
  return { charge: asked * (PER_PARTITION_CHARGE + cost.perVisit) + cost.rows, visits, keys };
}

function visitsOf(candidate: Candidate, keys: readonly KeyComponents[], partitions: number): number[] {
  return [...new Set(keys.map((key) => partitionOf(key, candidate.definition, partitions)))];
}

function placeBatch(
  candidate: Candidate,
  spec: OperationSpec,
  operation: Operation,
  partitions: number,
): Placed {
  const items = [operation.item, ...(operation.others ?? [])];
  const keys = [
    ...new Map(items.map((item) => candidate.keyOf(item)).map((key) => [JSON.stringify(key), key])).values(),
  ];
  const charge = operation.charge ?? items.length * pointCharge("create", operation, candidate.added);
  // What was declared to belong together may differ in everything else.
  const isTorn =
    keys.length > 1 ||
    (spec.together !== undefined && !candidate.dependsOn.every((path) => spec.together!.includes(path)));
  return { charge, visits: visitsOf(candidate, keys, partitions), keys, isTorn };
}

/** Of an operation on one item under a known key. */
function pointCharge(work: ItemWork, operation: Operation, added: number): number {
  const { bytes, terms, charge } = operation;
  if (charge !== undefined) return charge;
  const all = terms + added;
  const changed = { bytesBefore: bytes, bytesAfter: bytes, termsRemoved: 1, termsAdded: 1 };
  switch (work) {
    case "read":
      return readCharge(bytes, 1);
    case "replace":
      return replaceCharge(changed);
    case "patch":
      return patchCharge(changed, 1);
    case "delete":
      return deleteCharge(bytes, all);
    case "create":
      return createCharge(bytes, all);
  }
}
