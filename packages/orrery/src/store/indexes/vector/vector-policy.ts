/** The vectors of a container's items, and the indexes over them. Once made, neither may change. */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import { shownValue } from "../../../value/shown-value.ts";
import { valuesEqual } from "../../../value/values-equal.ts";
import { badPolicy, listIn, listOf, objectOf, type PolicyInput } from "../policy-input.ts";
import { parsePolicyPath } from "../policy-path.ts";

const DATA_TYPES = ["float32", "float16", "int8", "uint8"];
const DISTANCE_FUNCTIONS = ["cosine", "dotproduct", "euclidean"];
const INDEX_TYPES = ["flat", "quantizedFlat", "diskANN"];
const SOURCE_AUTH_TYPES: unknown[] = ["ApiKey", "Entra"];

const DIMENSIONS_MAX = 4_096;
/** No vector is quantized to more bytes than it has dimensions. */
const QUANTIZATION_BYTES_MAX = 512;
const SEARCH_LIST_MIN = 25;
const SEARCH_LIST_MAX = 500;
const SHARD_PATHS_MAX = 1;

export function checkVectorPolicy(value: Json): Json {
  return {
    vectorEmbeddings: listIn(value, "vectorEmbeddings", "vectorEmbeddingPolicy").map((item) =>
      checkEmbedding(objectOf(item, "vectorEmbeddings")),
    ),
  };
}

function checkEmbedding(embedding: PolicyInput): JsonObject {
  const { path, dataType = "float32", distanceFunction = "cosine", dimensions } = embedding;
  if (parsePolicyPath(path) === undefined) {
    throw badPolicy(
      `The Vector Embedding Policy has an invalid Path: ${shownValue(path)}. Begin it with '/', for example '/vector'.`,
    );
  }
  if (!DATA_TYPES.includes(shownValue(dataType).toLowerCase())) {
    throw badPolicy(
      `The Vector Embedding Policy has an invalid DataType:${shownValue(dataType)}. Use one of ${DATA_TYPES.join(", ")}.`,
    );
  }
  if (!DISTANCE_FUNCTIONS.includes(shownValue(distanceFunction).toLowerCase())) {
    throw badPolicy(
      `The Vector Embedding Policy has an invalid DistanceFunction:${shownValue(distanceFunction)}. Use one of ${DISTANCE_FUNCTIONS.join(", ")}.`,
    );
  }
  checkEmbeddingSource(embedding.embeddingSource);
  return {
    ...embedding,
    path: path!,
    dataType,
    distanceFunction,
    dimensions: checkDimensions(dimensions),
  };
}

/** A source is stored and returned, but no vectors are generated from it. */
function checkEmbeddingSource(value: Json | undefined): void {
  if (value === undefined || value === null) return;
  const source = objectOf(value, "embeddingSource");
  const paths = listOf(source.sourcePaths, "embeddingSource.sourcePaths");
  if (paths.length === 0) {
    throw badPolicy("The embedding source of vector policy has no sourcePaths. Name at least one path.");
  }
  for (const path of paths) {
    if (parsePolicyPath(path) !== undefined) continue;
    throw badPolicy(
      `The embedding source of vector policy has an invalid source path: ${shownValue(path)}. Begin it with '/', for example '/title'.`,
    );
  }
  for (const name of ["endpoint", "deploymentName"]) {
    const member = source[name];
    if (typeof member === "string" && member !== "") continue;
    throw badPolicy(
      `The embedding source of vector policy has an invalid ${name}: ${shownValue(member)}. It must be a string that is not empty.`,
    );
  }
  if (!SOURCE_AUTH_TYPES.includes(source.authType)) {
    throw badPolicy(
      `The auth type provided in the embedding source of vector policy is invalid. Use ${SOURCE_AUTH_TYPES.join(" or ")} (got ${shownValue(source.authType)}).`,
    );
  }
}

