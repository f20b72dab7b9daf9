/*
 * A container in memory, for tests: items by key and id, queries as functions. A query text is answered by the
 * function that the test registered for it; pages, continuation tokens and charges are as the SDK shows them.
 */

import type { Container, FeedOptions, PartitionKey, SqlQuerySpec } from "@azure/cosmos";
import { extractPartitionKey } from "../hash/partition-key-path.ts";
import type { PlanAnswer } from "./merge-plan.ts";

type FakeItem = Record<string, unknown> & { id: string };
type FakeQuery = (items: FakeItem[], spec: SqlQuerySpec) => unknown[];

export class FakeContainer {
  readonly id = "fake";
  readonly paths: string[];
  readonly version: number;
  physicalPartitions = 5;
  requests: string[] = [];
  active = 0;
  activeMax = 0;
  readonly queries = new Map<string, FakeQuery>();
  readonly plans = new Map<string, PlanAnswer>();
  failOn: ((key: unknown) => Error | undefined) | undefined;
  readonly #items = new Map<string, FakeItem>();

  constructor(paths: string[] = ["/partitionKey"], version = 2) {
    this.paths = paths;
    this.version = version;
  }

  get container(): Container {
    return this as unknown as Container;
  }

  all(): FakeItem[] {
    return [...this.#items.values()];
  }

  keyOf(item: object): PartitionKey {
    return extractPartitionKey(item, { paths: this.paths }) as PartitionKey;
  }

  async getPartitionKeyDefinition() {
    return { resource: { paths: this.paths, version: this.version } };
  }

  async getQueryPlan(spec: SqlQuerySpec) {
    this.requests.push(`plan ${spec.query}`);
    return {
      result: this.plans.get(spec.query) ?? { queryInfo: {} },
      headers: { "x-ms-request-charge": "0.5" },
    };
  }

  readPartitionKeyRanges() {
    return { fetchAll: async () => ({ resources: Array.from({ length: this.physicalPartitions }) }) };
  }

  item(id: string, partitionKey: PartitionKey) {
    const name = nameOf(partitionKey, id);
    const existing = (operation: string) => {
      this.requests.push(`${operation} ${name}`);
      const item = this.#items.get(name);
      if (item === undefined) throw httpError(404);
      return item;
    };
    return {
      read: async () => {
        try {
          return answer(200, existing("read"));
        } catch {
          return answer(404, undefined);
        }
      },
      replace: async (item: FakeItem) => {
        existing("replace");
        this.#items.set(name, item);
        return answer(200, item);
      },
      patch: async () => answer(200, existing("patch")),
      delete: async () => {
        existing("delete");
        const error = this.failOn?.(partitionKey);
        if (error) throw error;
        this.#items.delete(name);
        return answer(204, undefined);
      },
    };
  }

  readonly items = {
    create: async (item: FakeItem) => {
      const name = nameOf(this.keyOf(item), item.id);
      this.requests.push(`create ${name}`);
      if (this.#items.has(name)) throw httpError(409);
      this.#items.set(name, item);
      return answer(201, item);
    },
    upsert: async (item: FakeItem) => {
      const name = nameOf(this.keyOf(item), item.id);
      this.requests.push(`upsert ${name}`);
      this.#items.set(name, item);
      return answer(200, item);
    },
    query: (query: string | SqlQuerySpec, options: FeedOptions = {}) => this.#query(query, options),
    executeBulkOperations: async (operations: { operationType: string; resourceBody: FakeItem }[]) => {
      for (const { resourceBody } of operations) await this.items.upsert(resourceBody);
      return operations.map((operationInput) => ({
        operationInput,
        response: { statusCode: 201, requestCharge: 6 },
      }));
    },
    batch: async (operations: unknown[], partitionKey: PartitionKey) => {
      this.requests.push(`batch of ${operations.length} in ${JSON.stringify(partitionKey)}`);
      return {
        result: operations.map(() => ({ statusCode: 201 })),
        code: 200,
        headers: { "x-ms-request-charge": "12" },
      };
    },
  };

  #query(query: string | SqlQuerySpec, { partitionKey, maxItemCount = 100, continuationToken }: FeedOptions) {
    const spec = typeof query === "string" ? { query } : query;
    const run = this.queries.get(spec.query);
    let at = Number(continuationToken ?? 0);
    let isDone = false;
    const fetchNext = async () => {
      if (run === undefined) throw new Error(`no query ${spec.query}`);
      this.requests.push(`query ${partitionKey === undefined ? "all" : JSON.stringify(partitionKey)}`);
      this.activeMax = Math.max(this.activeMax, ++this.active);
      await Promise.resolve();
      this.active--;
      const error = this.failOn?.(partitionKey);
      if (error) throw error;
      const own = this.all().filter(
        (item) =>
          partitionKey === undefined ||
          JSON.stringify(this.keyOf(item)) === JSON.stringify([partitionKey].flat()),
      );
      const rows = run(own, spec);
      const resources = rows.slice(at, at + maxItemCount);
      at += resources.length;
      isDone = at >= rows.length;
      return { resources, requestCharge: 2.5, continuationToken: isDone ? undefined : String(at) };
    };
    return {
      fetchNext,
      hasMoreResults: () => !isDone,
      fetchAll: async () => ({
        resources: run!(this.all(), spec),
        requestCharge: 2.5 * this.physicalPartitions,
      }),
    };
  }
}

function nameOf(key: PartitionKey, id: string): string {
  return `${JSON.stringify([key].flat())} ${id}`;
}

function answer(statusCode: number, resource: FakeItem | undefined) {
  return { statusCode, resource, requestCharge: 1, headers: {} };
}

function httpError(code: number): Error {
  return Object.assign(new Error(String(code)), { code, headers: { "x-ms-request-charge": "1" } });
}
