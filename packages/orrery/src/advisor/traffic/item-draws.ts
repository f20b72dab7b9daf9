/** Items for operations to be about: drawn from the sample, as evenly or unevenly as the workload says. */
import type { Json } from "@orrerydb/exact-json";
import { valueAtSegments } from "@orrerydb/keys/hash";
import type { Random } from "../ground/random.ts";
import { type Clock, type Follower, inTime } from "../items/clock.ts";
import type { Row } from "../items/item-sample.ts";
import { withValues } from "../items/with-values.ts";
import type { Operation } from "./operation.ts";

export type Skew =
  | { readonly kind: "items" }
  | { readonly kind: "uniform"; readonly segments: readonly string[] }
  | { readonly kind: "zipf"; readonly segments: readonly string[]; readonly exponent: number }
  | { readonly kind: "timeHot" };

/** The part of the items that is recent for whoever reads the newest ones most. */
const RECENT_PART = 0.02;

type Draw = (random: Random) => Row;

export class ItemDraws {
  readonly #rows: readonly Row[];
  readonly #clock: Clock | undefined;
  readonly #followers: readonly Follower[];
  #number = 0;

  /** `rows`: those with whole items come first. */
  constructor(rows: readonly Row[], clock: Clock | undefined, followers: readonly Follower[]) {
    this.#rows = rows;
    this.#clock = clock;
    this.#followers = followers;
  }

  /** Whether any item has a value there. */
  have(segments: readonly string[]): boolean {
    return this.#rows.some(({ item }) => valueAtSegments(item, segments) !== undefined);
  }

  draw(skew: Skew): Draw {
    switch (skew.kind) {
      case "items":
        return (random) => oneOf(this.#rows, random);
      case "timeHot": {
        const recent = this.#recent();
        return (random) => oneOf(recent, random);
      }
      case "uniform":
      case "zipf":
        return this.#byValue(skew);
    }
  }

  /** One that exists. */
  existing({ item, bytes, terms, whole }: Row): Operation {
    return { item, bytes, terms, ...(whole === undefined ? {} : { whole }) };
  }

  /** One like it that is written now: with an id of its own, and the time and all that follows it as of now. */
  fresh(row: Row): Operation {
    const fresh: { segments: readonly string[]; value: Json }[] = [
      { segments: ["id"], value: `orrery-advice-${++this.#number}` },
      ...this.#followers.map(({ segments, latest }) => ({ segments, value: latest as Json })),
    ];
    if (this.#clock !== undefined && this.#clock.path !== "/_ts")
      fresh.push({ segments: this.#clock.segments, value: this.#now(this.#clock) });
    return { ...this.existing(row), item: withValues(row.item, fresh), fresh };
  }

  /** Items that have the same values at these paths as one of them. */
  alike(segments: readonly (readonly string[])[]): (row: Row, count: number) => readonly Row[] {
    const textOf = (row: Row) => JSON.stringify(segments.map((path) => valueAtSegments(row.item, path)));
    const groups = groupBy(this.#rows, textOf);
    return (row, count) => groups.get(textOf(row))!.slice(0, count);
  }

  #now({ unit, lastMs }: Clock): Json {
    // A moment for each, so that no two writes have the same time.
    const ms = lastMs + this.#number;
    return unit === "iso" ? new Date(ms).toISOString() : unit === "s" ? Math.floor(ms / 1000) : ms;
  }

  #recent(): readonly Row[] {
    const rows = this.#clock === undefined ? this.#rows : inTime(this.#rows, this.#clock);
    return rows.slice(-Math.max(1, Math.ceil(rows.length * RECENT_PART)));
  }

  #byValue(skew: Extract<Skew, { readonly segments: readonly string[] }>): Draw {
    const groups = [
      ...groupBy(this.#rows, ({ item }) => String(valueAtSegments(item, skew.segments))).values(),
    ].sort((a, b) => b.length - a.length);
    if (skew.kind === "uniform") return (random) => oneOf(oneOf(groups, random), random);
    let sum = 0;
    const upTo = groups.map((_, rank) => (sum += 1 / (rank + 1) ** skew.exponent));
    return (random) => {
      const point = random() * sum;
      let low = 0;
      for (let high = upTo.length - 1; low < high; ) {
        const middle = (low + high) >> 1;
        if (upTo[middle]! < point) low = middle + 1;
        else high = middle;
      }
      return oneOf(groups[low]!, random);
    };
  }
}

function oneOf<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

function groupBy(rows: readonly Row[], textOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const text = textOf(row);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [row]);
    else group.push(row);
  }
  return groups;
}
