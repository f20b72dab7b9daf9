/** Definitions of a container's indexes, from its body. */

import type { JsonObject } from "@orrerydb/exact-json";
import { parsePath } from "../../value/path.ts";
import type { ComputedDefinition } from "./computed-values.ts";
import type { IndexDefinition, IndexingPolicy } from "./index-kind.ts";
import { INDEX_KINDS } from "./index-kinds.ts";

/** As the body of a container has it; nothing in it that makes no difference to entries. */
export function indexDefinitionOf(body: JsonObject): IndexDefinition {
  const policy = body.indexingPolicy as IndexingPolicy;
  const computedProperties = namedProperties(policy, body);
  return Object.assign(
    { policy, ...(computedProperties.length > 0 && { computedProperties }) },
    ...INDEX_KINDS.map((kind) => kind.definitionOf?.(policy, body)),
  );
}

/** A wildcard does not include computed properties. */
function namedProperties(
  policy: IndexingPolicy,
  { computedProperties }: JsonObject,
): readonly ComputedDefinition[] {
  if (computedProperties === undefined) return [];
  const paths = INDEX_KINDS.flatMap((kind) => kind.namedPaths?.(policy) ?? []);
  const named = new Set(paths.map((path) => parsePath(path)?.[0]));
  return (computedProperties as unknown as readonly ComputedDefinition[]).filter(({ name }) =>
    named.has(name),
  );
}
