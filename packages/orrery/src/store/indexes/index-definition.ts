/**
 * What the index entries of a container are made from: its indexing policy, and what else in its body they depend on.
 * A change of any of it makes a new generation of the index.
 */
import { valuesEqual } from "../../value/compare.ts";
import { textLanguages } from "../../value/full-text/text-languages.ts";
import type { Json, JsonObject } from "../../value/json.ts";
import { canonicalPath, parsePath } from "../../value/path.ts";
import type { IndexingPolicy } from "./index-rules.ts";
import { VectorIndex } from "./vector/vector-index.ts";

export interface IndexDefinition {
  readonly policy: IndexingPolicy;
  /** Whether shapes lie on the globe or on a plane; only where there are spatial indexes. */
  readonly geospatialType?: string;
  /** Those that the policy names. */
  readonly computedProperties?: readonly ComputedDefinition[];
  /** The full-text indexes of the policy, each with the language of its texts. */
  readonly texts?: readonly { readonly path: string; readonly language: string }[];
  /** What the vector indexes of the policy are of. */
  readonly vectorEmbeddings?: readonly VectorEmbedding[];
}

export interface ComputedDefinition {
  readonly name: string;
  readonly query: string;
}

interface VectorEmbedding {
  readonly path: string;
  readonly dimensions: number;
  readonly distanceFunction: string;
}

/** As the body of a container has it; nothing in it that makes no difference to entries. */
export function indexDefinitionOf(body: JsonObject): IndexDefinition {
  const policy = body.indexingPolicy as IndexingPolicy;
  const computedProperties = namedProperties(policy, body);
  return {
    policy,
    ...(policy.spatialIndexes && {
      geospatialType: (body.geospatialConfig as { type: string } | undefined)?.type ?? "Geography",
    }),
    ...(computedProperties.length > 0 && { computedProperties }),
    ...((policy.fullTextIndexes?.length ?? 0) > 0 && { texts: indexedTexts(policy, body) }),
    ...(policy.vectorIndexes && { vectorEmbeddings: indexedEmbeddings(policy, body) }),
  };
}

function indexedTexts(
  { fullTextIndexes = [] }: IndexingPolicy,
  { fullTextPolicy }: JsonObject,
): NonNullable<IndexDefinition["texts"]> {
  const { defaultLanguage, languages } = textLanguages(fullTextPolicy);
  return fullTextIndexes.map(({ path }) => {
    const canonical = canonicalPath(parsePath(path as string) ?? []);
    return { path: path as string, language: languages.get(canonical) ?? defaultLanguage };
  });
}

function indexedEmbeddings(
  { vectorIndexes = [] }: IndexingPolicy,
  { vectorEmbeddingPolicy }: JsonObject,
): readonly VectorEmbedding[] {
  const indexed = new Set(vectorIndexes.map(({ path }) => path));
  const { vectorEmbeddings } = vectorEmbeddingPolicy as unknown as {
    readonly vectorEmbeddings: readonly VectorEmbedding[];
  };
  return vectorEmbeddings
    .filter(({ path }) => indexed.has(path))
    .map(({ path, dimensions, distanceFunction }) => ({ path, dimensions, distanceFunction }));
}

/** The vector indexes that a definition asks for. */
export function vectorIndexesOf({ policy, vectorEmbeddings = [] }: IndexDefinition): readonly VectorIndex[] {
  return (policy.vectorIndexes ?? []).flatMap(({ path, type }) => {
    const embedding = vectorEmbeddings.find((other) => other.path === path);
    return embedding === undefined ? [] : [new VectorIndex({ ...embedding, type: String(type) })];
  });
}

/** A wildcard does not include computed properties. */
function namedProperties(
  { includedPaths = [], compositeIndexes = [] }: IndexingPolicy,
  { computedProperties }: JsonObject,
): readonly ComputedDefinition[] {
  if (computedProperties === undefined) return [];
  const named = new Set(
    [...includedPaths, ...compositeIndexes.flat()].map(({ path }) => parsePath(path)?.[0]),
  );
  return (computedProperties as unknown as readonly ComputedDefinition[]).filter(({ name }) =>
    named.has(name),
  );
}

export function isSameDefinition(a: IndexDefinition, b: IndexDefinition): boolean {
  return valuesEqual(a as unknown as Json, b as unknown as Json);
}
