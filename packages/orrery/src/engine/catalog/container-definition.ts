/**
 * A container's definition: every property that clients may give, checked and made complete. Unknown properties are
 * neither refused nor kept, as on the service.
 */

import { cachedQuery } from "../../sql/index.ts";
import { IndexRules } from "../../store/index-rules.ts";
import { valuesEqual } from "../../value/compare.ts";
import { Failure } from "../../value/failure.ts";
import type { Json, JsonObject } from "../../value/json.ts";
import { withQueryFailures } from "../ground/query-failure.ts";
import { completeIndexingPolicy } from "./indexing-policy.ts";
import { checkName } from "./names.ts";
import { PartitionKey } from "./partition-key.ts";
import { checkPolicyList, parsePolicyPath } from "./policy-path.ts";

const TTL_MAX = 2_147_483_647;
const UNIQUE_KEYS_MAX = 10;
const UNIQUE_KEY_PATHS_MAX = 16;
const COMPUTED_PROPERTIES_MAX = 20;
const VECTOR_DIMENSIONS_MAX = 4096;

type Input = Readonly<Record<string, Json | undefined>>;

export interface ContainerDefinition {
  readonly partitionKey: PartitionKey;
  /** As it is answered, without system properties. */
  readonly body: JsonObject;
}

/** `requirePartitionKey` is false for clients too old to know partition keys. */
export function parseContainerDefinition(
  input: Input,
  options: { requirePartitionKey: boolean },
): ContainerDefinition {
  const id = checkName(input.id);
  if (input.partitionKey === undefined && options.requirePartitionKey) {
    throw bad(
      'Partition key is missing. Give the container a \'partitionKey\' with its path, for example {"paths":["/id"],"kind":"Hash"}.',
    );
  }
  const partitionKey = PartitionKey.parse(input.partitionKey);
  const indexingPolicy = completeIndexingPolicy(input.indexingPolicy);
  // What the index cannot be built from must fail here, not when the container is next opened.
  new IndexRules(indexingPolicy);
  const body: Record<string, Json> = { id, indexingPolicy, partitionKey: partitionKey.definition };
  const defaultTtl = checkTtl(input.defaultTtl);
  if (defaultTtl !== undefined) {
    if (indexingPolicy.indexingMode === "none")
      throw bad("Time to live needs indexing: it cannot be used with indexing mode 'none'.");
    body.defaultTtl = defaultTtl;
  }
  body.uniqueKeyPolicy = checkUniqueKeys(input.uniqueKeyPolicy);
  body.conflictResolutionPolicy = checkConflictResolution(input.conflictResolutionPolicy);
  body.geospatialConfig = checkGeospatial(input.geospatialConfig);
  for (const [name, check] of Object.entries(OPTIONAL)) {
    const value = input[name];
    if (value !== undefined && value !== null) body[name] = check(value);
  }
  checkSpatialIndexes(indexingPolicy, body.geospatialConfig as JsonObject);
  checkVectorIndexes(indexingPolicy, body.vectorEmbeddingPolicy as JsonObject | undefined);
  return { partitionKey, body };
}

/** What may not change once the container exists. */
export function checkReplacement(before: JsonObject, after: ContainerDefinition, given: Input): void {
  if (given.id !== before.id) {
    throw bad(
      `A container cannot be renamed: the body says '${String(given.id)}', the container is '${String(before.id)}'.`,
    );
  }
  const sameKey = PartitionKey.of(before.partitionKey as JsonObject);
  const { paths, kind, version } = after.partitionKey;
  if (!valuesEqual([...paths], [...sameKey.paths]) || kind !== sameKey.kind || version !== sameKey.version) {
    throw bad(
      `Document collection partition key cannot be changed. The container is divided by ${JSON.stringify(sameKey.paths)} for ever: create a new container with the key you want and copy the items into it.`,
    );
  }
  if (!valuesEqual(vectorIndexesOf(after.body), vectorIndexesOf(before))) {
    throw bad(
      "The vector indexes of a container cannot be changed. Create a new container with the indexes you want.",
    );
  }
  if (!valuesEqual(after.body.uniqueKeyPolicy, before.uniqueKeyPolicy)) {
    throw bad(
      "The unique key policy of a container cannot be changed. Create a new container with the policy you want.",
    );
  }
}

