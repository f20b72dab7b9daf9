/** Queries over resources that are not items: databases, containers, offers, users, scripts and so on. */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import { WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import { ArraySource, executeQuery } from "../../sql/index.ts";
import { cachedQuery } from "../../sql/language.ts";
import type { Environment } from "../ground/environment.ts";
import { toFailure } from "../ground/query-failure.ts";
import { functionContext } from "./container-views.ts";
import type { QueryText } from "./query-container.ts";
import { QUERY_TIME, queryTime } from "./query-time.ts";

interface ResourcePage {
  readonly rows: readonly Json[];
  readonly continuation?: string;
}

interface ResourcePageRequest {
  readonly maxItems?: number | undefined;
  readonly continuation?: string | undefined;
}

/** They are all in memory, so a page can look whether anything follows it: the last one has no continuation. */
export async function queryResources(
  environment: Environment,
  resources: readonly JsonObject[],
  query: QueryText,
  page: ResourcePageRequest,
): Promise<ResourcePage> {
  const { rows, continuation } = await readPage(environment, resources, query, page);
  if (continuation === undefined) return { rows };
  const next = await readPage(environment, resources, query, { maxItems: 1, continuation });
  const isLast = next.rows.length === 0 && next.continuation === undefined;
  return isLast ? { rows } : { rows, continuation };
}

async function readPage(
  environment: Environment,
  resources: readonly JsonObject[],
  { text, parameters }: QueryText,
  page: ResourcePageRequest,
): Promise<ResourcePage> {
  const { task, stop, deadlineMs } = await queryTime(environment, QUERY_TIME.wholeMs);
  try {
    const result = await executeQuery({
      query: cachedQuery(text),
      parameters,
      partitions: [{ ...WHOLE_EPK_RANGE, open: () => new ArraySource(resources) }],
      indexing: { isIndexed: () => true, isExplicit: () => true, composites: [] },
      functions: functionContext(environment),
      page: {
        deadlineMs,
        ...(page.maxItems === undefined || page.maxItems < 1 ? {} : { maxItems: page.maxItems }),
      },
      task,
      stop,
      ...(page.continuation === undefined ? {} : { continuation: page.continuation }),
    });
    const rows = result.rows.map((row) => row.value());
    return result.continuation === undefined ? { rows } : { rows, continuation: result.continuation };
  } catch (error) {
    throw toFailure(error);
  }
}
