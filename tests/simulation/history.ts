/**
 * A history: what is done to a database, step by step, as data made from a seed. It does not depend on how the steps
 * turn out, so that one history can be run on many databases.
 */
import { integerBelow } from "../harness/seeded-random.ts";

export interface Write {
  readonly kind: "create" | "upsert" | "replace" | "delete";
  readonly id: string;
  /** Counts the writes of the history: a later write of an item has a higher one. */
  readonly version: number;
  /** The item's own time to live, in seconds. */
  readonly ttl?: number;
}

export type Step =
  /** All or none of them; one alone is a plain request. */
  | { readonly kind: "write"; readonly key: string; readonly writes: readonly Write[] }
  /** All items of a key at once. */
  | { readonly kind: "drop"; readonly key: string }
  | { readonly kind: "read"; readonly key: string; readonly id: string }
  | { readonly kind: "query"; readonly text: string; readonly key?: string; readonly pageItems: number }
  | { readonly kind: "feed"; readonly pageItems: number }
  | { readonly kind: "throughput"; readonly ruPerSecond: number }
  | { readonly kind: "split"; readonly choice: number; readonly at: "midpoint" | "data" }
  | { readonly kind: "merge"; readonly choice: number }
  | { readonly kind: "redistribute"; readonly choice: number }
  /** Which of the simulation's indexing policies. */
  | { readonly kind: "policy"; readonly choice: number }
  | { readonly kind: "sweep"; readonly itemsMax: number }
  | { readonly kind: "tick"; readonly ms: number }
  /** At once, or in the next commit, which then is on the disk or not. */
  | { readonly kind: "crash"; readonly when: "now" | "part" | "all" }
  /** The disk takes its time, so that writes gather behind the first; then it may refuse that one. */
  | { readonly kind: "stall"; readonly turns: number; readonly refuses: boolean };

const KEYS = 12;
const IDS = 8;
const QUERIES = [
  "SELECT * FROM c",
  "SELECT * FROM c ORDER BY c.version",
  "SELECT * FROM c WHERE c.version > 0",
];
const TTLS = [-1, 1, 3, 20];
const WRITE_KINDS = ["create", "upsert", "upsert", "replace", "delete"] as const;

/** What a history is made of: how often each step comes among the others, and how far it may go. */
export interface Profile {
  readonly weights: { readonly [Kind in Step["kind"]]: number };
  readonly tickMs: number;
  /** At least 400; more than 10,000 need several partitions. */
  readonly ruPerSecond: number;
}

const MIXED: Profile = {
  weights: {
    write: 60,
    read: 10,
    query: 6,
    feed: 6,
    tick: 6,
    split: 4,
    merge: 3,
    throughput: 2,
    redistribute: 1,
    drop: 2,
    policy: 2,
    sweep: 4,
    crash: 2,
    stall: 4,
  },
  tickMs: 2_000,
  ruPerSecond: 35_400,
};

/** Far more requests than the throughput allows. */
export const BUSY: Profile = {
  weights: {
    write: 90,
    read: 10,
    query: 8,
    feed: 0,
    tick: 2,
    split: 0.3,
    merge: 0.3,
    throughput: 0.3,
    redistribute: 0.3,
    drop: 0,
    policy: 0,
    sweep: 0,
    crash: 0,
    stall: 2,
  },
  tickMs: 200,
  ruPerSecond: 800,
};

export function makeHistory(random: () => number, steps: number, profile: Profile = MIXED): Step[] {
  let version = 0;
  const pick = <T>(choices: readonly T[]): T => choices[integerBelow(random, choices.length)]!;
  const key = () => `key${integerBelow(random, KEYS)}`;
  const write = (): Write => ({
    kind: pick(WRITE_KINDS),
    id: `${integerBelow(random, IDS)}`,
    version: ++version,
    ...(random() < 0.3 ? { ttl: pick(TTLS) } : {}),
  });
  const makers: { readonly [Kind in Step["kind"]]: () => Extract<Step, { kind: Kind }> } = {
    write: () => ({
      kind: "write",
      key: key(),
      writes: Array.from({ length: random() < 0.2 ? 1 + integerBelow(random, 4) : 1 }, write),
    }),
    drop: () => ({ kind: "drop", key: key() }),
    read: () => ({ kind: "read", key: key(), id: `${integerBelow(random, IDS)}` }),
    query: () => ({
      kind: "query",
      text: pick(QUERIES),
      pageItems: 1 + integerBelow(random, 20),
      ...(random() < 0.4 ? { key: key() } : {}),
    }),
    feed: () => ({ kind: "feed", pageItems: 1 + integerBelow(random, 10) }),
    throughput: () => ({
      kind: "throughput",
      ruPerSecond: 400 + 100 * integerBelow(random, (profile.ruPerSecond - 400) / 100),
    }),
    split: () => ({ kind: "split", choice: random(), at: pick(["midpoint", "data"]) }),
    merge: () => ({ kind: "merge", choice: random() }),
    redistribute: () => ({ kind: "redistribute", choice: random() }),
    policy: () => ({ kind: "policy", choice: random() }),
    sweep: () => ({ kind: "sweep", itemsMax: pick([1, 10, 1_000]) }),
    tick: () => ({ kind: "tick", ms: 1 + integerBelow(random, profile.tickMs) }),
    crash: () => ({ kind: "crash", when: pick(["now", "part", "all"]) }),
    stall: () => ({ kind: "stall", turns: integerBelow(random, 200), refuses: random() < 0.5 }),
  };
  const weights = Object.entries(profile.weights) as [Step["kind"], number][];
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return Array.from({ length: steps }, () => {
    let left = random() * total;
    for (const [kind, weight] of weights) {
      left -= weight;
      if (left < 0) return makers[kind]();
    }
    return makers.tick();
  });
}
