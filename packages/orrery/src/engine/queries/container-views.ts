/** What a query sees of its container: the index, the computed properties, the settings of functions. */
import type { FunctionContext, IndexingView, QueryRequest, VectorEmbedding } from "../../sql/index.ts";
import type { Query } from "../../sql/language.ts";
import type { ComputedDefinition } from "../../store/indexes/index-definition.ts";
import { textLanguages } from "../../value/full-text/text-languages.ts";
import type { JsonObject } from "../../value/json.ts";
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
    shapeCells: (path) => indexes.cellsAt(path),
    hasFullText: (path, language) =>
      indexes.fullTexts.some(({ identity }) => identity.path === path && identity.language === language),
    composites: indexes.currentRules.composites
      .filter(({ prefix }) => indexes.hasComposite(prefix))
      .map(({ parts }) => parts),
    vectors: indexes.vectorIndexes,
    ...(indexes.isChanging && {
      coming: {
        percent: definition.indexProgress,
        isIndexed: (path) => indexes.currentRules.isIndexed(path),
        composites: indexes.currentRules.composites.map(({ parts }) => parts),
      },
    }),
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
