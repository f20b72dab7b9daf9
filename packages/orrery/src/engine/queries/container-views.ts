/** What a query sees of its container: the index, the computed properties, the settings of functions. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { FunctionContext, IndexingView, QueryRequest, VectorEmbedding } from "../../sql/index.ts";
import type { Query } from "../../sql/language.ts";
import type { ComputedDefinition } from "../../store/indexes/computed-values.ts";
import { textLanguages } from "../../value/full-text/text-languages.ts";
import type { Container } from "../container/container.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import type { Environment } from "../ground/environment.ts";
import { loadedLanguage } from "../ground/query-language.ts";

/** The part of a query's request that its container decides: the same for clients, scripts and conditions. */
export function containerView({
  definition,
  environment,
}: Pick<Container, "definition" | "environment">): Required<
  Pick<QueryRequest, "indexing" | "computedProperties" | "vectorEmbeddings" | "functions">
> {
  return {
    indexing: indexingView(definition),
    computedProperties: computedProperties(definition),
    vectorEmbeddings: vectorEmbeddings(definition),
    functions: functionContext(environment, definition.resource.body),
  };
}

function indexingView(definition: CurrentDefinition): IndexingView {
  const { indexes } = definition;
  return {
    isIndexed: (path) => indexes.isIndexed(path),
    isExplicit: (path) => indexes.isExplicit(path),
    indexAt: (kind, path) => indexes.indexAt(kind, path) as never,
    composites: indexes.composites,
    ...(indexes.coming && { coming: { percent: definition.indexProgress, ...indexes.coming } }),
    holdsComputed: (name) =>
      computedDefinitions(definition).some(
        (property) => property.name === name && indexes.holdsComputed(name, property.query),
      ),
  };
}

function computedProperties(definition: CurrentDefinition): { name: string; query: Query }[] {
  return computedDefinitions(definition).map(({ name, query }) => ({
    name,
    query: loadedLanguage().cachedQuery(query),
  }));
}

function computedDefinitions({ resource }: CurrentDefinition): readonly ComputedDefinition[] {
  const { computedProperties = [] } = resource.body;
  return computedProperties as unknown as readonly ComputedDefinition[];
}

function vectorEmbeddings({ resource }: CurrentDefinition): readonly VectorEmbedding[] {
  const policy = resource.body.vectorEmbeddingPolicy as
    | { readonly vectorEmbeddings?: readonly VectorEmbedding[] }
    | undefined;
  return policy?.vectorEmbeddings ?? [];
}

/** `settings`: of a container. Queries over other resources have none. */
export function functionContext(environment: Environment, settings: JsonObject = {}): FunctionContext {
  const { geospatialConfig, fullTextPolicy } = settings;
  const { defaultLanguage, languages } = textLanguages(fullTextPolicy);
  const geospatialType = (geospatialConfig as JsonObject | undefined)?.type;
  return {
    nowMs: () => environment.now(),
    boundAtMs: environment.now(),
    random: () => environment.random(),
    geospatialType: geospatialType === "Geometry" ? "Geometry" : "Geography",
    fullTextLanguage: defaultLanguage,
    fullTextLanguages: languages,
  };
}
