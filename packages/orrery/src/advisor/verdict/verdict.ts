/** The verdict in sentences: one for each of the first candidates, what is sure, what is not, and what to do next. */
import type { Candidate } from "../candidates/candidate.ts";
import { counted, percent, whole } from "../ground/figures.ts";
import type { Judgement } from "../measures/judge.ts";
import type { Measures } from "../measures/measure.ts";
import type { Projection } from "../measures/projection.ts";
import type { Replay } from "../replay/replay-candidate.ts";
import type { Traffic } from "../traffic/operation.ts";

/** Below this nothing is said. */
const ITEMS_MIN = 100;
/** From this growth of the replayed sample on it is told, where writes were refused. */
const GROWTH_TOLD = 0.2;

export interface Ranked {
  readonly candidate: Candidate;
  readonly measures: Measures;
  readonly judgement: Judgement;
  readonly replay: Replay | undefined;
}

export interface Verdict {
  /** The first of the candidates is a key to take; false: none is, or too little is known. */
  readonly isGood: boolean;
  readonly headline: string;
  readonly sure: readonly string[];
  readonly unsure: readonly string[];
  readonly wouldChange: readonly string[];
  readonly next: readonly string[];
}

/** Why the candidate stands where it stands. */
export function sentenceOf({ candidate, measures, judgement, replay }: Ranked): string {
  const parts: string[] = [];
  if (judgement.faults.length > 0) parts.push(judgement.faults.slice(0, 2).join(", and "));
  else
    parts.push(
      [...judgement.strengths.slice(0, 2), `needs ${whole(measures.neededRuPerSecond)} RU/s`].join(", "),
    );
  if (judgement.faults.length === 0 && judgement.cautions.length > 0)
    parts.push(`but ${judgement.cautions[0]}`);
  if (replay !== undefined && replay.writes.sent > 0) {
    const { writes, growth } = replay;
    // What is needed is reckoned on the data as they are.
    const isStrained = growth >= GROWTH_TOLD && writes.accepted < writes.sent;
    parts.push(
      `the replay let ${percent(writes.accepted / writes.sent)} of ${whole(writes.sent)} writes through at once${isStrained ? `, while its small sample grew by ${percent(growth)}, so that queries found and cost more` : ""}`,
    );
  }
  return `${candidate.name} ${parts.join("; ")}.`;
}

export interface VerdictTerms {
  readonly command: string;
  readonly isPart: boolean;
  /** The container that the items are in, if they are in one. */
  readonly present?: { readonly key: readonly string[]; readonly location?: string } | undefined;
}

export function verdictOf(
  ranked: readonly Ranked[],
  traffic: Traffic,
  projection: Projection,
  { command, isPart, present }: VerdictTerms,
): Verdict {
  const [best] = ranked;
  const { items, sample } = best!.measures;
  const unsure = [...projection.assumptions, ...traffic.assumptions];
  const sure = [
    items > sample
      ? `${whole(items)} items were read; shares rest on a uniform sample of ${whole(sample)}, and are within ${percent(1 / Math.sqrt(sample))} of the truth in 95 of 100 cases.`
      : `${isPart ? "" : "All "}${whole(items)} items were looked at.`,
    traffic.source === "declared"
      ? `The workload is what was declared: ${counted(traffic.specs.length, "operation")}.`
      : traffic.source === "recorded"
        ? `The traffic is what was recorded: ${counted(traffic.specs.length, "kind")} of operations.`
        : "No traffic was given: nothing is known of reads, updates and transactions.",
  ];
  if (isPart)
    unsure.push(
      "The items that were not read: a part of each range was, the oldest first, so newer ones may differ and the whole is larger (--max-ru reads more).",
    );
  const { changes } = best!.measures;
  if (changes === undefined)
    unsure.push("Whether a value ever changes: items do not show it, and a key's must not.");
  else if (changes.share === 0)
    sure.push(
      `No value of ${best!.candidate.name} changed in ${counted(changes.updates, "recorded update")}.`,
    );
  const wouldChange = changesOf(best!, traffic, projection);
  if (items < ITEMS_MIN)
    return {
      isGood: false,
      headline: `No verdict: ${counted(items, "item")} of at least ${ITEMS_MIN} are too few to judge by.`,
      sure,
      unsure,
      wouldChange,
      next: [`Give more, then run ${command} again.`],
    };
  if (best!.judgement.tier === "bad")
    return {
      isGood: false,
      headline: `No candidate is good. The least bad, ${best!.candidate.name}, ${best!.judgement.faults[0]}.`,
      sure,
      unsure,
      wouldChange,
      next: [
        "Change what rules the keys out: the rate, the retention, or the transactions that must stay together.",
        `Then run ${command} again.`,
      ],
    };
  if (best!.judgement.isHot)
    return {
      isGood: false,
      headline: `No candidate is good. The least bad, ${best!.candidate.name}: ${best!.judgement.cautions[0]}.`,
      sure,
      unsure,
      wouldChange,
      next: ["Give items another property that is written evenly at any time.", `Then run ${command} again.`],
    };
  return {
    isGood: true,
    headline: `Take ${best!.candidate.name}.`,
    sure,
    unsure,
    wouldChange,
    next: nextOf(best!.candidate, present),
  };
}

function changesOf({ measures }: Ranked, traffic: Traffic, projection: Projection): string[] {
  const changes: string[] = [];
  if (traffic.source === "assumed")
    changes.push("Reads: a key that most of them name in their filter may be worth more than an even one.");
  else if (!traffic.specs.some(({ kind }) => kind === "query")) changes.push("Queries: none are known.");
  if (!traffic.specs.some(({ kind }) => kind === "batch"))
    changes.push("Transactions over several items: they must share a key.");
  if (measures.largest.bytesThen !== undefined && measures.largest.fullInDays === undefined)
    changes.push(
      `${whole((20 * 2 ** 30) / Math.max(1, measures.largest.bytesThen))} times as much data: then the largest key passes 20 GB.`,
    );
  if (projection.partitionsThen < projection.partitions)
    changes.push(
      "Nothing much, while the container stays as small as it is: any key without a fault would do.",
    );
  return changes;
}

/** For the shell: the container's name with what it is by. */
function nextOf({ key, strategy }: Candidate, present: VerdictTerms["present"]): string[] {
  if (strategy === null && JSON.stringify(key) === JSON.stringify(present?.key))
    return ["The container has this key already."];
  const fill =
    strategy === null ? [] : [`Let @orrerydb/keys fill the key: parseStrategy(${JSON.stringify(strategy)}).`];
  if (present?.location === undefined) {
    const kind = key.length > 1 ? "MultiHash" : "Hash";
    const definition = JSON.stringify({ paths: key, kind, version: 2 });
    return [`Create the container with "partitionKey": ${definition}.`, ...fill];
  }
  const to = `${present.location}-by-${(strategy === null ? key.at(-1)! : "key").replace(/[^\w-]+/g, "")}`;
  const by = strategy === null ? `--key ${key.join(",")}` : "--strategy key.json";
  const move = `orrery repartition --from ${present.location} --to ${to} ${by}`;
  return strategy === null
    ? [`Move it: ${move}`]
    : [`Write this to key.json: ${JSON.stringify(strategy)}`, `Move it: ${move}`, ...fill];
}