function vectorIndexesOf({ indexingPolicy }: JsonObject): Json {
  return (indexingPolicy as JsonObject).vectorIndexes ?? [];
}

const OPTIONAL: Readonly<Record<string, (value: Json) => Json>> = {
  computedProperties: checkComputedProperties,
  vectorEmbeddingPolicy: checkVectorPolicy,
  fullTextPolicy: checkFullTextPolicy,
  clientEncryptionPolicy: checkEncryptionPolicy,
  changeFeedPolicy: checkChangeFeedPolicy,
};

function checkTtl(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (
    typeof value !== "number" ||
    !Number.isInteger(value) ||
    (value !== -1 && (value < 1 || value > TTL_MAX))
  ) {
    throw bad(
      `The default time to live must be -1 or a whole number of seconds from 1 to ${TTL_MAX}, not ${JSON.stringify(value)}.`,
    );
  }
  return value;
}

function checkUniqueKeys(value: Json | undefined): Json {
  if (value === undefined || value === null) return { uniqueKeys: [] };
  // The Java client sends `{}` for a container without unique keys.
  const { uniqueKeys = [] } = objectOf(value, "uniqueKeyPolicy");
  const list = listIn({ uniqueKeys }, "uniqueKeys", "uniqueKeyPolicy");
  if (list.length > UNIQUE_KEYS_MAX) throw bad(`A container has at most ${UNIQUE_KEYS_MAX} unique keys.`);
  return {
    uniqueKeys: list.map((key) => {
      const paths = listIn(key, "paths", "uniqueKeys");
      if (paths.length === 0 || paths.length > UNIQUE_KEY_PATHS_MAX)
        throw bad(`A unique key has 1 to ${UNIQUE_KEY_PATHS_MAX} paths.`);
      for (const path of paths) {
        if (
          typeof path !== "string" ||
          parsePolicyPath(path)?.every((segment) => segment !== null) !== true
        ) {
          throw bad(`The unique key path ${JSON.stringify(path)} could not be accepted.`);
        }
      }
      return { paths };
    }),
  };
}

function checkConflictResolution(value: Json | undefined): Json {
  const {
    mode = "LastWriterWins",
    conflictResolutionPath = "/_ts",
    conflictResolutionProcedure = "",
  } = value === undefined || value === null ? {} : objectOf(value, "conflictResolutionPolicy");
  if (mode !== "LastWriterWins" && mode !== "Custom")
    throw bad("The conflict resolution mode must be 'LastWriterWins' or 'Custom'.");
  return mode === "Custom"
    ? { mode, conflictResolutionPath: "", conflictResolutionProcedure: conflictResolutionProcedure as Json }
    : {
        mode,
        conflictResolutionPath: (conflictResolutionPath || "/_ts") as Json,
        conflictResolutionProcedure: "",
      };
}

function checkGeospatial(value: Json | undefined): Json {
  const { type = "Geography" } =
    value === undefined || value === null ? {} : objectOf(value, "geospatialConfig");
  if (type !== "Geography" && type !== "Geometry")
    throw bad("The type of 'geospatialConfig' must be 'Geography' or 'Geometry'.");
  return { type };
}

/** Planar shapes need to know their plane; the globe has no edges. */
function checkSpatialIndexes({ spatialIndexes }: JsonObject, { type }: JsonObject): void {
  for (const { path, boundingBox } of (spatialIndexes ?? []) as JsonObject[]) {
    if (type === "Geometry" && boundingBox === undefined) {
      throw bad(
        `The spatial index '${String(path)}' needs a boundingBox, because the container's type is Geometry.`,
      );
    }
    if (type === "Geography" && boundingBox !== undefined) {
      throw bad(
        `The spatial index '${String(path)}' must have no boundingBox, because the container's type is Geography.`,
      );
    }
  }
}

function checkVectorIndexes({ vectorIndexes }: JsonObject, policy: JsonObject | undefined): void {
  const embeddings = ((policy?.vectorEmbeddings ?? []) as JsonObject[]).map(({ path }) => path);
  for (const { path, type } of (vectorIndexes ?? []) as JsonObject[]) {
    if (typeof path !== "string" || !embeddings.includes(path)) {
      throw bad(
        `The vector index path ${String(path)} not matching in Embedding's path. Name it in the vectorEmbeddingPolicy too.`,
      );
    }
    if (!["flat", "quantizedFlat", "diskANN"].includes(String(type)))
      throw bad(`The vector index type '${String(type)}' is not known.`);
  }
}

