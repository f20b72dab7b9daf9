/** A partition key that could be: where it puts items, and what a reader must know to find them there. */
import type { JsonObject, Value } from "@orrerydb/exact-json";
import {
  effectivePartitionKey,
  hashPosition,
  isPartitionKeyComponent,
  type KeyValue,
  type PartitionKeyComponent,
  type PartitionKeyDefinition,
  parsePartitionKeyPath,
  parseStrategy,
  type StrategyDescription,
  valueAtSegments,
} from "@orrerydb/keys";
import { type PartitionKeys, partitionKeysOf } from "../../sql/index.ts";
import type { Query } from "../../sql/language.ts";

export type Path = `/${string}`;
export type KeyComponents = readonly PartitionKeyComponent[];

export interface Candidate {
  /** For people: `/tenantId`, `/tenantId + day of /at`. */
  readonly name: string;
  /** The paths of the container's partition key. */
  readonly key: readonly Path[];
  /** For @orrerydb/keys; null where the properties stand for themselves. */
  readonly strategy: StrategyDescription | null;
  readonly definition: PartitionKeyDefinition;
  /** The properties that decide the key. */
  readonly dependsOn: readonly Path[];
  /** Less is simpler: for the application, and for whoever reads its data. */
  readonly complexity: number;
  /** Properties that the strategy adds to each item. */
  readonly added: number;
  keyOf(item: JsonObject): KeyComponents;
  /** With the key put in. */
  apply(item: JsonObject): JsonObject;
  /** The keys under which an item may lie for a reader who knows these properties of it; "all" where that is too little. */
  pointKeys(item: JsonObject, knows: ReadonlySet<string> | undefined): PartitionKeys;
  queryKeys(query: Query, parameters: ReadonlyMap<string, Value>): PartitionKeys;
}

/** More keys than this are visited as all of them. */
const QUERY_KEYS_MAX = 1_000;

/** One property, or several as a hierarchical key. */
export function plainCandidate(paths: readonly Path[]): Candidate {
  const segments = paths.map(parsePartitionKeyPath);
  const definition: PartitionKeyDefinition = {
    paths,
    kind: paths.length > 1 ? "MultiHash" : "Hash",
    version: 2,
  };
  const keyOf = (item: JsonObject): KeyComponents =>
    segments.map((path) => {
      const value = valueAtSegments(item, path);
      return isPartitionKeyComponent(value) ? value : undefined;
    });
  return {
    name: paths.join(" > "),
    key: paths,
    strategy: null,
    definition,
    dependsOn: paths,
    complexity: paths.length - 1,
    added: 0,
    keyOf,
    apply: (item) => item,
    pointKeys: (item, knows) => {
      const unknown = knows === undefined ? -1 : paths.findIndex((path) => !knows.has(path));
      const known = unknown < 0 ? keyOf(item) : keyOf(item).slice(0, unknown);
      return known.length === 0 ? "all" : [known];
    },
    queryKeys: (query, parameters) => partitionKeysOf(query, definition, parameters),
  };
}

export function syntheticCandidate(
  name: string,
  description: StrategyDescription,
  complexity: number,
  random: () => number,
): Candidate {
  const strategy = parseStrategy(description, { random });
  const definition: PartitionKeyDefinition = {
    paths: strategy.into,
    kind: strategy.into.length > 1 ? "MultiHash" : "Hash",
    version: 2,
  };
  const dependsOn = [...new Set(strategy.dependsOn)] as Path[];
  const into = new Set<string>(strategy.into);
  return {
    name,
    key: strategy.into,
    strategy: strategy.toJSON(),
    definition,
    dependsOn,
    complexity,
    added: strategy.into.filter((path) => !dependsOn.includes(path)).length,
    keyOf: (item) => componentsOf(strategy.keyOf(item)),
    apply: (item) => strategy.apply(item) as JsonObject,
    pointKeys: (item, knows) => {
      if (knows !== undefined && !dependsOn.every((path) => knows.has(path) || into.has(path))) return "all";
      // Chance decided: a reader asks all keys of the natural key.
      const keys = strategy.pointKeysOf(item) ?? strategy.keysOf(item);
      return keys.map(componentsOf);
    },
    queryKeys: (query, parameters) => {
      const natural = naturalKeys(query, parameters, dependsOn);
      if (natural === "all") return "all";
      if (!natural.every((known) => strategy.hasNaturalKey(known))) return "all";
      const keys = natural.flatMap((known) => strategy.keysOf(known).map(componentsOf));
      return keys.length > QUERY_KEYS_MAX ? "all" : keys;
    },
  };
}

function componentsOf(key: KeyValue): KeyComponents {
  return typeof key === "string" ? [key] : key;
}

/** Objects with the values that the filter gives the properties; a property that it does not pin is absent. */
function naturalKeys(
  query: Query,
  parameters: ReadonlyMap<string, Value>,
  paths: readonly Path[],
): "all" | JsonObject[] {
  let known: JsonObject[] = [{}];
  let isPinned = false;
  for (const path of paths) {
    const keys = partitionKeysOf(query, { paths: [path], kind: "Hash", version: 2 }, parameters);
    if (keys === "all") continue;
    isPinned = true;
    if (known.length * keys.length > QUERY_KEYS_MAX) return "all";
    const segments = parsePartitionKeyPath(path);
    known = known.flatMap((object) => keys.map(([value]) => withValue(object, segments, value as Value)));
  }
  return isPinned ? known : "all";
}

export function withValue(
  object: JsonObject,
  [first, ...deeper]: readonly string[],
  value: Value,
): JsonObject {
  if (value === undefined) return object;
  const inner = object[first!];
  const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  return {
    ...object,
    [first!]: deeper.length === 0 ? value : withValue(isObject ? (inner as JsonObject) : {}, deeper, value),
  };
}

/** Which of `partitions` that share the hash space evenly holds the key, or all that begin so. */
export function partitionOf(
  key: KeyComponents,
  definition: PartitionKeyDefinition,
  partitions: number,
): number {
  const position = hashPosition(effectivePartitionKey(key, definition), 2);
  return Math.min(partitions - 1, Math.floor(position * partitions));
}
