/** Vector indexes: the vectors of items, and quantized twins of them in cells of vectors that are near one another. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { IndexDefinition, IndexingPolicy, IndexKind } from "../index-kind.ts";
import { listMember } from "../policy-input.ts";
import { VectorCheck } from "./check-vectors.ts";
import { CompiledVectors } from "./compiled-vectors.ts";
import { needsTending, tendVectors } from "./tend-vectors.ts";
import { VectorIndex } from "./vector-index.ts";
import { checkVectorIndexes, checkVectorPolicy, checkVectorsUnchanged } from "./vector-policy.ts";
import { isSetRow, VECTOR_KEY_BYTE } from "./vector-rows.ts";
import { VectorWrites } from "./vector-writes.ts";

interface VectorDefinition extends IndexDefinition {
  /** What the indexes of the policy are of. */
  readonly vectorEmbeddings?: readonly VectorEmbedding[];
}

interface VectorEmbedding {
  readonly path: string;
  readonly dimensions: number;
  readonly distanceFunction: string;
}

export const VECTOR: IndexKind<CompiledVectors> = {
  name: "vector",
  keyByte: VECTOR_KEY_BYTE,
  rowsName: "rows of vector indexes",
  policy: {
    complete: (given) => listMember(given, "vectorIndexes"),
    others: { vectorEmbeddingPolicy: checkVectorPolicy },
    check({ indexingPolicy, vectorEmbeddingPolicy }) {
      checkVectorIndexes(indexingPolicy as JsonObject, vectorEmbeddingPolicy as JsonObject | undefined);
    },
    checkReplacement: checkVectorsUnchanged,
  },
  definitionOf({ vectorIndexes }: IndexingPolicy, { vectorEmbeddingPolicy }: JsonObject): JsonObject {
    if (vectorIndexes === undefined) return {};
    const indexed = new Set(vectorIndexes.map(({ path }) => path));
    const { vectorEmbeddings } = vectorEmbeddingPolicy as unknown as Required<VectorDefinition>;
    return {
      vectorEmbeddings: vectorEmbeddings
        .filter(({ path }) => indexed.has(path))
        .map(({ path, dimensions, distanceFunction }): Json => ({ path, dimensions, distanceFunction })),
    };
  },
  compile({ policy: { vectorIndexes = [] }, vectorEmbeddings = [] }: VectorDefinition) {
    const indexes = vectorIndexes.flatMap(({ path, type }) => {
      const embedding = vectorEmbeddings.find((other) => other.path === path);
      return embedding === undefined ? [] : [new VectorIndex({ ...embedding, type: String(type) })];
    });
    return indexes.length === 0 ? undefined : new CompiledVectors(indexes);
  },
  rows: {
    areOfEveryItem: true,
    dependOnCommits: true,
    writer: (transaction) => new VectorWrites(transaction),
    check: (checked) => new VectorCheck(checked),
    isOfPartition: isSetRow,
    maintenance: { isNeeded: needsTending, run: tendVectors },
  },
};
