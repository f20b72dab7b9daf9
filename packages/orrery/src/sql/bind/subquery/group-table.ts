/**
 * The groups of a GROUP BY and their accumulators. Without keys there is exactly one group, even without rows.
 *
 * Groups come out in the order of their keys, encoded one after another: the service returns those of a single key in
 * the order of its values, because it reads them from the index. The order is the same on every page, whatever the
 * partitions are by then and whatever was written, so that a page goes on after the last group of the one before.
 * Those of several keys the service returns as they appeared. A write may change that order, so no page could go on in
 * it: it is for results that end on their first page.
 */

import { hash } from "node:crypto";
import { type Exact, inexact } from "@orrerydb/exact-json";
import { withinHeap } from "../../../schedule/heap-size.ts";
import { fromByteString } from "../../../value/byte-string.ts";
import { encodeKey } from "../../../value/encode-value.ts";
import { sortInPieces } from "../../../value/sort-in-pieces.ts";
import type { Accumulator } from "../../functions/aggregates/aggregates.ts";
import { QueryError } from "../../syntax/query-error.ts";
import type { AggregateCall, BoundGrouping, GroupKey } from "../bound-query.ts";
import type { Environment } from "../environment.ts";
import { valueIdentity } from "./distinct-set.ts";

const GROUPS_MAX = 200_000;
/** Of all groups together: their keys, and what their aggregates hold. */
const GROUPS_BYTES_MAX = 64 * 1024 * 1024;
/** Of a small heap, a sixteenth: a group takes several times the bytes that are counted. */
const groupsBytesMax = withinHeap(GROUPS_BYTES_MAX, 1 / 16);
/** About what a group takes beside its keys, and for each aggregate. */
const GROUP_BYTES = 128;
const ACCUMULATOR_BYTES = 48;
/** Whose keys are encoded at a time. */
const GROUPS_PER_PIECE = 100;

interface Group {
  readonly identity: string;
  readonly keys: readonly Exact[];
  readonly accumulators: readonly Accumulator[];
  /** About what it holds. */
  bytes: number;
}

interface OrderedGroup {
  readonly group: Group;
  readonly key: string;
}

export type GroupOrder = "byKeys" | "asAppeared";

/** A group whose keys and results are in their slots. */
export interface VisitedGroup {
  /** Its place in the order of keys. */
  readonly key: string;
  /** About what it is made of. */
  readonly bytes: number;
}

export class GroupTable {
  readonly #keys: readonly GroupKey[];
  readonly #aggregates: readonly AggregateCall[];
  readonly #groups = new Map<string, Group>();
  /** That of the last row. */
  #last: Group | undefined;
  #bytes = 0;

  constructor(grouping: BoundGrouping) {
    this.#keys = grouping.keys;
    this.#aggregates = grouping.aggregates;
    if (this.#keys.length === 0) this.#groups.set("", this.#newGroup("", []));
  }

  /** Adds the row in the environment, as often as it occurred. */
  add(environment: Environment, times: number): void {
    this.#addTo(this.#groupOf(environment), environment, times);
  }

  /** As `add`, of a row that has the keys of the one before it. */
  addAlike(environment: Environment, times: number): void {
    this.#addTo(this.#last ?? this.#groupOf(environment), environment, times);
  }

  #addTo({ accumulators }: Group, environment: Environment, times: number): void {
    for (let i = 0; i < accumulators.length; i++) {
      accumulators[i]!.add(this.#aggregates[i]!.argument(environment), times);
    }
  }

  /**
   * Puts each group's keys and results into their slots, and gives it. Where it gives nothing, it has some way to go to the
   * next one, and others may be served.
   */
  *walk(
    environment: Environment,
    order: GroupOrder = "byKeys",
  ): Generator<VisitedGroup | undefined, void, void> {
    const groups: OrderedGroup[] = [];
    for (const group of this.#groups.values()) {
      groups.push({ group, key: groupKey(group.keys) });
      if (groups.length % GROUPS_PER_PIECE === 0) yield undefined;
    }
    const inOrder = order === "byKeys" ? yield* sorted(groups) : groups;
    for (const { group, key } of inOrder) {
      this.#keys.forEach(({ slot }, i) => {
        environment[slot] = group.keys[i];
      });
      this.#aggregates.forEach((aggregate, i) => {
        environment[aggregate.slot] = group.accumulators[i]!.result();
      });
      yield { key, bytes: group.bytes };
    }
  }

  #groupOf(environment: Environment): Group {
    if (this.#keys.length === 0) return this.#groups.get("")!;
    const values = this.#keys.map((key) => key.evaluate(environment));
    const last = this.#last;
    // Rows of one group often follow one another.
    if (last !== undefined && values.every((value, i) => typeof value === "string" && value === last.keys[i]))
      return last;
    const identity =
      values.length === 1
        ? valueIdentity(inexact(values[0]))
        : JSON.stringify(values.map((value) => valueIdentity(inexact(value))));
    let group = this.#groups.get(identity);
    if (group === undefined) {
      if (this.#groups.size >= GROUPS_MAX) throw tooLarge();
      group = this.#newGroup(identity, values);
      this.#groups.set(identity, group);
    }
    this.#last = group;
    return group;
  }

  #newGroup(identity: string, keys: readonly Exact[]): Group {
    const spend = (bytes: number): void => {
      group.bytes += bytes;
      this.#bytes += bytes;
      if (this.#bytes > groupsBytesMax) throw tooLarge();
    };
    const accumulators = this.#aggregates.map((aggregate) => aggregate.create(spend));
    const group = { identity, keys, accumulators, bytes: 0 };
    // Twice: the values of the key are as large as the text that tells them apart.
    spend(GROUP_BYTES + 2 * identity.length + ACCUMULATOR_BYTES * this.#aggregates.length);
    return group;
  }
}

/** Longer keys are cut, and end in a digest of the whole. */
const GROUP_KEY_BYTES_MAX = 2048;

/** The order of groups, as text of one byte a character. */
function groupKey(values: readonly Exact[]): string {
  const key = values.map((value) => encodeKey(inexact(value))).join("");
  if (key.length <= GROUP_KEY_BYTES_MAX) return key;
  return key.slice(0, GROUP_KEY_BYTES_MAX) + hash("sha256", fromByteString(key), "binary");
}

function* sorted(groups: readonly OrderedGroup[]): Generator<undefined, readonly OrderedGroup[], void> {
  const pieces = sortInPieces(groups, compareGroups);
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    yield undefined;
  }
}

/** Where keys are too large to be encoded whole, different ones may share an encoding. */
function compareGroups(a: OrderedGroup, b: OrderedGroup): number {
  return compareTexts(a.key, b.key) || compareTexts(a.group.identity, b.group.identity);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function tooLarge(): QueryError {
  return new QueryError(
    "GroupByTooLarge",
    `GROUP BY found more than ${GROUPS_MAX} groups, or more than ${Math.floor(groupsBytesMax / 1024 / 1024)} MB of them. Add a filter, or group by fewer or smaller properties.`,
  );
}
