import type { KeyValueStore } from "./key-value-store.ts";
import { spaceKey } from "./space-key.ts";

/** `KeyValueStore.swap`, where no other process has the store. */
export function swapAlone(
  store: Pick<KeyValueStore, "transact">,
  space: number,
  key: Uint8Array,
  from: Uint8Array | undefined,
  to: Uint8Array,
): Promise<boolean> {
  return store.transact(`swap:${spaceKey(space, key).toString("latin1")}`, async (transaction) => {
    const present = await transaction.get(space, key);
    const isSame = from === undefined ? present === undefined : present?.equals(from) === true;
    if (isSame) transaction.put(space, key, to);
    return isSame;
  });
}
