/**
 * The keys that are tried: every property that can be one, the most asked-for of them in pairs and triples as
 * hierarchical keys, joined, with the day, hour or month of a time, and, in a second round, with suffixes where a key
 * is too hot or too large. The search is bounded, and says what it left out.
 */

import type { StrategyDescription } from "@orrerydb/keys";
import { partitionKeysOf } from "../../sql/index.ts";
import { cachedQuery } from "../../sql/language.ts";
import { counted, percent, whole } from "../ground/figures.ts";
import type { OperationSpec } from "../traffic/operation.ts";
import { type Candidate, type Path, plainCandidate, syntheticCandidate } from "./candidate.ts";
import type { Dropped, PathFacts } from "./path-facts.ts";
import { SUFFIXES_MAX } from "./suffix-limit.ts";

export const CANDIDATES_MAX = 120;
/** Properties that are combined: the most asked-for, then those with the most values. */
const POOL = 6;
const TRIPLE_POOL = 4;
const VALUES_MIN = 10;
/** Where this part of the items has a value of its own, nothing that is added divides it further. */
const UNIQUE = 0.9;

export type Bucket = "month" | "day" | "hour";
const BUCKETS: readonly Bucket[] = ["month", "day", "hour"];

export interface Search {
  readonly candidates: readonly Candidate[];
  readonly dropped: readonly Dropped[];
  /** Asked-for most first. */
  readonly pool: readonly PathFacts[];
}

export function searchCandidates(
  facts: readonly PathFacts[],
  specs: readonly OperationSpec[],
  items: number,
  random: () => number,
): Search {
  const dropped: Dropped[] = [];
  const interest = new Map(facts.map((fact) => [fact.path, interestOf(fact.path, specs)]));
  const usable = facts.filter((fact) => {
    const reason =
      fact.time !== undefined
        ? "a point in time: tried as its month, day and hour"
        : fact.distinct.high < 2
          ? "always the same value"
          : undefined;
    if (reason !== undefined) dropped.push({ name: fact.path, reason });
    return reason === undefined;
  });
  const isUnique = ({ distinct }: PathFacts) => distinct.estimate > UNIQUE * items;
  const singles = usable.filter((fact) => {
    const isFew = fact.distinct.high < VALUES_MIN;
    if (isFew)
      dropped.push({
        name: fact.path,
        reason: `only ${counted(fact.distinct.estimate, "value")} in ${whole(items)} items, so at most as many partitions have work`,
      });
    return !isFew;
  });
  const pool = [...usable]
    .sort(
      (a, b) =>
        interest.get(b.path)! - interest.get(a.path)! ||
        Number(isUnique(a)) - Number(isUnique(b)) ||
        b.distinct.estimate - a.distinct.estimate,
    )
    .slice(0, POOL);
  for (const fact of usable)
    if (!pool.includes(fact))
      dropped.push({
        name: `${fact.path} combined with others`,
        reason: `not among the ${POOL} properties that are asked for most`,
      });

  const time = facts.find((fact) => fact.time !== undefined && fact.path !== "/_ts");
  const found: Candidate[] = singles.map(({ path }) => plainCandidate([path]));
  const firsts = pool.filter((fact) => {
    if (isUnique(fact))
      dropped.push({
        name: `${fact.path} > …`,
        reason: `nearly every item has its own ${fact.path} (${percent(Math.min(1, fact.distinct.estimate / items))}), so a second level divides nothing`,
      });
    return !isUnique(fact);
  });
  for (const first of firsts)
    for (const second of pool) if (second !== first) found.push(plainCandidate([first.path, second.path]));
  for (const [a, b, c] of triples(firsts.slice(0, TRIPLE_POOL), pool.slice(0, TRIPLE_POOL)))
    found.push(plainCandidate([a.path, b.path, c.path]));
  for (let i = 0; i < firsts.length; i++)
    for (let j = i + 1; j < firsts.length; j++)
      found.push(joined([firsts[i]!.path, firsts[j]!.path], random));
  if (time !== undefined) {
    for (const bucket of BUCKETS) found.push(bucketOf(undefined, time, bucket, random));
    for (const first of firsts.slice(0, TRIPLE_POOL))
      for (const bucket of BUCKETS) found.push(bucketOf(first.path, time, bucket, random));
  }
  if (found.length > CANDIDATES_MAX)
    for (const { name } of found.splice(CANDIDATES_MAX))
      dropped.push({ name, reason: `beyond the first ${CANDIDATES_MAX} candidates` });
  return { candidates: found, dropped, pool };
}

