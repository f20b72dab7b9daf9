/** Items with a vector of 256 dimensions, in clusters, as the embeddings of texts on some subjects are. */
import type { JsonObject } from "@orrerydb/exact-json";
import { partitionKeyOf } from "../query/fill-container.ts";
import { LOT_ITEMS } from "./cliff-item.ts";

export const DIMENSIONS = 256;
const SUBJECTS = 200;
/** How far an item lies from its subject, next to the distance of subjects. */
const SPREAD = 0.6;

export const VECTOR_POLICY = {
  indexingPolicy: {
    indexingMode: "consistent",
    automatic: true,
    includedPaths: [{ path: "/*" }],
    excludedPaths: [{ path: "/v/*" }, { path: '/"_etag"/?' }],
    vectorIndexes: [{ path: "/v", type: "diskANN" }],
  },
  vectorEmbeddingPolicy: {
    vectorEmbeddings: [
      { path: "/v", dataType: "float32", distanceFunction: "cosine", dimensions: DIMENSIONS },
    ],
  },
};

export function vectorItemOf(index: number, count: number): JsonObject {
  const lot = `lot-${index % (count / LOT_ITEMS)}`;
  return { id: `item-${index}`, pk: partitionKeyOf(index), lot, v: vectorOf(index) };
}

/** A vector near those of the items; those of items have numbers from 0 on. */
export function vectorOf(index: number): number[] {
  const own = generator(index * 2 + 1);
  const subject = generator((Math.imul(index, 7919) >>> 0) % SUBJECTS);
  return Array.from({ length: DIMENSIONS }, () =>
    Number((normal(subject) + SPREAD * normal(own)).toFixed(4)),
  );
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
