/*
 * A container whose items get their partition key from a strategy. Every answer says what it cost in all, and how many
 * keys were asked.
 *
 * An item lives under one key for ever. While a strategy has earlier generations of suffixes, an item may lie under
 * an older key: reads look there too, and create and upsert look there first, so that no item exists twice. That
 * costs one point read for each older key; drop the earlier generations when their items are gone.
 */

import type {
  BulkOperationResult,
  Container,
  ItemDefinition,
  ItemResponse,
  OperationResponse,
  PatchRequestBody,
  RequestOptions,
  SqlQuerySpec,
} from "@azure/cosmos";
import type { Path } from "../synthetic/join-parts.ts";
import type { KeyValue, SyntheticKeyStrategy } from "../synthetic/strategy.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import { type Having, keyedOperation, type SyntheticOperation, sharedKey } from "./bulk-operations.ts";
import { SyntheticChangeFeed, type SyntheticChangeFeedOptions } from "./change-feed.ts";
import { checkKeys, type KeyCheck, type KeyCheckOptions } from "./check-keys.ts";
import { containerGuard } from "./container-guard.ts";
import { assertExactIntegers } from "./exact-integers.ts";
import {
  type Attempt,
  assertKeyKept,
  findExisting,
  locate,
  toPartitionKey,
  tryKeys,
} from "./key-location.ts";
import { NaturalKeyQueries, type QueryOptions } from "./natural-key-query.ts";
import { assertPatchKeepsKey } from "./patch-guard.ts";
import type { SyntheticPage, SyntheticQuery } from "./synthetic-query.ts";

export interface SyntheticResponse<T> {
  /** `undefined` where there is no such item. */
  readonly resource: T | undefined;
  readonly statusCode: number;
  /** Of all requests that were made, in RU. */
  readonly requestCharge: number;
  readonly keysVisited: number;
  /** The key under which the item lies, or was looked for last. */
  readonly key: KeyValue;
  /** The SDK's own answer, of the last request. */
  readonly response: ItemResponse<T & ItemDefinition>;
}

type WithId = { readonly id: string };

/**
 * Wraps a container so that its keys are computed. Works on Azure Cosmos DB and on Orrery alike.
 */
export function withSyntheticKey<
  Input extends object,
  Natural extends object,
  Into extends Path,
  Key extends KeyValue,
>(
  container: Container,
  strategy: SyntheticKeyStrategy<Input, Natural, Into, Key>,
): SyntheticContainer<Input, Natural> {
  return new SyntheticContainer(container, strategy as unknown as SyntheticKeyStrategy);
}

export class SyntheticContainer<Input extends object, Natural extends object> {
  readonly container: Container;
  readonly strategy: SyntheticKeyStrategy;
  readonly #ready: () => Promise<void>;
  readonly #queries: NaturalKeyQueries;

  constructor(container: Container, strategy: SyntheticKeyStrategy) {
    this.container = container;
    this.strategy = strategy;
    this.#ready = containerGuard(container, strategy);
    this.#queries = new NaturalKeyQueries(container, strategy, this.#ready);
  }

  async create<T extends Input>(item: T, options?: RequestOptions): Promise<SyntheticResponse<T>> {
    return this.#write(item, (keyed) => this.container.items.create(keyed, options));
  }

  /** Refuses an item whose key would change, which would leave the old one behind: see `move`. */
  async upsert<T extends Input>(item: T, options?: RequestOptions): Promise<SyntheticResponse<T>> {
    assertKeyKept(this.strategy, item);
    return this.#write(item, (keyed) => this.container.items.upsert<T & ItemDefinition>(keyed, options));
  }