/** How often operations name the property: as a value in a filter, or as what keeps a batch together. */
function interestOf(path: Path, specs: readonly OperationSpec[]): number {
  return specs.reduce((sum, { kind, text, perSecond, together, knows }) => {
    if (kind === "batch") return together?.includes(path) ? sum + 1_000 * perSecond : sum;
    if (kind === "query" && text !== undefined) {
      const names = new Set(text.match(/@\w+/g) ?? []);
      const keys = partitionKeysOf(
        cachedQuery(text),
        { paths: [path], kind: "Hash", version: 2 },
        new Map([...names].map((name) => [name, name])),
      );
      return keys === "all" ? sum : sum + perSecond;
    }
    return knows?.has(path) ? sum + perSecond / 2 : sum;
  }, 0);
}

function* triples(
  firsts: readonly PathFacts[],
  pool: readonly PathFacts[],
): Generator<[PathFacts, PathFacts, PathFacts]> {
  for (const a of firsts)
    for (const b of firsts) for (const c of pool) if (a !== b && b !== c && a !== c) yield [a, b, c];
}

const COMMON = { format: 1, into: "/partitionKey", separator: "|", partitionKeyVersion: 2 } as const;

function joined(paths: readonly Path[], random: () => number): Candidate {
  return syntheticCandidate(
    paths.join(" + "),
    { kind: "concat", from: paths, ...COMMON },
    paths.length,
    random,
  );
}

function bucketOf(first: Path | undefined, time: PathFacts, bucket: Bucket, random: () => number): Candidate {
  const part = timePart(time, bucket);
  const from = first === undefined ? [part] : [first, part];
  const name = first === undefined ? `${bucket} of ${time.path}` : `${first} + ${bucket} of ${time.path}`;
  return syntheticCandidate(name, { kind: "concat", from, ...COMMON }, from.length, random);
}

function timePart({ path, time }: PathFacts, bucket: Bucket) {
  return time === "s" ? { path, bucket, unit: "s" as const } : { path, bucket };
}

/** The same key with a suffix: by a hash of another property, so that single items can be found, and by chance. */
export function withSuffixes(
  base: Candidate,
  of: readonly Path[],
  suffixes: number,
  random: () => number,
): Candidate[] {
  const from = partsOf(base);
  if (from === undefined || suffixes > SUFFIXES_MAX) return [];
  const hashed = of
    .filter((path) => !base.dependsOn.includes(path))
    .map((path) =>
      syntheticCandidate(
        `${base.name} + ${suffixes} suffixes by ${path}`,
        { kind: "hashSuffix", from, of: [path], suffixes, ...COMMON },
        base.complexity + 2,
        random,
      ),
    );
  const byChance = syntheticCandidate(
    `${base.name} + ${suffixes} suffixes by chance`,
    { kind: "randomSuffix", from, suffixes, ...COMMON },
    base.complexity + 3,
    random,
  );
  return [...hashed, byChance];
}

/** What a key that fills one path is made of. */
function partsOf({
  strategy,
  key,
}: Candidate): Extract<StrategyDescription, { from: unknown }>["from"] | undefined {
  if (strategy === null) return key.length === 1 ? key : undefined;
  return strategy.kind === "concat" ? strategy.from : undefined;
}
