/**
 * Random scopes of a query and what they mean, written out apart from the server: a scope is whatever of partition
 * key, range id, hash range and filter a request gives, and an item is in it when it is in all of them.
 */
import {
  type Epk,
  type EpkRange,
  effectivePartitionKey,
  epkOfBytes,
  epkRangeOfPrefix,
  intersectEpkRanges,
  isEmptyEpkRange,
  isInEpkRange,
  type PartitionKeyComponent,
  type PartitionKeyDefinition,
  parseEpk,
} from "@orrerydb/keys/hash";
import fc from "fast-check";
import type { RawQuery } from "./raw-queries.ts";

export interface ScopedItem {
  readonly id: string;
  readonly key: readonly PartitionKeyComponent[];
  readonly epk: Epk;
  readonly n: number;
}

export interface HashRange {
  readonly min: string;
  readonly max: string;
}

export interface PhysicalRange extends HashRange {
  readonly id: string;
}

/** Which keys a filter pins, and which items it accepts. */
export interface Filter {
  readonly where: string;
  readonly parameters: readonly { readonly name: string; readonly value: unknown }[];
  accepts(item: ScopedItem): boolean;
  /** Keys or prefixes; absent where the filter pins none. */
  readonly pins?: readonly (readonly PartitionKeyComponent[])[];
}

export interface Scope {
  readonly key?: readonly PartitionKeyComponent[];
  readonly range?: PhysicalRange;
  readonly epkRange?: HashRange;
  readonly filter?: Filter;
}

export interface ScopedContainer {
  readonly definition: PartitionKeyDefinition;
  readonly properties: readonly string[];
  readonly ranges: readonly PhysicalRange[];
  readonly items: readonly ScopedItem[];
}

/** Every kind of key value; most of them are keys of items. */
export const KEY_VALUES: readonly PartitionKeyComponent[] = [
  "a",
  "b",
  "A",
  "",
  "1",
  "ключ",
  'it\'s "quoted" \\',
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  true,
  false,
  null,
  undefined,
];

export function epkOf(key: readonly PartitionKeyComponent[], definition: PartitionKeyDefinition): Epk {
  return effectivePartitionKey(key, definition);
}

export function randomScope(container: ScopedContainer): fc.Arbitrary<Scope> {
  const { definition, ranges, items } = container;
  const value = fc.constantFrom(...KEY_VALUES);
  const known = fc.constantFrom(...items).map(({ key }) => key);
  const full = fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(...definition.paths.map(() => value)) },
  );
  const key =
    definition.kind === "MultiHash"
      ? fc.tuple(full, fc.integer({ min: 1, max: definition.paths.length })).map(([k, n]) => k.slice(0, n))
      : full;
  const border = fc.oneof(
    fc.constantFrom(...items).map(({ epk }): string => epk),
    fc.constantFrom(...ranges).map(({ min }) => min),
    fc.uint8Array({ minLength: 1, maxLength: 5 }).map((bytes): string => epkOfBytes(bytes)),
    fc.constantFrom("", "FF"),
  );
  const epkRange = fc
    .tuple(border, border)
    .map(([a, b]) => (a < b ? { min: a, max: b } : { min: b, max: a }))
    // A header without a text is no header.
    .filter(({ max }) => max !== "");
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  return fc
    .record({
      key: optional(key),
      range: optional(fc.constantFrom(...ranges)),
      epkRange: optional(epkRange),
      filter: optional(randomFilter(container, full)),
    })
    .map((scope) => Object.fromEntries(Object.entries(scope).filter(([, v]) => v !== undefined)) as Scope);
}

function randomFilter(
  { definition, properties }: ScopedContainer,
  key: fc.Arbitrary<readonly PartitionKeyComponent[]>,
): fc.Arbitrary<Filter> {
  const levels = fc.integer({ min: 1, max: definition.paths.length });
  const pinning = fc.record({
    // An absent value can't be compared with, so it pins nothing.
    keys: fc
      .array(fc.tuple(key, levels), { minLength: 1, maxLength: 4 })
      .map((list) => list.map(([full, level]) => full.slice(0, level)))
      .filter((list) => list.every((prefix) => prefix.every((value) => value !== undefined))),
    way: fc.constantFrom("equals", "parameter", "reversed", "in", "or", "contradiction"),
    alsoN: fc.boolean(),
  });
  return fc.oneof(
    { weight: 5, arbitrary: pinning.map(({ keys, way, alsoN }) => pinned(keys, way, alsoN, properties)) },
    {
      weight: 1,
      arbitrary: fc.constant<Filter>({ where: "c.n < 9", parameters: [], accepts: ({ n }) => n < 9 }),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Filter>({
        where: `NOT IS_DEFINED(c.${properties[0]})`,
        parameters: [],
        accepts: ({ key: [first] }) => first === undefined,
        pins: [[undefined]],
      }),
    },
  );
}

