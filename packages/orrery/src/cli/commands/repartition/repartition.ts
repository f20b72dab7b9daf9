/** `orrery repartition`: moves a container to another partition key, stage by stage. */
import { readFile } from "node:fs/promises";
import type { StrategyDescription } from "@orrerydb/keys";
import {
  type MirrorReport,
  type MovePlan,
  type MoveStatus,
  type Progress,
  parsePlace,
  type Repartition,
  RepartitionError,
  type RepartitionOptions,
  repartition,
  type Switched,
  type Verification,
} from "@orrerydb/repartition";
import { adviceIn } from "../../../advisor/index.ts";
import type { Command } from "../../settings/command.ts";
import { WELL_KNOWN_KEY } from "../../settings/defaults.ts";
import {
  type Flag,
  type Flags,
  givenName,
  integerOf,
  listOf,
  textOf,
  UsageError,
} from "../../settings/flags.ts";
import { printResult } from "../../settings/print-result.ts";
import { StatusLine } from "../../terminal/status-line.ts";
import { moveProgressLine } from "./move-progress.ts";

const FLAGS: readonly Flag[] = [
  { name: "from", value: "CONTAINER", help: "the container to move: ENDPOINT/database/container" },
  { name: "to", value: "CONTAINER", help: "the container that gets the items; made if it is not there" },
  {
    name: "key",
    value: "PATHS",
    help: "the new partition key: up to three paths, with commas",
    hasNoVariable: true,
  },
  { name: "strategy", value: "FILE", help: "a synthetic key instead: its description as JSON" },
  { name: "from-key", value: "KEY", help: "account key of --from", otherwise: "the well-known emulator key" },
  { name: "to-key", value: "KEY", help: "account key of --to", otherwise: "that of --from" },
  {
    name: "max-ru",
    value: "N",
    help: "RU a second to spend at most, on both sides together",
    otherwise: "no limit",
  },
  {
    name: "max-lag",
    value: "SECONDS",
    help: "cut over and roll back only if following to the end takes no longer",
    otherwise: "30",
  },
  { name: "writers-stopped", help: "say that nobody writes any more, where a cut-over needs it" },
  { name: "share", value: "PERCENT", help: "of the reads that are mirrored", otherwise: "10" },
  { name: "seconds", value: "N", help: "how long to mirror", otherwise: "until Ctrl-C" },
  {
    name: "advice",
    value: "FILE",
    help: "what 'orrery advise' wrote with --report or --json, to compare with what is mirrored",
  },
  { name: "repair", help: "bring over what verifying finds to differ" },
  { name: "until-caught-up", help: "end following when there is nothing more to bring over" },
  {
    name: "lease",
    value: "SECONDS",
    help: "how long the process may be silent before another goes on",
    otherwise: "15",
  },
  { name: "dry-run", help: "say what would be done, and write nothing" },
  { name: "json", help: "print results as JSON" },
];

export const command: Command = {
  arguments: "[STAGE]",
  argumentsMax: 1,
  flags: FLAGS,
  notes: `Stages: plan, copy, follow, verify, mirror, cut-over, roll-back, complete;
status, pause, resume, cancel. Without one: plan, copy, follow until caught up,
verify. Ctrl-C stops; the same command goes on.`,
  run: runStage,
};

type Output = (text: string, result: object) => void;
type StageCommand = (
  move: Repartition,
  flags: Flags,
  output: Output,
  signal: AbortSignal,
) => Promise<boolean>;

