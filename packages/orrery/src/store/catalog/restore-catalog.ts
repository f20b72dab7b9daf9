/** Writes what was saved of a catalogue into a new store. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { CATALOG_SPACE, CatalogKind, encodeUInt32, NEXT_SPACE_KEY } from "../records/catalog-space.ts";

export interface CatalogRow {
  readonly key: Buffer;
  readonly value: Buffer;
}

const MEMBERS = ["kind", "rid", "parentRid", "id"] as const;

/** All but marks of spaces that were to be emptied: nothing of theirs is saved. Returns how many resources there are. */
export async function restoreCatalog(
  kv: KeyValueStore,
  rows: AsyncIterable<CatalogRow>,
  spaceMax: number,
): Promise<number> {
  let resources = 0;
  const kept: CatalogRow[] = [];
  for await (const row of rows) {
    const kind = row.key[0];
    if (kind === CatalogKind.droppedSpace || kind === CatalogKind.nextSpace) continue;
    if (kind === CatalogKind.resource && !isResource(row.value)) continue;
    if (kind === CatalogKind.resource) resources++;
    kept.push(row);
  }
  await kv.transact("catalog", async (transaction) => {
    for (const { key, value } of kept) transaction.put(CATALOG_SPACE, key, value);
    transaction.put(CATALOG_SPACE, NEXT_SPACE_KEY, encodeUInt32(spaceMax + 1));
  });
  return resources;
}

function isResource(value: Buffer): boolean {
  try {
    const json = JSON.parse(value.toString()) as Json;
    return MEMBERS.every((name) => typeof (json as JsonObject | null)?.[name] === "string");
  } catch {
    return false;
  }
}
