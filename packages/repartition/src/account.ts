/** A container of an account, as the command line names it: ACCOUNT/database/container. */

import { CosmosClient, type CosmosClientOptions, type Plugin } from "@azure/cosmos";
import { withExactNumbers } from "@orrerydb/exact-json/cosmos";

export interface ContainerPlace {
  readonly endpoint: string;
  readonly key: string;
  readonly database: string;
  readonly container: string;
}

/** A mistake in what was asked for, reported in one sentence. */
export class RepartitionError extends Error {
  override readonly name = "RepartitionError";
}

/** `http://localhost:8081/shop/carts`: the endpoint, then the names. */
export function parsePlace(text: string, key: string): ContainerPlace {
  const [, endpoint, database, container] = /^(https?:\/\/[^/]+)\/([^/]+)\/([^/]+)\/?$/.exec(text) ?? [];
  if (endpoint === undefined) {
    throw new RepartitionError(
      `'${text}' names no container: it must be an endpoint, a database and a container, as in http://localhost:8081/shop/carts.`,
    );
  }
  return {
    endpoint,
    key,
    database: decodeURIComponent(database!),
    container: decodeURIComponent(container!),
  };
}

/** Counts what was refused for want of throughput. */
export interface ThrottleCount {
  throttled: number;
}

export function connect(
  { endpoint, key }: ContainerPlace,
  count: ThrottleCount,
  options: Partial<CosmosClientOptions> = {},
): CosmosClient {
  const plugin: Plugin<unknown> = async (context, _node, next) => {
    try {
      return await next(context);
    } catch (error) {
      if ((error as { code?: number }).code === 429) count.throttled++;
      throw error;
    }
  };
  const all = {
    endpoint,
    key,
    userAgentSuffix: "orrery-repartition",
    // Waiting is better than failing: the share of the throughput is bounded elsewhere.
    connectionPolicy: {
      retryOptions: {
        maxRetryAttemptCount: 1_000,
        fixedRetryIntervalInMilliseconds: 0,
        maxWaitTimeInSeconds: 600,
      },
    },
    plugins: [{ on: "request", plugin }],
    ...options,
  } as CosmosClientOptions;
  return new CosmosClient(withExactNumbers(all));
}
