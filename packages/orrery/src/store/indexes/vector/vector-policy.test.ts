import type { Json, JsonObject } from "@orrerydb/exact-json";
import { describe, expect, test } from "vitest";
import { checkVectorIndexes, checkVectorPolicy, checkVectorsUnchanged } from "./vector-policy.ts";

const EMBEDDING = { path: "/v", dataType: "float32", distanceFunction: "cosine", dimensions: 300 };

describe("an embedding policy", () => {
  const check = (change: Record<string, Json>) => () =>
    checkVectorPolicy({ vectorEmbeddings: [{ ...EMBEDDING, ...change }] });

  test("is completed", () => {
    expect(checkVectorPolicy({ vectorEmbeddings: [{ path: "/v", dimensions: 300 }] })).toEqual({
      vectorEmbeddings: [EMBEDDING],
    });
  });

  test.each<[Record<string, Json>, RegExp]>([
    [{ path: "v" }, /invalid Path: v\./],
    [{ dataType: "int4" }, /invalid DataType:int4/],
    [{ distanceFunction: "manhattan" }, /invalid DistanceFunction:manhattan/],
    [{ dimensions: 4_097 }, /Dimensions:4097 which is more than the maximum supported value/],
    [{ dimensions: 0 }, /Dimensions:0\./],
    [{ dimensions: 2.5 }, /Dimensions:2\.5\./],
    [{ dimensions: "3" }, /Dimensions:3\./],
  ])("with %j is refused", (change, message) => {
    expect(check(change)).toThrow(message);
  });
});

describe("an embedding source", () => {
  const SOURCE = {
    sourcePaths: ["/title", "/abstract"],
    deploymentName: "text-embedding-3-small",
    modelName: "text-embedding-3-small",
    endpoint: "https://example.com",
    authType: "ApiKey",
  };
  const check = (embeddingSource: Json) =>
    checkVectorPolicy({ vectorEmbeddings: [{ ...EMBEDDING, embeddingSource }] });
  const without = (name: string) =>
    Object.fromEntries(Object.entries(SOURCE).filter(([key]) => key !== name));

  test.each<Json>([SOURCE, { ...SOURCE, authType: "Entra" }, without("modelName"), null])(
    "%j is stored as it was sent",
    (embeddingSource) => {
      expect(check(embeddingSource)).toEqual({ vectorEmbeddings: [{ ...EMBEDDING, embeddingSource }] });
    },
  );

  test.each<[Json, RegExp]>([
    ["/title", /'embeddingSource' must be an object/],
    [without("sourcePaths"), /'embeddingSource\.sourcePaths' must be an array/],
    [{ ...SOURCE, sourcePaths: [] }, /has no sourcePaths/],
    [{ ...SOURCE, sourcePaths: ["title"] }, /invalid source path: title\./],
    [without("endpoint"), /invalid endpoint: undefined/],
    [without("deploymentName"), /invalid deploymentName: undefined/],
    [{ ...SOURCE, deploymentName: "" }, /invalid deploymentName/],
    [without("authType"), /auth type provided in the embedding source of vector policy is invalid\./],
    [{ ...SOURCE, authType: "Basic" }, /policy is invalid\. Use ApiKey or Entra \(got Basic\)/],
  ])("%j is refused", (embeddingSource, message) => {
    expect(() => check(embeddingSource)).toThrow(message);
  });
});

describe("a vector index", () => {
  const check = (index: JsonObject, dimensions = 300) => {
    const policy = { vectorEmbeddings: [{ ...EMBEDDING, dimensions }] };
    return () => checkVectorIndexes({ vectorIndexes: [index] }, policy);
  };

  test.each<JsonObject>([
    { path: "/v", type: "flat" },
    { path: "/v", type: "quantizedFlat", quantizationByteSize: 300 },
    { path: "/v", type: "diskANN", indexingSearchListSize: 25, vectorIndexShardKey: ["/a/b"] },
  ])("%j is accepted", (index) => {
    expect(check(index)).not.toThrow();
  });

  test.each<[JsonObject, RegExp]>([
    [{ path: "/w", type: "flat" }, /path::\/w not matching in Embedding's path/],
    [{ path: "/v", type: "round" }, /Index Type::round is invalid/],
    [{ path: "/v", type: "flat", quantizationByteSize: 0 }, /QuantizationByteSize value :: 0 .* 1 and 300/],
    [{ path: "/v", type: "flat", quantizationByteSize: 301 }, /between 1 and 300/],
    [{ path: "/v", type: "diskANN", indexingSearchListSize: 501 }, /between 25 and 500/],
    [{ path: "/v", type: "diskANN", vectorIndexShardKey: ["a"] }, /invalid Shard Path: a\./],
    [{ path: "/v", type: "diskANN", vectorIndexShardKey: ["/a", "/b"] }, /: 2 exceeds the maximum: 1/],
    [{ path: "/v", type: "diskANN", vectorIndexShardKey: "/a" }, /One of the specified inputs is invalid/],
  ])("%j is refused", (index, message) => {
    expect(check(index)).toThrow(message);
  });

  test("is quantized to 512 bytes at most", () => {
    expect(check({ path: "/v", type: "flat", quantizationByteSize: 513 }, 1_000)).toThrow(/1 and 512/);
  });
});

describe("when a container is replaced", () => {
  const index = { path: "/v", type: "flat" };
  const body = (vectorIndexes: Json[], vectorEmbeddings: Json[]): JsonObject => ({
    indexingPolicy: { vectorIndexes },
    vectorEmbeddingPolicy: { vectorEmbeddings },
  });
  const replace = (after: JsonObject) => () => checkVectorsUnchanged(body([index], [EMBEDDING]), after);

  test("vectors may be added", () => {
    expect(replace(body([index], [EMBEDDING, { ...EMBEDDING, path: "/w" }]))).not.toThrow();
  });

  test("those that are there stay", () => {
    expect(replace(body([{ ...index, type: "diskANN" }], [EMBEDDING]))).toThrow(/vector indexing policy/);
    expect(replace(body([index], [{ ...EMBEDDING, dimensions: 301 }]))).toThrow(/embedding policy/);
    expect(replace(body([index], []))).toThrow(/embedding policy/);
  });
});
