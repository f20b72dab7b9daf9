/** Data as versions up to format 1 wrote it: items with long keys lie where their hash was thought to be. */
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "../../store/catalog-space.ts";
import type { JsonObject } from "../../value/json.ts";
import { keyText } from "../catalog/partition-key.ts";
import type { Container } from "../container/container.ts";

export const VERSION_1_KEY = { partitionKey: { paths: ["/pk"], kind: "Hash", version: 1 } } as const;

/** The same hash, then 101 bytes of the string; nothing ended it. */
function oldEpk(container: Container, key: string): Buffer {
  const epk = Buffer.from(container.partitionKey.epk([key]));
  if (key.length > 100) epk[epk.length - 1] = Buffer.from(key)[100]! + 1;
  return epk;
}

/** In one transaction, hence of one key. */
export async function writeWithOldHash(
  container: Container,
  ...documents: readonly (JsonObject & { readonly id: string; readonly pk: string })[]
): Promise<void> {
  const { pk } = documents[0]!;
  const epk = oldEpk(container, pk);
  await container.map.at(epk).store.transact(epk, keyText([pk]), async (transaction) => {
    for (const document of documents) {
      const existing = await transaction.read(document.id);
      if (existing === undefined) await transaction.create(document.id, document);
      else await transaction.replace(existing, document);
    }
  });
}

export function markAsFormat1(kv: KeyValueStore): Promise<void> {
  return kv.transact("format", (transaction) =>
    transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from('{"format":1}')),
  );
}
