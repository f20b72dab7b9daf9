/**
 * Gives out the numbers of a container's logical partitions, each once for ever. Blocks of numbers are reserved
 * durably before the first of them is used; a crash loses the rest of a block and nothing else.
 */
import type { KeyValueStore } from "../kv/key-value-store.ts";
import { Failure } from "../value/failure.ts";
import { CATALOG_SPACE, encodeUInt32, logicalNumbersKey } from "./catalog-space.ts";
import { LOGICAL_NUMBERS } from "./key-layout.ts";

const BLOCK = 1_000;
/** Not 0: with the sequence 0 it would make a resource id that clients read as that of no item. */
const FIRST = 1;

export class LogicalNumbers {
  readonly #kv: KeyValueStore;
  readonly #key: Buffer;
  #next = 0;
  #reserved = 0;
  #reserving: Promise<void> | undefined;

  constructor(kv: KeyValueStore, containerRid: string) {
    this.#kv = kv;
    this.#key = logicalNumbersKey(containerRid);
  }

  get #lock(): string {
    return `numbers:${this.#key.toString("latin1")}`;
  }

  async next(): Promise<number> {
    while (this.#next >= this.#reserved) {
      this.#reserving ??= this.#reserve();
      await this.#reserving;
    }
    return this.#next++;
  }

  /** Numbers up to this one were used, whatever is noted. */
  raise(used: number): Promise<void> {
    return this.#kv.transact(this.#lock, async (transaction) => {
      const stored = (await transaction.get(CATALOG_SPACE, this.#key))?.readUInt32BE(0) ?? 0;
      if (stored <= used) transaction.put(CATALOG_SPACE, this.#key, encodeUInt32(used + 1));
    });
  }

  async #reserve(): Promise<void> {
    try {
      await this.#kv.transact(this.#lock, async (transaction) => {
        const stored = await transaction.get(CATALOG_SPACE, this.#key);
        const first = stored ? stored.readUInt32BE(0) : 0;
        if (first + BLOCK > LOGICAL_NUMBERS) {
          throw new Failure(
            "forbidden",
            "This container has had a billion logical partitions. Create a new one to go on.",
          );
        }
        transaction.put(CATALOG_SPACE, this.#key, encodeUInt32(first + BLOCK));
        transaction.afterCommit(() => {
          this.#next = Math.max(first, FIRST);
          this.#reserved = first + BLOCK;
        });
      });
    } finally {
      this.#reserving = undefined;
    }
  }
}
