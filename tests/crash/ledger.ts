/**
 * What a client knows about its writes: those that were acknowledged must be there, those that were under way when
 * the server died may or may not be, and nothing else is possible. An item's content follows from its version, so
 * that a torn item shows.
 */
import assert from "node:assert/strict";

/** A version of an item, from 1 on; 0 when the item is not there. */
export type Version = number;

export interface ItemBody {
  readonly id: string;
  readonly pk: string;
  readonly version: Version;
  readonly tags: readonly string[];
  readonly payload: string;
  /** For the full-text index. */
  readonly text: string;
  /** For the vector index. */
  readonly vector: readonly number[];
}

const DIMENSIONS = 8;
const WORDS = ["orbit", "gear", "moon", "comet", "spring", "brass", "tide", "noon"];
const PAYLOAD_STEP_BYTES = 137;
const PAYLOAD_STEPS = 29;

export function itemBody(pk: string, id: string, version: Version): ItemBody {
  const payload = `${pk}/${id}/${version} `.padEnd(PAYLOAD_STEP_BYTES * (1 + (version % PAYLOAD_STEPS)), "x");
  const text = WORDS.filter((_, bit) => version & (1 << bit)).join(" ");
  const vector = Array.from({ length: DIMENSIONS }, (_, i) => 1 + ((version >> i) % 7));
  return { id, pk, version, tags: [`v${version}`, id], payload, text, vector };
}

/** What a container's definition needs, so that all of it is indexed. */
export const ITEM_INDEXES = {
  indexingPolicy: {
    includedPaths: [{ path: "/*" }],
    excludedPaths: [{ path: "/payload/?" }, { path: "/vector/*" }],
    compositeIndexes: [[{ path: "/pk" }, { path: "/version", order: "descending" }]],
    fullTextIndexes: [{ path: "/text" }],
    vectorIndexes: [{ path: "/vector", type: "quantizedFlat" }],
  },
  fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/text", language: "en-US" }] },
  vectorEmbeddingPolicy: {
    vectorEmbeddings: [
      { path: "/vector", dataType: "float32", dimensions: DIMENSIONS, distanceFunction: "cosine" },
    ],
  },
} as const;

interface Entry {
  acknowledged: Version;
  /** Sent, and not answered yet. */
  pending: Version | undefined;
}

export class Ledger {
  readonly #entries = new Map<string, Entry>();
  /** Acknowledged writes in all. */
  acknowledgements = 0;

  current(pk: string, id: string): Version {
    return this.#entry(pk, id).acknowledged;
  }

  sent(pk: string, id: string, version: Version): void {
    const entry = this.#entry(pk, id);
    assert(entry.pending === undefined, "one write of an item at a time");
    entry.pending = version;
  }

  acknowledge(pk: string, id: string): void {
    const entry = this.#entry(pk, id);
    assert(entry.pending !== undefined);
    entry.acknowledged = entry.pending;
    entry.pending = undefined;
    this.acknowledgements++;
  }

  /** Compares everything that a restarted server has with what it may have, and takes it as the new truth. */
  reconcile(found: readonly ItemBody[]): void {
    const versions = new Map<string, Version>();
    for (const { id, pk, version, tags, payload, text, vector } of found) {
      const key = keyOf(pk, id);
      assert(!versions.has(key), `${key} is there twice`);
      const whole = { id, pk, version, tags, payload, text, vector };
      assert.deepEqual(whole, itemBody(pk, id, version), `${key} is torn`);
      assert(this.#entries.has(key), `${key} is there, but nobody wrote it`);
      versions.set(key, version);
    }
    for (const [key, entry] of this.#entries) {
      const version = versions.get(key) ?? 0;
      const wasLost = version !== entry.acknowledged && version !== entry.pending;
      assert(
        !wasLost,
        `${key} has version ${version}, but ${entry.acknowledged} was acknowledged last (pending: ${entry.pending})`,
      );
      entry.acknowledged = version;
      entry.pending = undefined;
    }
  }

  #entry(pk: string, id: string): Entry {
    const key = keyOf(pk, id);
    let entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, (entry = { acknowledged: 0, pending: undefined }));
    return entry;
  }
}

function keyOf(pk: string, id: string): string {
  return `${pk}/${id}`;
}
