/**
 * A container's definition: every property that clients may give, checked and made complete. Unknown properties are
 * neither refused nor kept, as on the service.
 */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import { IndexGeneration } from "../../store/indexes/index-generation.ts";
import type { IndexingPolicy } from "../../store/indexes/index-kind.ts";
import { INDEX_KINDS } from "../../store/indexes/index-kinds.ts";
import { completeIndexingPolicy } from "../../store/indexes/indexing-policy.ts";
import { badPolicy, listIn, listOf, objectOf, type PolicyInput } from "../../store/indexes/policy-input.ts";
import { parsePolicyPath } from "../../store/indexes/policy-path.ts";
import { shownValue } from "../../value/shown-value.ts";
import { valuesEqual } from "../../value/values-equal.ts";
import { withQueryFailures } from "../ground/query-failure.ts";
import { loadedLanguage } from "../ground/query-language.ts";
import { checkName } from "./names.ts";
import { PartitionKey } from "./partition-key.ts";

const TTL_MAX = 2_147_483_647;
const UNIQUE_KEYS_MAX = 10;
const UNIQUE_KEY_PATHS_MAX = 16;
const COMPUTED_PROPERTIES_MAX = 20;

export interface ContainerDefinition {
  readonly partitionKey: PartitionKey;
  /** As it is answered, without system properties. */
  readonly body: JsonObject;
}

/** `requirePartitionKey` is false for clients too old to know partition keys. */
export function parseContainerDefinition(
  input: PolicyInput,
  options: { requirePartitionKey: boolean },
): ContainerDefinition {
  const id = checkName(input.id);
  if (input.partitionKey === undefined && options.requirePartitionKey) {
    throw badPolicy(
      'Partition key is missing. Give the container a \'partitionKey\' with its path, for example {"paths":["/id"],"kind":"Hash"}.',
    );
  }
  const partitionKey = PartitionKey.parse(input.partitionKey);
  const indexingPolicy = completeIndexingPolicy(input.indexingPolicy);
  // What the index cannot be built from must fail here, not when the container is next opened.
  new IndexGeneration({ policy: indexingPolicy as IndexingPolicy }, () => () => undefined);
  const body: Record<string, Json> = { id, indexingPolicy, partitionKey: partitionKey.definition };
  const defaultTtl = checkTtl(input.defaultTtl);
  if (defaultTtl !== undefined) {
    if (indexingPolicy.indexingMode === "none")
      throw badPolicy("Time to live needs indexing: it cannot be used with indexing mode 'none'.");
    body.defaultTtl = defaultTtl;
  }
  body.uniqueKeyPolicy = checkUniqueKeys(input.uniqueKeyPolicy);
  body.conflictResolutionPolicy = checkConflictResolution(input.conflictResolutionPolicy);
  body.geospatialConfig = checkGeospatial(input.geospatialConfig);
  for (const [name, check] of Object.entries(OPTIONAL)) {
    const value = input[name];
    if (value !== undefined && value !== null) body[name] = check(value);
  }
  checkKeyIsStored(partitionKey, (body.computedProperties ?? []) as JsonObject[]);
  for (const { policy } of INDEX_KINDS) policy.check?.(body);
  return { partitionKey, body };
}

/** What may not change once the container exists. */
export function checkReplacement(before: JsonObject, after: ContainerDefinition, given: PolicyInput): void {
  if (given.id !== before.id) {
    throw badPolicy(
      `A container cannot be renamed: the body says '${shownValue(given.id)}', the container is '${shownValue(before.id)}'.`,
    );
  }
  const sameKey = PartitionKey.of(before.partitionKey as JsonObject);
  const { paths, kind, version } = after.partitionKey;
  if (!valuesEqual([...paths], [...sameKey.paths]) || kind !== sameKey.kind || version !== sameKey.version) {
    throw badPolicy(
      `Document collection partition key cannot be changed. The container is divided by ${JSON.stringify(sameKey.paths)} for ever: create a new container with the key you want and copy the items into it.`,
    );
  }
  for (const { policy } of INDEX_KINDS) policy.checkReplacement?.(before, after.body);
  if (!valuesEqual(after.body.uniqueKeyPolicy, before.uniqueKeyPolicy)) {
    throw badPolicy(
      "The unique key policy of a container cannot be changed. Create a new container with the policy you want.",
    );
  }
}

const OPTIONAL: Readonly<Record<string, (value: Json) => Json>> = {
  computedProperties: checkComputedProperties,
  ...Object.assign({}, ...INDEX_KINDS.map(({ policy }) => policy.others)),
  clientEncryptionPolicy: checkEncryptionPolicy,
  changeFeedPolicy: checkChangeFeedPolicy,
  analyticalStorageTtl: checkAnalyticalTtl,
};