type Way = "equals" | "parameter" | "reversed" | "in" | "or" | "contradiction";

function pinned(
  given: readonly (readonly PartitionKeyComponent[])[],
  way: Way,
  alsoN: boolean,
  properties: readonly string[],
): Filter {
  const parameters: { name: string; value: unknown }[] = [];
  const operand = (value: PartitionKeyComponent): string => {
    if (way !== "parameter") return JSON.stringify(value);
    const name = `@p${parameters.length}`;
    parameters.push({ name, value });
    return name;
  };
  const equals = (key: readonly PartitionKeyComponent[]): string =>
    key
      .map((value, level) =>
        way === "reversed"
          ? `${operand(value)} = c.${properties[level]}`
          : `c["${properties[level]}"] = ${operand(value)}`,
      )
      .join(" AND ");
  let keys = way === "or" ? given : given.slice(0, 1);
  let where = keys.map((key) => `(${equals(key)})`).join(" OR ");
  if (way === "in") {
    keys = given.map((key) => key.slice(0, 1));
    where = `c.${properties[0]} IN (${keys.map(([value]) => operand(value)).join(", ")})`;
  } else if (way === "contradiction") {
    where = `(${equals(keys[0]!)}) AND c.${properties[0]} = "no such key" AND c.${properties[0]} = 77`;
    keys = [];
  }
  const isPinned = (item: ScopedItem) =>
    keys.some((key) => key.every((value, level) => item.key[level] === value));
  return {
    where: alsoN ? `(${where}) AND c.n >= 4` : where,
    parameters,
    accepts: (item) => isPinned(item) && (!alsoN || item.n >= 4),
    pins: keys,
  };
}

export function scopeHeaders({ key, range, epkRange }: Scope): Record<string, string> {
  return {
    ...(key && { "x-ms-documentdb-partitionkey": keyHeader(key) }),
    ...(range && { "x-ms-documentdb-partitionkeyrangeid": range.id }),
    ...(epkRange && {
      "x-ms-start-epk": epkRange.min,
      "x-ms-end-epk": epkRange.max,
      "x-ms-read-key-type": "EffectivePartitionKeyRange",
    }),
  };
}

/** JSON in ASCII: headers hold nothing else. */
export function keyHeader(key: readonly PartitionKeyComponent[]): string {
  return JSON.stringify(key.map((value) => (value === undefined ? {} : value))).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function scopeQuery(scope: Scope, select = "SELECT VALUE c.id"): RawQuery {
  return {
    text: `${select} FROM c${scope.filter === undefined ? "" : ` WHERE ${scope.filter.where}`}`,
    parameters: scope.filter?.parameters ?? [],
    headers: scopeHeaders(scope),
  };
}

export function itemsInScope({ items }: ScopedContainer, { key, range, epkRange, filter }: Scope) {
  return items.filter(
    (item) =>
      (key === undefined || key.every((value, level) => item.key[level] === value)) &&
      (range === undefined || isInEpkRange(item.epk, parsed(range))) &&
      (epkRange === undefined || isInEpkRange(item.epk, parsed(epkRange))) &&
      (filter === undefined || filter.accepts(item)),
  );
}

/** The physical partitions in which an item of the scope could lie. */
export function rangesInScope({ definition, ranges }: ScopedContainer, scope: Scope): PhysicalRange[] {
  const { key, epkRange } = scope;
  const pins = scope.filter?.pins;
  return ranges.filter((range) => {
    if (scope.range !== undefined && scope.range.id !== range.id) return false;
    let part = parsed(range);
    if (epkRange !== undefined) part = intersectEpkRanges(part, parsed(epkRange));
    if (key !== undefined) part = intersectEpkRanges(part, epkRangeOfPrefix(key, definition));
    const parts =
      pins === undefined
        ? [part]
        : pins.map((pin) => intersectEpkRanges(part, epkRangeOfPrefix(pin, definition)));
    return !parts.every(isEmptyEpkRange);
  });
}

function parsed({ min, max }: HashRange): EpkRange {
  return { min: parseEpk(min), max: parseEpk(max) };
}