/** Whether it came out well: a verification that finds differences does not. */
async function runStage(flags: Flags, words: readonly string[]): Promise<boolean> {
  const [named] = words;
  const stage = STAGES[named ?? "run"];
  if (stage === undefined)
    throw new UsageError(`There is no stage '${named}'. See orrery repartition --help.`);
  const line = new StatusLine();
  const startMs = performance.now();
  let total: number | undefined;
  const onProgress = (progress: Progress) =>
    line.draw(() => moveProgressLine({ progress, total, elapsedMs: performance.now() - startMs }));
  const move = await repartition(await optionsOf(flags, onProgress));
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const output: Output = (text, result) => {
      line.clear();
      printResult(flags, result, `${text}\n`);
    };
    if (process.stderr.isTTY) total = (await move.plan().catch(() => undefined))?.items;
    return await stage(move, flags, output, stopped.signal);
  } catch (error) {
    throw asError(error);
  } finally {
    line.clear();
    process.off("SIGINT", stop).off("SIGTERM", stop);
    move.dispose();
  }
}

/** The SDK throws objects that are no errors, too. */
function asError(error: unknown): unknown {
  if (error instanceof Error) return error;
  const {
    code,
    body,
    message = body?.message,
  } = error as {
    code?: unknown;
    message?: string;
    body?: { message?: string };
  };
  return new RepartitionError(`The endpoint answered ${String(code)}: ${message ?? JSON.stringify(error)}`);
}

const plan: StageCommand = async (move, _flags, output) => {
  const planned = await move.plan();
  output(planText(planned), planned);
  return true;
};

const status: StageCommand = async (move, _flags, output) => {
  const now = await move.status();
  const lines = [
    now.stage === "none"
      ? "Nothing has begun: 'orrery repartition plan' tells what a move would do."
      : `It is ${now.stage}${now.isPaused ? ", paused" : ""}.`,
    ...(now.stage === "none"
      ? []
      : [
          `${now.rangesCopied} of ${now.ranges} feed ranges are copied; ${now.items.toLocaleString("en")} items and changes were brought over.`,
        ]),
    ...(now.isCutOver
      ? ["It was cut over: the former container is followed, and can be rolled back to."]
      : []),
    ...now.problems.map(({ identity, why }) => `Cannot be moved: ${identity}. ${why}`),
    ...(now.stage === "none" ? [] : [`Next, with the same --from and --to: ${nextStage(now)}.`]),
  ];
  output(lines.join("\n"), now);
  return true;
};

function nextStage({ stage, isPaused, isCutOver, problems }: MoveStatus): string {
  if (isPaused) return "resume";
  if (stage === "copying") return "copy";
  if (problems.length > 0) return "change these items at the source, then verify --repair";
  return isCutOver ? "follow; then complete, or roll-back" : "follow; verify; then cut-over";
}

const copy: StageCommand = async (move, _flags, output, signal) => {
  await move.copy({ signal });
  output("All items are copied. Next: follow, with the same --from and --to.", { copied: true });
  return true;
};

const follow: StageCommand = async (move, flags, output, signal) => {
  const untilCaughtUp = flags["until-caught-up"] === true;
  await move.follow({ signal, untilCaughtUp }).catch((error: unknown) => {
    // Following has no other end than this.
    if (!signal.aborted) throw error;
  });
  output("The target has followed.", { followed: true });
  return true;
};

const verify: StageCommand = async (move, flags, output, signal) => {
  const dryRun = flags["dry-run"] === true;
  const found = await move.verify({ signal, repair: flags.repair === true, dryRun });
  output(verificationText(found), found);
  return found.differences === found.repaired;
};

const mirror: StageCommand = async (move, flags, output, signal) => {
  const seconds = flags.seconds === undefined ? undefined : integerOf(flags, "seconds", 0, 1, 7 * 86_400);
  const ends = seconds === undefined ? [signal] : [signal, AbortSignal.timeout(seconds * 1000)];
  const file = textOf(flags, "advice");
  const advice =
    file === undefined ? undefined : predictedCharges(await readFile(file, "utf8"), await move.status());
  const report = await move.mirror({
    signal: AbortSignal.any(ends),
    share: integerOf(flags, "share", 10, 1, 100) / 100,
  });
  output(mirrorText(report, advice), {
    ...report,
    ...(advice === undefined ? {} : { predicted: Object.fromEntries(advice) }),
  });
  return report.differing === 0;
};

