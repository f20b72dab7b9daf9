/**
 * Test support: all that the server does with the text of a query before it reads an item, as slices: the tree, the keys that
 * the filter names, the plan for clients, and the plan of the server, with indexes and without.
 */
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { bindInSlices } from "../bind/bind-query.ts";
import { parameterMap } from "../bind/query-parameters.ts";
import { resolveParameters } from "../bind/resolve-parameters.ts";
import { bindOptions } from "../client-plan/bind-options.fixture.ts";
import { namedItemsOf } from "../client-plan/item-names.ts";
import { partitionKeysOf } from "../client-plan/partition-filter.ts";
import { planForClientInSlices } from "../client-plan/plan-for-client.ts";
import { QUERY_FEATURES } from "../client-plan/query-features.ts";
import { toEpkRanges } from "../client-plan/query-ranges.ts";
import { planInSlices } from "../plan/plan-execution.ts";
import type { IndexingView } from "../plan/predicates/indexing-view.ts";
import { parseInSlices } from "../syntax/parse-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import type { LongQuery } from "./long-query.fixture.ts";

const KEYS: readonly PartitionKeyDefinition[] = [
  { paths: ["/pk"], kind: "Hash", version: 2 },
  { paths: ["/h1", "/h2", "/h3"], kind: "MultiHash", version: 2 },
];

const ascending = (path: string) => ({ path, descending: false });

const INDEXED: IndexingView = {
  isIndexed: () => true,
  isExplicit: (path) => path === "/a",
  composites: [
    [ascending("/a"), ascending("/b")],
    [ascending("/c1"), ascending("/c2")],
    [ascending("/p0"), { path: "/p1", descending: true }, ascending("/n")],
  ],
  indexAt: (kind, path) => indexAt(kind, path) as never,
};

function indexAt(kind: string, path: string): object | undefined {
  if (kind === "fullText") return { kind, path, language: "en-US" };
  return kind === "vector" && path === "/v" ? { path, metric: "cosine", dimensions: 3 } : undefined;
}

const UNINDEXED: IndexingView = {
  isIndexed: (path) => path === "/id",
  isExplicit: () => false,
  composites: [],
};

/** Ends where a query is refused; returns why. */
export function* planText({ text, parameters = [] }: LongQuery): Generator<void, string | undefined> {
  try {
    const query = yield* parseInSlices(text);
    yield;
    const values = parameterMap(parameters);
    const options = { ...bindOptions(values), spend: () => {}, checkTime: () => {} };
    for (const definition of KEYS) {
      partitionKeysOf(query, definition, values);
      yield;
      namedItemsOf(query, { definition, parameters: values });
      yield;
      const plan = yield* planForClientInSlices(query, definition, options, new Set(QUERY_FEATURES));
      yield;
      toEpkRanges(plan.queryRanges, definition);
      yield;
    }
    const { bound, context } = yield* bindInSlices(resolveParameters(query, values), options);
    for (const indexing of [INDEXED, UNINDEXED]) {
      yield* planInSlices(bound, { context, indexing, known: new Map() });
      yield;
    }
    return undefined;
  } catch (error) {
    if (error instanceof QueryError) return error.code;
    throw error;
  }
}