function checkDimensions(dimensions: Json | undefined): number {
  if (typeof dimensions === "number" && dimensions > DIMENSIONS_MAX) {
    throw badPolicy(
      `The Vector Embedding Policy has Dimensions:${dimensions} which is more than the maximum supported value, ${DIMENSIONS_MAX}.`,
    );
  }
  if (typeof dimensions !== "number" || !Number.isInteger(dimensions) || dimensions < 1) {
    throw badPolicy(
      `The Vector Embedding Policy has Dimensions:${shownValue(dimensions)}. It must be a whole number from 1 to ${DIMENSIONS_MAX}.`,
    );
  }
  return dimensions;
}

export function checkVectorIndexes({ vectorIndexes }: JsonObject, policy: JsonObject | undefined): void {
  const embeddings = new Map(embeddingsIn(policy).map((embedding) => [embedding.path, embedding]));
  for (const index of (vectorIndexes ?? []) as PolicyInput[]) {
    const { path, type, quantizationByteSize, indexingSearchListSize, vectorIndexShardKey } = index;
    const embedding = embeddings.get(path as Json);
    if (embedding === undefined) {
      throw badPolicy(
        `The Vector Indexing Policy's path::${shownValue(path)} not matching in Embedding's path. Name it in the vectorEmbeddingPolicy too.`,
      );
    }
    if (!INDEX_TYPES.includes(shownValue(type))) {
      throw badPolicy(
        `The Vector Indexing Policy's Index Type::${shownValue(type)} is invalid. Use one of ${INDEX_TYPES.join(", ")}.`,
      );
    }
    const bytesMax = Math.min(QUANTIZATION_BYTES_MAX, embedding.dimensions as number);
    checkParameter("QuantizationByteSize", quantizationByteSize, 1, bytesMax);
    checkParameter("IndexingSearchListSize", indexingSearchListSize, SEARCH_LIST_MIN, SEARCH_LIST_MAX);
    if (vectorIndexShardKey !== undefined) checkShardKey(vectorIndexShardKey);
  }
}

function checkParameter(name: string, value: Json | undefined, min: number, max: number): void {
  if (value === undefined) return;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return;
  throw badPolicy(
    `The Vector Indexing Policy parameter ${name} value :: ${shownValue(value)} is out of range. The allowed range is between ${min} and ${max}.`,
  );
}

function checkShardKey(value: Json): void {
  const paths = listOf(value, "vectorIndexShardKey");
  if (paths.length > SHARD_PATHS_MAX) {
    throw badPolicy(
      `The number of shard paths defined in the Vector Indexing Policy: ${paths.length} exceeds the maximum: ${SHARD_PATHS_MAX}.`,
    );
  }
  for (const path of paths) {
    if (parsePolicyPath(path) !== undefined) continue;
    throw badPolicy(
      `The Vector Indexing Policy has an invalid Shard Path: ${shownValue(path)}. Begin it with '/', for example '/country'.`,
    );
  }
}

/** What is there stays as it is; more may be added to the policy, but no index. */
export function checkVectorsUnchanged(before: JsonObject, after: JsonObject): void {
  if (!valuesEqual(vectorIndexesIn(after), vectorIndexesIn(before))) {
    throw badPolicy(
      "Paths in existing vector indexing policy cannot be modified in Collection Replace. Create a new container with the indexes you want.",
    );
  }
  const kept = embeddingsIn(after.vectorEmbeddingPolicy as JsonObject | undefined);
  for (const embedding of embeddingsIn(before.vectorEmbeddingPolicy as JsonObject | undefined)) {
    const same = kept.find(({ path }) => path === embedding.path);
    if (same !== undefined && valuesEqual(same, embedding)) continue;
    throw badPolicy(
      `Paths in existing embedding policy cannot be modified in Collection Replace: '${shownValue(embedding.path)}' would change. Create a new container with the vectors you want.`,
    );
  }
}

function vectorIndexesIn({ indexingPolicy }: JsonObject): Json {
  return (indexingPolicy as JsonObject).vectorIndexes ?? [];
}

function embeddingsIn(policy: JsonObject | undefined): JsonObject[] {
  return (policy?.vectorEmbeddings ?? []) as JsonObject[];
}