  /** Needs the id and what the key needs; nothing else. */
  async read<T = ItemDefinition>(
    target: Having<Input & WithId>,
    options?: RequestOptions,
  ): Promise<SyntheticResponse<T>> {
    await this.#ready();
    const keys = locate(this.strategy, target);
    return answer(await tryKeys<T>(keys, (key) => this.#item(target, key).read(options)));
  }

  /** Refuses an item whose key would change: see `move`. */
  async replace<T extends Input & WithId>(item: T, options?: RequestOptions): Promise<SyntheticResponse<T>> {
    await this.#ready();
    assertKeyKept(this.strategy, item);
    const keys = locate(this.strategy, item);
    return answer(
      await tryKeys<T>(keys, (key) =>
        this.#item(item, key).replace<T & ItemDefinition>(this.strategy.put(item, key), options),
      ),
    );
  }

  /** Refuses operations after which the key would be another: see `move`. */
  async patch<T = ItemDefinition>(
    target: Having<Input & WithId>,
    patch: PatchRequestBody,
    options?: RequestOptions,
  ): Promise<SyntheticResponse<T>> {
    await this.#ready();
    const keys = locate(this.strategy, target);
    for (const key of keys) assertPatchKeepsKey(this.strategy, target, key, patch);
    return answer(await tryKeys<T>(keys, (key) => this.#item(target, key).patch(patch, options)));
  }

  async delete<T = ItemDefinition>(
    target: Having<Input & WithId>,
    options?: RequestOptions,
  ): Promise<SyntheticResponse<T>> {
    await this.#ready();
    const keys = locate(this.strategy, target);
    return answer(await tryKeys<T>(keys, (key) => this.#item(target, key).delete(options)));
  }

  /**
   * Gives an item new values in the properties of its key: creates it under the new key, then deletes it under the old.
   * This is not atomic: in between both exist, and when the second step fails ("MoveIncomplete") both stay.
   * Refuses an item with an integer that a JavaScript client may have rounded ("InexactInteger").
   */
  async move<T extends Input & WithId>(from: Having<Input & WithId>, to: T): Promise<SyntheticResponse<T>> {
    assertExactIntegers(to);
    await this.#ready();
    const target = this.strategy.apply(to) as T;
    const before = await findExisting(this.container, from.id, locate(this.strategy, from));
    if (before.key === undefined) {
      throw new SyntheticKeyError("MissingPart", `There is no item "${from.id}" to move: read it first.`);
    }
    const key = this.strategy.carriedKeyOf(target)!;
    if (from.id === to.id && JSON.stringify(key) === JSON.stringify(before.key)) {
      const replaced = await this.replace(target);
      return withCosts(replaced, before);
    }
    const created = await this.container.items.create<T & ItemDefinition>(target);
    const costs = {
      requestCharge: before.requestCharge + created.requestCharge,
      keysVisited: before.keysVisited + 1,
    };
    try {
      const deleted = await this.#item(from, before.key).delete();
      return answer<T>({
        key,
        response: created,
        requestCharge: costs.requestCharge + deleted.requestCharge,
        keysVisited: costs.keysVisited,
      });
    } catch (cause) {
      throw new SyntheticKeyError(
        "MoveIncomplete",
        `The item was created under ${JSON.stringify(key)}, but could not be deleted under ${JSON.stringify(before.key)}: both exist now. Delete the old one.`,
        { cause },
      );
    }
  }

  /**
   * Finds items by id where the key can't be computed: asks all keys of the natural key or, without one, all
   * partitions. Ids are unique within a key only, so there may be several.
   */
  find<T = ItemDefinition>(
    target: Having<Partial<Natural> & WithId>,
    options?: QueryOptions,
  ): Promise<SyntheticPage<T>> {
    const spec = {
      query: "SELECT * FROM c WHERE c.id = @id",
      parameters: [{ name: "@id", value: target.id }],
    };
    if (this.strategy.hasNaturalKey(target)) return this.#queries.query<T>(target, spec, options).fetchAll();
    return this.#findEverywhere<T>(spec);
  }

  /** Asks every key of the natural key, and merges. */
  query<T = ItemDefinition>(
    natural: Natural,
    query: string | SqlQuerySpec,
    options?: QueryOptions,
  ): SyntheticQuery<T> {
    return this.#queries.query<T>(natural, query, options);
  }

  /** What each way of running a query text has cost, in RU. */
  measured(query: string): ReturnType<NaturalKeyQueries["measured"]> {
    return this.#queries.measured(query);
  }

  changeFeed<T = ItemDefinition>(
    natural: Natural,
    options: SyntheticChangeFeedOptions = {},
  ): SyntheticChangeFeed<T> {
    return new SyntheticChangeFeed<T>(this.container, this.strategy.keysOf(natural), options, this.#ready);
  }

  /** Many operations, not atomic. Each result stands by itself: look at `error` and `response.statusCode`. */
  async bulk(
    operations: readonly SyntheticOperation<Input>[],
    options?: RequestOptions,
  ): Promise<{ results: BulkOperationResult[]; requestCharge: number; keysVisited: number }> {
    await this.#ready();
    const keyed = operations.map((operation) => keyedOperation(this.strategy, operation));
    const results = await this.container.items.executeBulkOperations(
      keyed.map(({ input }) => input),
      options,
    );
    return {
      results,
      requestCharge: results.reduce((sum, { response }) => sum + (response?.requestCharge ?? 0), 0),
      keysVisited: new Set(keyed.map(({ key }) => JSON.stringify(key))).size,
    };
  }

  /** A transaction: all operations or none, on items that share one key. */
  async batch(
    operations: readonly SyntheticOperation<Input>[],
    options?: RequestOptions,
  ): Promise<{
    results: OperationResponse[];
    statusCode: number;
    requestCharge: number;
    keysVisited: number;
  }> {
    await this.#ready();
    const keyed = operations.map((operation) => keyedOperation(this.strategy, operation));
    const key = sharedKey(keyed);
    const response = await this.container.items.batch(
      keyed.map(({ input: { partitionKey: _, ...input } }) => input),
      toPartitionKey(key),
      options,
    );
    return {
      results: response.result ?? [],
      statusCode: response.code ?? 0,
      requestCharge: Number(response.headers["x-ms-request-charge"] ?? 0),
      keysVisited: 1,
    };
  }

  /** Which items lack the key, or have another. */
  checkKeys(options?: KeyCheckOptions): Promise<KeyCheck> {
    return checkKeys(this.container, this.strategy, options);
  }

  #item(target: WithId, key: KeyValue) {
    return this.container.item(target.id, toPartitionKey(key));
  }

  /** An item that exists under an older key is written there: a create is then refused by the server, as it should. */
  async #write<T extends Input>(
    item: T,
    send: (keyed: T & ItemDefinition) => Promise<ItemResponse<T & ItemDefinition>>,
  ): Promise<SyntheticResponse<T>> {
    await this.#ready();
    const carried = this.strategy.carriedKeyOf(item);
    const [newest = this.strategy.keyOf(item), ...older] =
      carried !== undefined ? [carried] : (this.strategy.pointKeysOf(item) ?? []);
    const { id } = item as { id?: string };
    const existing = await findExisting(this.container, id ?? "", id === undefined ? [] : older);
    const key = existing.key ?? newest;
    const response = await send(this.strategy.put(item, key) as T & ItemDefinition);
    return withCosts(
      answer<T>({ key, response, requestCharge: response.requestCharge, keysVisited: 1 }),
      existing,
    );
  }

  async #findEverywhere<T>(spec: SqlQuerySpec): Promise<SyntheticPage<T>> {
    const { resources, requestCharge } = await this.container.items.query<T>(spec).fetchAll();
    return {
      resources,
      requestCharge,
      keysVisited: 0,
      partitionsVisited: await this.#queries.countPhysicalPartitions(),
      mode: "cross-partition",
      hasMoreResults: false,
    };
  }
}

function answer<T>({ key, response, requestCharge, keysVisited }: Attempt<T>): SyntheticResponse<T> {
  return {
    resource: response.resource as T | undefined,
    statusCode: response.statusCode as number,
    requestCharge,
    keysVisited,
    key,
    response: response as ItemResponse<T & ItemDefinition>,
  };
}

function withCosts<T>(
  response: SyntheticResponse<T>,
  more: { readonly requestCharge: number; readonly keysVisited: number },
): SyntheticResponse<T> {
  return {
    ...response,
    requestCharge: response.requestCharge + more.requestCharge,
    keysVisited: response.keysVisited + more.keysVisited,
  };
}
