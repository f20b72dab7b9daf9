/**
 * Gives out the numbers of a container's logical partitions, each once for ever. Blocks of numbers are reserved
 * durably before the first of them is used; a crash loses the rest of a block and nothing else.
 */
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { Failure } from "../../value/failure.ts";
import { CATALOG_SPACE, encodeUInt32, logicalNumbersKey } from "../records/catalog-space.ts";
import { LOGICAL_NUMBERS } from "../records/key-layout.ts";

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

  async next(): Promise<number> {
    while (this.#next >= this.#reserved) {
      this.#reserving ??= this.#reserve();
      await this.#reserving;
    }
    return this.#next++;
  }

  /** Numbers up to this one were used, whatever is noted. */
  async raise(used: number): Promise<void> {
    for (;;) {
      const stored = await this.#kv.get(CATALOG_SPACE, this.#key);
      if (stored !== undefined && stored.readUInt32BE(0) > used) return;
      if (await this.#kv.swap(CATALOG_SPACE, this.#key, stored, encodeUInt32(used + 1))) return;
    }
  }

  /** In one step among all processes: each may serve some of the container's partitions. */
  async #reserve(): Promise<void> {
    try {
      for (;;) {
        const stored = await this.#kv.get(CATALOG_SPACE, this.#key);
        const first = stored ? stored.readUInt32BE(0) : 0;
        if (first + BLOCK > LOGICAL_NUMBERS) {
          throw new Failure(
            "forbidden",
            "This container has had a billion logical partitions. Create a new one to go on.",
          );
        }
        const isOwn = await this.#kv.swap(CATALOG_SPACE, this.#key, stored, encodeUInt32(first + BLOCK));
        if (!isOwn) continue;
        this.#next = Math.max(first, FIRST);
        this.#reserved = first + BLOCK;
        return;
      }
    } finally {
      this.#reserving = undefined;
    }
  }
}