const switching =
  (way: "cutOver" | "rollBack"): StageCommand =>
  async (move, flags, output, signal) => {
    const switched = await move[way]({
      signal,
      writersStopped: flags["writers-stopped"] === true,
      maxLagMs: integerOf(flags, "max-lag", 30, 0, 3_600) * 1000,
      dryRun: flags["dry-run"] === true,
    });
    output(switchText(switched, way === "rollBack", flags["dry-run"] === true), switched);
    return true;
  };

const act =
  (way: "complete" | "cancel" | "pause" | "resume", text: string): StageCommand =>
  async (move, _flags, output) => {
    await move[way]();
    output(text, { done: way });
    return true;
  };

const run: StageCommand = async (move, flags, output, signal) => {
  await plan(move, flags, output, signal);
  await move.copy({ signal });
  output("All items are copied.", { copied: true });
  await move.follow({ signal, untilCaughtUp: true });
  const agrees = await verify(move, flags, output, signal);
  if (agrees)
    output("Next: orrery repartition cut-over, with the same --from and --to.", { next: "cut-over" });
  return agrees;
};

/** What a dry run does in their place writes nothing. */
const dry =
  (instead: StageCommand, stage: StageCommand): StageCommand =>
  (move, flags, output, signal) =>
    (flags["dry-run"] === true ? instead : stage)(move, flags, output, signal);

const STAGES: Readonly<Record<string, StageCommand>> = {
  run: dry(plan, run),
  plan,
  copy: dry(plan, copy),
  follow: dry(status, follow),
  verify,
  mirror: dry(status, mirror),
  "cut-over": switching("cutOver"),
  "roll-back": switching("rollBack"),
  complete: dry(status, act("complete", "The move is complete: the former container is no longer followed.")),
  status,
  pause: dry(status, act("pause", "The move is paused.")),
  resume: dry(status, act("resume", "The move may go on: run its stage again.")),
  cancel: dry(status, act("cancel", "The move is forgotten. Both containers stay as they are.")),
};

async function optionsOf(
  flags: Flags,
  onProgress: (progress: Progress) => void,
): Promise<RepartitionOptions> {
  const [from, to] = [textOf(flags, "from"), textOf(flags, "to")];
  if (from === undefined || to === undefined)
    throw new UsageError(
      "Give both containers, as in --from http://127.0.0.1:8081/shop/carts --to http://127.0.0.1:8081/shop/carts-by-region.",
    );
  const fromKey = textOf(flags, "from-key") ?? WELL_KNOWN_KEY;
  const strategy = textOf(flags, "strategy");
  // The variable of --key is that of the server's account key, too.
  const given = listOf(flags, "key");
  const wrong = given.find((path) => !path.startsWith("/"));
  if (wrong !== undefined && givenName(flags, "key") === "--key")
    throw new UsageError(`A path of --key begins with /, as in /${wrong}.`);
  const key = given.filter((path) => path.startsWith("/"));
  return {
    from: parsePlace(from, fromKey),
    to: parsePlace(to, textOf(flags, "to-key") ?? fromKey),
    ...(key.length === 0 ? {} : { key }),
    ...(strategy === undefined ? {} : { strategy: await readStrategy(strategy) }),
    ...(flags["max-ru"] === undefined ? {} : { maxRu: integerOf(flags, "max-ru", 0, 1, 10_000_000) }),
    leaseMs: integerOf(flags, "lease", 15, 1, 600) * 1000,
    onProgress,
  };
}

async function readStrategy(file: string): Promise<StrategyDescription> {
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(text) as StrategyDescription;
  } catch (error) {
    throw new UsageError(`${file} is no strategy in JSON: ${(error as Error).message}.`);
  }
}

