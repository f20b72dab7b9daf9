/**
 * What the target has of some items. The target holds one item of each identity, so that it is enough to find it where
 * it is to be: many are read at once, where a query asks every partition for each of them. What is not found there may
 * lie anywhere, since an item's former address is in no change: that is queried by ids.
 */

import type { Container, SqlParameter } from "@azure/cosmos";
import { unmarkedJson } from "@orrerydb/exact-json";
import { parsePartitionKeyPath } from "@orrerydb/keys/hash";
import { readAll } from "./bulk-operations.ts";
import { type Item, type ItemKeys, identityText, type KeyComponents } from "./item-identity.ts";

export interface Sides {
  readonly source: Container;
  readonly sourceKeys: ItemKeys;
  readonly target: Container;
  readonly targetKeys: ItemKeys;
  readonly hasUniqueKeys: boolean;
  /** The item as the target is to hold it; undefined: it is not to be there. Fails where it has no key there. */
  mapped(item: Item, identity: string): Item | undefined;
  /** The key that a target item has at the source; absent: its properties are it. */
  readonly sourceKeyOf?: ((item: Item) => KeyComponents) | undefined;
}

/** A target item, as far as it has to be known. */
export interface Found {
  readonly id: string;
  readonly etag: string;
  readonly identity: string;
  readonly key: KeyComponents;
  readonly sourceKey: KeyComponents;
}

/** What is looked for: an identity, and the key under which it is expected; undefined: anywhere. */
export interface Sought {
  readonly id: string;
  readonly identity: string;
  readonly key: KeyComponents | undefined;
}

export interface LookedUp {
  readonly found: readonly Found[];
  readonly charge: number;
}

const IDS_PER_QUERY = 250;

/** Items of these identities; and those of others that have the ids of what was not where it is expected. */
export async function lookUpItems(
  sides: Sides,
  sought: readonly Sought[],
  wait: (ms: number) => Promise<void>,
): Promise<LookedUp> {
  const expected = sought.flatMap(({ id, key }) => (key === undefined ? [] : [{ id, key }]));
  // What cannot be read, because it is too large for one answer, is queried.
  const read = await readAll(sides.target, expected, wait).catch(() => ({ items: [], charge: 0 }));
  const identities = new Set(sought.map(({ identity }) => identity));
  const here = read.items
    .flatMap((item) => (item === undefined ? [] : [foundWhole(sides, item)]))
    .filter(({ identity }) => identities.has(identity));
  const isHere = new Set(here.map(({ identity }) => identity));
  const missing = sought.filter(({ identity }) => !isHere.has(identity)).map(({ id }) => id);
  const queried = await queryItems(sides, missing);
  const isQueried = new Set(missing);
  return {
    found: [...here.filter(({ id }) => !isQueried.has(id)), ...queried.found],
    charge: read.charge + queried.charge,
  };
}

/** All items that have these ids, whatever their keys. */
export async function queryItems(sides: Sides, ids: readonly string[]): Promise<LookedUp> {
  const unique = [...new Set(ids)];
  const found: Found[] = [];
  let charge = 0;
  for (let from = 0; from < unique.length; from += IDS_PER_QUERY) {
    const some = unique.slice(from, from + IDS_PER_QUERY);
    const parameters: SqlParameter[] = some.map((value, i) => ({ name: `@${i}`, value }));
    const query = `${selectionOf(sides)} WHERE c.id IN (${parameters.map(({ name }) => name).join(", ")})`;
    const answer = await sides.target.items.query({ query, parameters }, { maxItemCount: -1 }).fetchAll();
    charge += answer.requestCharge;
    for (const row of answer.resources) found.push(foundOf(sides, row));
  }
  return { found, charge };
}

function selectionOf({ sourceKeys, targetKeys, sourceKeyOf }: Sides): string {
  if (sourceKeyOf !== undefined) return "SELECT * FROM c";
  const columns = [
    ...sourceKeys.definition.paths.map((path, i) => `"s${i}": ${sqlPath(path)}`),
    ...targetKeys.definition.paths.map((path, i) => `"t${i}": ${sqlPath(path)}`),
  ];
  return `SELECT c.id, c._etag AS etag, { ${columns.join(", ")} } AS keys FROM c`;
}

interface SelectedKeys {
  readonly keys: Readonly<Record<string, KeyComponents[number]>>;
}

function foundOf(sides: Sides, row: Item & Partial<SelectedKeys>): Found {
  if (sides.sourceKeyOf !== undefined) return foundWhole(sides, row);
  const { id, etag, keys = {} } = unmarkedJson(row);
  const sourceKey = sides.sourceKeys.definition.paths.map((_, i) => keys[`s${i}`]);
  const key = sides.targetKeys.definition.paths.map((_, i) => keys[`t${i}`]);
  return { id, etag: etag as string, sourceKey, key, identity: identityText(id, sourceKey) };
}

function foundWhole({ sourceKeys, targetKeys, sourceKeyOf }: Sides, item: Item): Found {
  const { id, _etag } = item;
  const sourceKey = sourceKeyOf?.(item) ?? sourceKeys.of(item);
  return {
    id,
    etag: _etag as string,
    sourceKey,
    key: targetKeys.of(item),
    identity: identityText(id, sourceKey),
  };
}

function sqlPath(path: string): string {
  return `c${parsePartitionKeyPath(path)
    .map((segment) => `[${JSON.stringify(segment)}]`)
    .join("")}`;
}
