/**
 * The groups of a GROUP BY and their accumulators. Without keys there is exactly one group, even without rows.
 *
 * Groups come out in the order of their first items, by ref, whatever order they were read in; those of a single key
 * in the order of its values, as the service returns them, because it reads such groups from the index. Either way
 * the order is the same on every page, and the same after a split.
 */
import { compareValues } from "../../../value/compare.ts";
import type { Value } from "../../../value/json.ts";
import type { Accumulator } from "../../functions/aggregates/aggregates.ts";
import { QueryError } from "../../syntax/query-error.ts";
import type { AggregateCall, BoundGrouping, GroupKey } from "../bound-query.ts";
import type { Environment } from "../environment.ts";
import { valueIdentity } from "./distinct-set.ts";

const GROUPS_MAX = 200_000;
const KEY_CHARACTERS_MAX = 32 * 1024 * 1024;

interface Group {
  readonly keys: readonly Value[];
  readonly accumulators: readonly Accumulator[];
  firstRef: string;
}

export class GroupTable {
  readonly #keys: readonly GroupKey[];
  readonly #aggregates: readonly AggregateCall[];
  readonly #groups = new Map<string, Group>();
  #keyCharacters = 0;

  constructor(grouping: BoundGrouping) {
    this.#keys = grouping.keys;
    this.#aggregates = grouping.aggregates;
    if (this.#keys.length === 0) this.#groups.set("", this.#newGroup([], ""));
  }

  /** `ref` is the address of the item that the row comes from; "" where it comes from none. */
  add(environment: Environment, ref: string, times: number): void {
    const group = this.#groupOf(environment, ref);
    if (ref < group.firstRef) group.firstRef = ref;
    const { accumulators } = group;
    for (let i = 0; i < accumulators.length; i++) {
      accumulators[i]!.add(this.#aggregates[i]!.argument(environment), times);
    }
  }

  /** Puts each group's keys and results into their slots, then visits it; false ends the walk. */
  forEach(environment: Environment, visit: () => boolean): void {
    for (const group of this.#ordered()) {
      this.#keys.forEach((key, i) => {
        environment[key.slot] = group.keys[i];
      });
      this.#aggregates.forEach((aggregate, i) => {
        environment[aggregate.slot] = group.accumulators[i]!.result();
      });
      if (!visit()) return;
    }
  }

  #ordered(): readonly Group[] {
    const groups = [...this.#groups.values()];
    return this.#keys.length === 1
      ? groups.sort((a, b) => compareValues(a.keys[0], b.keys[0]))
      : groups.sort((a, b) => (a.firstRef < b.firstRef ? -1 : a.firstRef > b.firstRef ? 1 : 0));
  }

  #groupOf(environment: Environment, ref: string): Group {
    if (this.#keys.length === 0) return this.#groups.get("")!;
    const values = this.#keys.map((key) => key.evaluate(environment));
    const identity =
      values.length === 1 ? valueIdentity(values[0]) : JSON.stringify(values.map(valueIdentity));
    let group = this.#groups.get(identity);
    if (group === undefined) {
      this.#keyCharacters += identity.length;
      if (this.#groups.size >= GROUPS_MAX || this.#keyCharacters > KEY_CHARACTERS_MAX) {
        throw new QueryError(
          "GroupByTooLarge",
          `GROUP BY found more than ${GROUPS_MAX} groups, or too large ones. Add a filter, or group by fewer or smaller properties.`,
        );
      }
      group = this.#newGroup(values, ref);
      this.#groups.set(identity, group);
    }
    return group;
  }

  #newGroup(keys: readonly Value[], firstRef: string): Group {
    return { keys, firstRef, accumulators: this.#aggregates.map((aggregate) => aggregate.create()) };
  }
}