function checkComputedProperties(value: Json): Json {
  if (!Array.isArray(value)) throw bad("'computedProperties' must be an array.");
  if (value.length > COMPUTED_PROPERTIES_MAX)
    throw bad(`A container has at most ${COMPUTED_PROPERTIES_MAX} computed properties.`);
  const names = new Set<string>();
  return value.map((item) => {
    const { name, query } = objectOf(item as Json, "computedProperties");
    if (typeof name !== "string" || name === "" || typeof query !== "string")
      throw bad("A computed property needs a 'name' and a 'query'.");
    if (names.has(name) || name === "id" || name.startsWith("_"))
      throw bad(`The computed property name '${name}' is taken.`);
    names.add(name);
    withQueryFailures(() => cachedQuery(query));
    return { name, query };
  });
}

function checkVectorPolicy(value: Json): Json {
  return {
    vectorEmbeddings: listIn(value, "vectorEmbeddings", "vectorEmbeddingPolicy").map((item) => {
      const embedding = objectOf(item, "vectorEmbeddings");
      const { path, dataType = "float32", distanceFunction = "cosine", dimensions } = embedding;
      if (typeof path !== "string" || parsePolicyPath(path) === undefined)
        throw bad("A vector embedding needs a 'path'.");
      if (!["float32", "float16", "int8", "uint8"].includes(String(dataType).toLowerCase()))
        throw bad(`The vector data type '${String(dataType)}' is not known.`);
      if (!["cosine", "dotproduct", "euclidean"].includes(String(distanceFunction).toLowerCase()))
        throw bad(`The distance function '${String(distanceFunction)}' is not known.`);
      if (
        typeof dimensions !== "number" ||
        !Number.isInteger(dimensions) ||
        dimensions < 1 ||
        dimensions > VECTOR_DIMENSIONS_MAX
      ) {
        throw bad(`The dimensions of a vector must be a whole number from 1 to ${VECTOR_DIMENSIONS_MAX}.`);
      }
      return {
        ...embedding,
        path,
        dataType: dataType as Json,
        distanceFunction: distanceFunction as Json,
        dimensions,
      };
    }),
  };
}

function checkFullTextPolicy(value: Json): Json {
  const { defaultLanguage = "en-US", fullTextPaths = [] } = objectOf(value, "fullTextPolicy");
  if (!Array.isArray(fullTextPaths)) throw bad("'fullTextPaths' must be an array.");
  checkPolicyList(fullTextPaths, "fullTextPaths");
  for (const item of fullTextPaths) {
    const { path } = objectOf(item as Json, "fullTextPaths");
    if (typeof path !== "string" || parsePolicyPath(path) === undefined)
      throw bad("A full-text path needs a 'path'.");
  }
  return { defaultLanguage: defaultLanguage as Json, fullTextPaths: fullTextPaths as Json };
}

function checkEncryptionPolicy(value: Json): Json {
  const policy = objectOf(value, "clientEncryptionPolicy");
  for (const item of listIn(value, "includedPaths", "clientEncryptionPolicy")) {
    const { path, clientEncryptionKeyId } = objectOf(item, "includedPaths");
    if (typeof path !== "string" || typeof clientEncryptionKeyId !== "string") {
      throw bad("Each encrypted path needs a 'path' and a 'clientEncryptionKeyId'.");
    }
  }
  return policy as JsonObject;
}

function checkChangeFeedPolicy(value: Json): Json {
  const { retentionDuration = 0 } = objectOf(value, "changeFeedPolicy");
  if (typeof retentionDuration !== "number" || retentionDuration < 0)
    throw bad("The 'retentionDuration' of the change feed is a number of minutes.");
  return { retentionDuration };
}

function objectOf(value: Json, name: string): Readonly<Record<string, Json | undefined>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw bad(`'${name}' must be an object.`);
  return value as JsonObject;
}

function listIn(value: Json, name: string, owner: string): readonly Json[] {
  const list = objectOf(value, owner)[name];
  if (!Array.isArray(list)) throw bad(`'${name}' of '${owner}' must be an array.`);
  checkPolicyList(list, name);
  return list;
}

function bad(message: string): Failure {
  return new Failure("badRequest", message);
}
