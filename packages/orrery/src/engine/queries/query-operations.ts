/** Queries by the name of their container: the way in for gateways. Decides which queries are left to the client. */
import { NO_DATA_CHARGE } from "../../throughput/charges.ts";
import { Failure } from "../../value/failure.ts";
import type { JsonObject } from "../../value/json.ts";
import type { Container } from "../container/container.ts";
import type { ContainerNames } from "../container/container-names.ts";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.ts";
import { isOwnContinuation } from "./continuation.ts";
import type { FunctionProvider } from "./function-provider.ts";
import {
  type ItemQueryRequest,
  type QueryAnswer,
  type QueryText,
  queryContainer,
} from "./query-container.ts";
import { PIPELINE_FEATURES, planContainerQuery } from "./query-plans.ts";
import { asServed, partitionsInScope } from "./query-scope.ts";

interface ClientQueryRequest extends Omit<ItemQueryRequest, "udf"> {
  /** Whether the client lets the query go over several partitions. */
  readonly mayCross: boolean;
  /** Whether the client has a pipeline of its own for queries over several partitions. */
  readonly mergesQueries: boolean;
  /** Whether the client reads the ranges again when it is told that one is gone. */
  readonly followsSplits: boolean;
}

interface PlanAnswer {
  readonly body: JsonObject;
  readonly charge: number;
  readonly container: ContainerNames;
}

export class QueryOperations {
  readonly #containers: ContainersByName;
  readonly #functions: FunctionProvider;

  constructor(containers: ContainersByName, functions: FunctionProvider) {
    this.#containers = containers;
    this.#functions = functions;
  }

  run(address: ContainerAddress, text: QueryText, request: ClientQueryRequest): Promise<QueryAnswer> {
    return this.#containers.use(address, async (container) => {
      checkServable(container, text, request);
      const scoped = asServed(container, request, request.followsSplits);
      return this.#functions.withFunctions(container, text.text, (udf) =>
        queryContainer(container, text, udf === undefined ? scoped : { ...scoped, udf }),
      );
    });
  }

  /** For clients that merge the partitions' rows themselves. */
  plan(address: ContainerAddress, text: QueryText, features: ReadonlySet<string>): Promise<PlanAnswer> {
    return this.#containers.use(address, async (container) => {
      const { body } = planContainerQuery(container, text, features);
      return { body, charge: NO_DATA_CHARGE, container: container.names };
    });
  }
}

/**
 * Over several partitions the server can merge everything itself, and does for clients that cannot. For clients
 * with a pipeline of their own it does what the service does, and leaves ORDER BY, TOP, OFFSET LIMIT, DISTINCT and
 * aggregates to them: their results are not quite the same (a property that is there and undefined, an error on
 * mixed types), and what fails in production must fail here.
 */
function checkServable(container: Container, text: QueryText, request: ClientQueryRequest): void {
  const { rangeId, continuation, key, mayCross, mergesQueries } = request;
  if (rangeId !== undefined || partitionsInScope(container, request).length < 2) return;
  // Begun on one partition that has been split since: the client could not take it over in the middle.
  if (continuation !== undefined && isOwnContinuation(continuation)) return;
  // A prefix of a hierarchical key: the JavaScript client would ask again without it, and take all rows of the ranges.
  if (key !== undefined) return;
  if (mayCross && !mergesQueries) return;
  const plan = planContainerQuery(container, text, PIPELINE_FEATURES);
  if (plan.isPinned) return;
  if (!mayCross) {
    throw new Failure(
      "badRequest",
      "Cross partition query is required but disabled. Please set x-ms-documentdb-query-enablecrosspartition to true, specify x-ms-documentdb-partitionkey, or revise your query to avoid this exception.",
    );
  }
  if (plan.isPlain) return;
  throw new Failure(
    "crossPartitionNotServable",
    "The provided cross partition query can not be directly served by the gateway. This is a first chance (internal) exception that all newer clients will know how to handle gracefully. This exception is traced, but unless you see it bubble up as an exception (which only happens on older SDK clients), then you can safely ignore this message.",
    { details: { additionalErrorInfo: JSON.stringify(plan.body) } },
  );
}
