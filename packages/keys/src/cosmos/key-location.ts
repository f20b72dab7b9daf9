/*
 * Under which keys an item lies, or may lie: what every operation on a single item asks first.
 */

import type { Container, ItemDefinition, ItemResponse, PartitionKey } from "@azure/cosmos";
import { valueAtSegments } from "../hash/partition-key-path.ts";
import { parsePath } from "../synthetic/part-list.ts";
import type { KeyValue, SyntheticKeyStrategy } from "../synthetic/strategy.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";

export function toPartitionKey(key: KeyValue): PartitionKey {
  return typeof key === "string" ? key : [...key];
}

/** The key that the item carries, or else those that can be computed, newest generation first. */
export function locate(strategy: SyntheticKeyStrategy, target: object): readonly KeyValue[] {
  const carried = strategy.carriedKeyOf(target);
  if (carried !== undefined) return [carried];
  const keys = strategy.pointKeysOf(target);
  if (keys !== undefined) return keys;
  throw new SyntheticKeyError(
    "KeyNotComputable",
    `Chance chose the suffix, so the key of a single item can't be computed. Either pass the item with the key that it carries at "${strategy.into.at(-1)}", or use find(), which asks all keys of the natural key.`,
  );
}

/** Refuses an item whose properties no longer agree with the key that it carries. */
export function assertKeyKept(strategy: SyntheticKeyStrategy, item: object): void {
  const carries = strategy.into.some(
    (path) => !strategy.dependsOn.includes(path) && valueAtSegments(item, parsePath(path)) !== undefined,
  );
  if (carries && strategy.carriedKeyOf(item) === undefined) throw keyWouldChange(strategy);
}

export function keyWouldChange(strategy: SyntheticKeyStrategy): SyntheticKeyError {
  return new SyntheticKeyError(
    "KeyWouldChange",
    `The key is made of ${strategy.dependsOn.join(", ")}, and the key of an item can't change: use move(), which creates the item under its new key and then deletes the old one.`,
  );
}

/** What an operation on one key has cost, and what it returned. */
export interface Attempt<T> {
  readonly key: KeyValue;
  readonly response: ItemResponse<T & ItemDefinition>;
  readonly requestCharge: number;
  readonly keysVisited: number;
}

/** Tries the keys one after the other until one of them holds the item. */
export async function tryKeys<T>(
  keys: readonly KeyValue[],
  operate: (key: KeyValue) => Promise<ItemResponse<T & ItemDefinition>>,
): Promise<Attempt<T>> {
  let requestCharge = 0;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    try {
      const response = await operate(key);
      requestCharge += response.requestCharge;
      if ((response.statusCode as number) !== 404 || isLast) {
        return { key, response, requestCharge, keysVisited: index + 1 };
      }
    } catch (error) {
      if (isLast || (error as { code?: unknown }).code !== 404) throw error;
      requestCharge += chargeOfError(error);
    }
  }
  throw new Error("An item has at least one key.");
}

function chargeOfError(error: unknown): number {
  const { headers } = error as { headers?: Record<string, unknown> };
  return Number(headers?.["x-ms-request-charge"] ?? 0);
}

/** The key among these under which an item with this id lies already; `undefined` when there is none. */
export async function findExisting(
  container: Container,
  id: string,
  keys: readonly KeyValue[],
): Promise<{ key: KeyValue | undefined; requestCharge: number; keysVisited: number }> {
  if (keys.length === 0) return { key: undefined, requestCharge: 0, keysVisited: 0 };
  const attempt = await tryKeys(keys, (key) => container.item(id, toPartitionKey(key)).read());
  return {
    key: attempt.response.resource === undefined ? undefined : attempt.key,
    requestCharge: attempt.requestCharge,
    keysVisited: attempt.keysVisited,
  };
}