function checkTtl(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (
    typeof value !== "number" ||
    !Number.isInteger(value) ||
    (value !== -1 && (value < 1 || value > TTL_MAX))
  ) {
    throw badPolicy(
      `The default time to live must be -1 or a whole number of seconds from 1 to ${TTL_MAX}, not ${JSON.stringify(value)}.`,
    );
  }
  return value;
}

/** Kept and answered for clients that compare; there is no analytical store. 0 is "none". */
function checkAnalyticalTtl(value: Json): Json {
  if (typeof value === "number" && Number.isInteger(value) && value >= -1 && value <= TTL_MAX) return value;
  throw badPolicy(
    `The time to live of the analytical store must be -1, 0 or a whole number of seconds up to ${TTL_MAX}, not ${JSON.stringify(value)}.`,
  );
}

function checkUniqueKeys(value: Json | undefined): Json {
  if (value === undefined || value === null) return { uniqueKeys: [] };
  // The Java client sends `{}` for a container without unique keys.
  const { uniqueKeys = [] } = objectOf(value, "uniqueKeyPolicy");
  const list = listOf(uniqueKeys, "uniqueKeyPolicy.uniqueKeys");
  if (list.length > UNIQUE_KEYS_MAX)
    throw badPolicy(`A container has at most ${UNIQUE_KEYS_MAX} unique keys.`);
  return {
    uniqueKeys: list.map((key) => {
      const paths = listIn(key, "paths", "uniqueKeys");
      if (paths.length === 0 || paths.length > UNIQUE_KEY_PATHS_MAX)
        throw badPolicy(`A unique key has 1 to ${UNIQUE_KEY_PATHS_MAX} paths.`);
      for (const path of paths) {
        if (
          typeof path !== "string" ||
          parsePolicyPath(path)?.every((segment) => segment !== null) !== true
        ) {
          throw badPolicy(`The unique key path ${JSON.stringify(path)} could not be accepted.`);
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
    throw badPolicy("The conflict resolution mode must be 'LastWriterWins' or 'Custom'.");
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
    throw badPolicy("The type of 'geospatialConfig' must be 'Geography' or 'Geometry'.");
  return { type };
}

function checkComputedProperties(value: Json): Json {
  const list = listOf(value, "computedProperties");
  if (list.length > COMPUTED_PROPERTIES_MAX)
    throw badPolicy(`A container has at most ${COMPUTED_PROPERTIES_MAX} computed properties.`);
  const names = new Set<string>();
  return list.map((item) => {
    const { name, query } = objectOf(item, "computedProperties");
    if (typeof name !== "string" || name === "" || typeof query !== "string")
      throw badPolicy("A computed property needs a 'name' and a 'query'.");
    if (names.has(name) || name === "id" || name.startsWith("_"))
      throw badPolicy(`The computed property name '${name}' is taken.`);
    names.add(name);
    const fault = withQueryFailures(() => loadedLanguage().computedFault(query));
    if (fault !== undefined) throw badPolicy(`The query of the computed property '${name}' ${fault}.`);
    return { name, query };
  });
}

/** Queries are routed by the key that items hold, and clients name it in those that they make. */
function checkKeyIsStored({ paths }: PartitionKey, computed: readonly JsonObject[]): void {
  const hidden = computed.find(({ name }) => paths.some((path) => parsePolicyPath(path)?.[0] === name));
  if (hidden !== undefined) {
    throw badPolicy(
      `The computed property '${shownValue(hidden.name)}' would hide the partition key. Give it another name.`,
    );
  }
}

function checkEncryptionPolicy(value: Json): Json {
  const policy = objectOf(value, "clientEncryptionPolicy");
  for (const item of listIn(value, "includedPaths", "clientEncryptionPolicy")) {
    const { path, clientEncryptionKeyId } = objectOf(item, "includedPaths");
    if (typeof path !== "string" || typeof clientEncryptionKeyId !== "string") {
      throw badPolicy("Each encrypted path needs a 'path' and a 'clientEncryptionKeyId'.");
    }
  }
  return policy as JsonObject;
}

function checkChangeFeedPolicy(value: Json): Json {
  const { retentionDuration = 0 } = objectOf(value, "changeFeedPolicy");
  if (typeof retentionDuration !== "number" || retentionDuration < 0)
    throw badPolicy("The 'retentionDuration' of the change feed is a number of minutes.");
  return { retentionDuration };
}
