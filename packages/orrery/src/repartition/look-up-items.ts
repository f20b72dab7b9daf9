/** Finds the target items that have certain ids, whatever their keys: an item's former address is in no change. */
import type { Container, SqlParameter } from "@azure/cosmos";
import { parsePartitionKeyPath } from "@orrerydb/keys/hash";
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

const IDS_PER_LOOKUP = 250;

export async function lookUpItems(
  sides: Sides,
  ids: readonly string[],
): Promise<{ readonly found: readonly Found[]; readonly charge: number }> {
  const unique = [...new Set(ids)];
  const found: Found[] = [];
  let charge = 0;
  for (let from = 0; from < unique.length; from += IDS_PER_LOOKUP) {
    const some = unique.slice(from, from + IDS_PER_LOOKUP);
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

function foundOf({ sourceKeys, targetKeys, sourceKeyOf }: Sides, row: Item & Partial<SelectedKeys>): Found {
  const { id, keys = {} } = row;
  const [sourceKey, key, etag] =
    sourceKeyOf === undefined
      ? [
          sourceKeys.definition.paths.map((_, i) => keys[`s${i}`]),
          targetKeys.definition.paths.map((_, i) => keys[`t${i}`]),
          row.etag,
        ]
      : [sourceKeyOf(row), targetKeys.of(row), row._etag];
  return { id, etag: etag as string, sourceKey, key, identity: identityText(id, sourceKey) };
}

function sqlPath(path: string): string {
  return `c${parsePartitionKeyPath(path)
    .map((segment) => `[${JSON.stringify(segment)}]`)
    .join("")}`;
}