function planText(planned: MovePlan): string {
  const { key, mode, items, bytes, feedRanges, readRu, writeRu, seconds, createsTarget } = planned;
  const figure = (number: number) => number.toLocaleString("en");
  return [
    `Key: ${key.paths.join(", ")}${planned.strategy === undefined ? "" : `, computed (${planned.strategy.kind})`}`,
    `Items: ${figure(items)}, ${figure(bytes)} bytes, in ${feedRanges} feed range${feedRanges === 1 ? "" : "s"}`,
    `About ${figure(readRu)} RU to read and ${figure(writeRu)} RU to write; ${seconds} s at least`,
    `Target: ${createsTarget ? "is made" : "is there"}`,
    `Changes: ${mode === "allVersions" ? "all versions and deletes" : "latest versions; deletes by comparing"}`,
    `Goes along: ${planned.goesAlong.join(", ")}`,
    `Does not: ${planned.staysBehind.join("; ")}`,
    ...planned.warnings.map((warning) => `Warning: ${warning}`),
  ].join("\n");
}

function verificationText(found: Verification): string {
  const { ranges, differences, repaired, sampled, examples, changing } = found;
  const items = ranges.reduce((sum, { sourceItems }) => sum + sourceItems, 0);
  const outcome =
    differences === 0
      ? "both sides agree"
      : `${differences} differ, ${repaired === 0 ? "" : `${repaired} repaired, `}such as ${examples.join(", ")}`;
  return `Verified ${items} items in ${ranges.length} feed range${ranges.length === 1 ? "" : "s"}, ${sampled} of them whole: ${outcome}.${
    changing === 0 ? "" : ` ${changing} were changed too often to tell.`
  }`;
}

/** What the advice says that each operation costs under the key of the move, as many partitions as there are now. */
function predictedCharges(text: string, { key, strategy }: MoveStatus): ReadonlyMap<string, number> {
  const same = adviceIn(text).candidates.find(
    (candidate) =>
      JSON.stringify(candidate.key) === JSON.stringify(key) &&
      (candidate.strategy === null) === (strategy === undefined),
  );
  if (same === undefined) throw new UsageError(`The advice says nothing of the key ${key.join(", ")}.`);
  return new Map(same.measures.operationsNow.map(({ name, charge }) => [name, charge]));
}

function mirrorText(report: MirrorReport, predicted: ReadonlyMap<string, number> | undefined): string {
  const { reads, differing, failed, examples, kinds } = report;
  const outcome = differing === 0 ? "all agree" : `${differing} differ, such as ${examples.join(", ")}`;
  const lines = [
    `Compared ${reads} reads: ${outcome}.${failed === 0 ? "" : ` ${failed} could not be asked.`}`,
  ];
  if (kinds.length === 0) return lines[0]!;
  const rows = kinds.map(({ name, reads: count, liveRu, otherRu }) => [
    name.length > 36 ? `${name.slice(0, 35)}…` : name,
    String(count),
    liveRu.toFixed(2),
    otherRu.toFixed(2),
    ...(predicted === undefined ? [] : [predicted.get(name)?.toFixed(2) ?? "-"]),
  ]);
  const head = ["read", "count", "RU now", "RU then", ...(predicted === undefined ? [] : ["advised"])];
  for (const [name, ...cells] of [head, ...rows])
    lines.push(`${name!.padEnd(37)}${cells.map((cell) => cell.padStart(9)).join("")}`);
  return lines.join("\n");
}

function switchText({ exchanged, pauseMs, live, at }: Switched, isBack: boolean, isDry: boolean): string {
  if (isDry)
    return "It could be done now, if bringing over what was changed meanwhile takes no longer than --max-lag.";
  const done = exchanged
    ? `The containers exchanged their names at ${at}; writers waited for ${pauseMs} ms.`
    : `Both sides were the same at ${at}: write to '${live}' from now on. Nothing else was changed.`;
  const next = isBack
    ? "The move is where it was before: cut over again, or cancel it."
    : "The former container is followed while 'follow' runs, and can be rolled back to until 'complete'.";
  return `${done} ${next}`;
}
