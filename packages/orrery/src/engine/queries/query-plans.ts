/** Query plans for clients that merge partitions themselves, and which queries are left to those clients. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import { runInSlices } from "../../schedule/in-turns.ts";
import type { TaskOwner } from "../../schedule/task-line.ts";
import {
  computedExpressions,
  parameterMap,
  planForClientInSlices,
  QUERY_FEATURES,
  type QueryInfo,
  toEpkRanges,
} from "../../sql/index.ts";
import { cachedQueryInSlices } from "../../sql/language.ts";
import type { PartitionKey } from "../catalog/partition-key.ts";
import type { Container } from "../container/container.ts";
import type { ContainerPartitions } from "../container/container-partitions.ts";
import { awaitingQueryFailures } from "../ground/query-failure.ts";
import { containerView } from "./container-views.ts";
import type { QueryText } from "./query-container.ts";

/**
 * What a plan may ask for that only tells whether a client with a pipeline of its own has to be left with the query.
 * They can carry out all but counting distinct rows, which is done here for them.
 */
export const PIPELINE_FEATURES: ReadonlySet<string> = new Set(QUERY_FEATURES);

interface ClientPlan {
  /** As it is answered. */
  readonly body: JsonObject;
  /** Whether the partitions' rows, one after another, are the answer: nothing to merge, limit or aggregate. */
  readonly isPlain: boolean;
  /** Whether the rows only have to be ordered. */
  readonly isOrderOnly: boolean;
  /** Whether the answer is how many distinct rows all partitions have together. */
  readonly isDistinctCount: boolean;
  /** Whether the filter pins keys, and they are on one physical partition. */
  readonly isPinned: boolean;
}

/** In slices, where the query is long: as a task of the client's own. */
export async function planContainerQuery(
  container: Container,
  { text, parameters }: QueryText,
  features: ReadonlySet<string>,
  owner: TaskOwner = {},
): Promise<ClientPlan> {
  const { partitionKey } = container.definition;
  const { computedProperties, vectorEmbeddings, functions } = containerView(container);
  const plan = await awaitingQueryFailures(
    runInSlices(
      container.environment.scheduler.begin(owner),
      planText(text, partitionKey, features, {
        parameters: parameterMap(parameters),
        computed: computedExpressions(computedProperties),
        vectorEmbeddings,
        functions,
        // Functions are only named in a plan, never called.
        udf: { call: () => undefined },
      }),
    ),
  );
  const info = plan.queryInfo;
  const queryRanges = toEpkRanges(plan.queryRanges, partitionKey);
  const isNarrowed = queryRanges.every(({ min, max }) => min !== "" || max !== "FF");
  const touched = new Set(queryRanges.flatMap(({ min, max }) => rangeIds(container.partitions, min, max)));
  return {
    body: { ...plan, queryRanges } as unknown as JsonObject,
    isPinned: isNarrowed && touched.size < 2,
    isPlain: info !== null && isPlain(info),
    isOrderOnly: info !== null && isPlain({ ...info, orderBy: [] }),
    isDistinctCount: info !== null && info.dCountInfo !== null,
  };
}

function* planText(
  text: string,
  partitionKey: PartitionKey,
  features: ReadonlySet<string>,
  options: Parameters<typeof planForClientInSlices>[2],
): ReturnType<typeof planForClientInSlices> {
  const query = yield* cachedQueryInSlices(text);
  return yield* planForClientInSlices(query, partitionKey, options, features);
}

function rangeIds({ map }: ContainerPartitions, min: Epk, max: Epk): string[] {
  if (min === max) return [map.at(min).id];
  return map.overlapping({ min, max }).map(({ id }) => id);
}

function isPlain(info: QueryInfo): boolean {
  return (
    info.distinctType === "None" &&
    info.top === null &&
    info.offset === null &&
    info.limit === null &&
    info.orderBy.length === 0 &&
    info.aggregates.length === 0 &&
    info.groupByExpressions.length === 0 &&
    Object.keys(info.groupByAliasToAggregateType).length === 0
  );
}
