/** What a query sees of its container: the index, the computed properties, the settings of functions. */
import {
  cachedQuery,
  type FunctionContext,
  type IndexingView,
  type Query,
  type VectorEmbedding,
} from "../../sql/index.ts";
import type { JsonObject } from "../../value/json.ts";
import type { Container } from "../container/container.ts";

export function indexingView(container: Container): IndexingView {
  const { indexes } = container;
  return {
    isIndexed: (path) => indexes.isIndexed(path),
    isExplicit: (path) => indexes.isExplicit(path),
    composites: indexes.currentRules.composites
      .filter(({ prefix }) => indexes.hasComposite(prefix))
      .map(({ parts }) => parts),
  };
}

export function computedProperties(container: Container): { name: string; query: Query }[] {
  const properties = container.resource.body.computedProperties as
    | readonly { name: string; query: string }[]
    | undefined;
  return (properties ?? []).map(({ name, query }) => ({ name, query: cachedQuery(query) }));
}

export function vectorEmbeddings(container: Container): readonly VectorEmbedding[] {
  const policy = container.resource.body.vectorEmbeddingPolicy as
    | { readonly vectorEmbeddings?: readonly VectorEmbedding[] }
    | undefined;
  return policy?.vectorEmbeddings ?? [];
}

export function functionContext(container: Container): FunctionContext {
  const { environment } = container;
  const { geospatialConfig, fullTextPolicy } = container.resource.body;
  return {
    nowMs: () => environment.now(),
    boundAtMs: environment.now(),
    random: () => environment.random(),
    geospatialType: (geospatialConfig as JsonObject).type === "Geometry" ? "Geometry" : "Geography",
    fullTextLanguage:
      ((fullTextPolicy as JsonObject | undefined)?.defaultLanguage as string | undefined) ?? "en-US",
  };
}
