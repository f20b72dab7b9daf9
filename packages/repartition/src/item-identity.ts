/**
 * Who an item is on both sides. At the source, its id and the value of the source's key: its identity. At the target,
 * its id and the value of the target's key: its address. A target item carries the properties of both keys, so that each
 * can be told from the item alone; that is how a change at the source finds the target items that it replaces.
 */

import type { PartitionKey } from "@azure/cosmos";
import { markedJson, unmarkedJson } from "@orrerydb/exact-json";
import { parseStrategy, type StrategyDescription, type SyntheticKeyStrategy } from "@orrerydb/keys";
import {
  extractPartitionKey,
  murmur3x86of32,
  type PartitionKeyComponent,
  type PartitionKeyDefinition,
  parsePartitionKeyPath,
} from "@orrerydb/keys/hash";

/** As the clients of a move read it: with marks in place of digits that a double cannot hold. */
export type Item = Record<string, unknown> & { readonly id: string };

export type KeyComponents = readonly PartitionKeyComponent[];

/** Where the items of a container lie, and how they are given a key. */
export interface KeyedSide {
  readonly definition: PartitionKeyDefinition;
  /** Computes the key of items that do not have it yet. */
  readonly strategy?: StrategyDescription | undefined;
}

export class ItemKeys {
  readonly definition: PartitionKeyDefinition;
  readonly #strategy: SyntheticKeyStrategy | undefined;
  /** Of the item whose key is computed: the same item gets the same suffix, however often it is computed. */
  #chance = 0;

  constructor({ definition, strategy }: KeyedSide) {
    this.definition = definition;
    this.#strategy =
      strategy === undefined ? undefined : parseStrategy(strategy, { random: () => this.#chance });
  }

  /** The properties that a strategy adds. */
  get added(): readonly (readonly string[])[] {
    return this.#strategy === undefined ? [] : addedPaths(this.#strategy).map(parsePartitionKeyPath);
  }

  /** The item with its key in it. Fails where the key cannot be made. */
  keyed(item: Item, identity: string): Item {
    if (this.#strategy === undefined) return item;
    this.#chance = murmur3x86of32(new TextEncoder().encode(identity)) / 2 ** 32;
    return markedJson(this.#strategy.apply(unmarkedJson(item)));
  }

  /** The key of an item that has it. Fails for objects and arrays. */
  of(item: object): KeyComponents {
    return extractPartitionKey(unmarkedJson(item), this.definition);
  }
}

/** Where a strategy puts what items do not have by themselves. */
export function addedPaths({ into, dependsOn }: SyntheticKeyStrategy): readonly string[] {
  return into.filter((path) => !dependsOn.includes(path));
}

/** Equal for equal ids and keys, and for no others. */
export function identityText(id: string, key: KeyComponents): string {
  return JSON.stringify([id, ...key.map((component) => (component === undefined ? {} : component))]);
}

/** As the SDK takes it. It would send -0 as 0, but to the partition of -0. */
export function sdkKey(key: KeyComponents): PartitionKey {
  const values = key.map((component) => (component === undefined ? {} : component === 0 ? 0 : component));
  return values.length === 1 ? values[0]! : values;
}

/** What the database adds to an item. */
export const SYSTEM: ReadonlySet<string> = new Set(["_rid", "_self", "_etag", "_attachments", "_ts", "_lsn"]);

/** What a client wrote of an item. */
export function withoutSystem(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !SYSTEM.has(name))) as Item;
}
