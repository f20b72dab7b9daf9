/** `orrery advise`: which partition key, measured on items and traffic, tried out in memory. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import {
  type AdviceOptions,
  advise as adviseOn,
  htmlReport,
  parseLocation,
  parseScale,
  readContainer,
  readDefinition,
  readItemFile,
  type Scale,
  type SizedItem,
  textReport,
} from "../../advisor/index.ts";
import { checkFolder } from "../data/data-folder.ts";
import { FILES_KEPT, formerFile } from "../data/rotated-file.ts";
import type { Command } from "../settings/command.ts";
import { WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { type Flag, type Flags, integerOf, textOf, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";
import { StatusLine } from "../terminal/status-line.ts";

const FLAGS: readonly Flag[] = [
  {
    name: "items",
    value: "FILE|URL",
    help: "a JSON array, NDJSON or CSV, also with gzip, or a container as https://ACCOUNT/db/container",
  },
  {
    name: "account-key",
    value: "KEY",
    help: "key of the account of a container",
    otherwise: "the well-known emulator key",
  },
  { name: "max-ru", value: "N", help: "request units to spend on reading a container", otherwise: "10000" },
  { name: "traffic", value: "FILE", help: "what 'orrery record' has written" },
  {
    name: "workload",
    value: "FILE",
    help: "operations with their rates, in YAML, instead of traffic",
    excludes: ["traffic"],
  },
  { name: "scale", value: "FILE|K=V,…", help: "itemsPerDay, retentionDays, peakFactor, budget and prices" },
  { name: "replays", value: "N", help: "how many of the best are replayed", otherwise: "3" },
  { name: "replay-seconds", value: "N", help: "how long the traffic is that is replayed", otherwise: "60" },
  { name: "report", value: "FILE", help: "write the report as one HTML page" },
  { name: "json", help: "print everything as JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `It reads only, and tries keys in memory. Exits with 1 if no key is good.`,
  run: advise,
};

/** Advice that takes no longer shows no progress. */
const QUIET_MS = 1_000;

/** Whether there is a key to take. */
async function advise(flags: Flags): Promise<boolean> {
  const workload = textOf(flags, "workload");
  const report = textOf(flags, "report");
  if (report !== undefined)
    await checkFolder(dirname(resolve(report)), "Make it first, or name another file.");
  const stop = new AbortController();
  const onInterrupt = () => stop.abort(new UsageError("Stopped. Nothing was written."));
  process.once("SIGINT", onInterrupt);
  const progress = new StatusLine(QUIET_MS);
  let hasMore = false;
  const onEnd = (spent: number, isWhole: boolean) => {
    hasMore = !isWhole;
    progress.clear();
    const part = isWhole ? "All" : "A part of the";
    process.stderr.write(`${part} items were read, for ${Math.round(spent)} RU.\n`);
  };
  try {
    const advice = await adviseOn({
      items: itemsOf(flags, onEnd),
      hasMore: () => hasMore,
      ...(workload === undefined
        ? {}
        : { workload: { text: await readFile(workload, "utf8"), name: basename(workload) } }),
      ...(await trafficOf(flags)),
      ...(await presentOf(flags)),
      scale: await scaleOf(flags),
      replays: integerOf(flags, "replays", 3, 0, 10),
      replaySeconds: integerOf(flags, "replay-seconds", 60, 5, 110),
      progress: (what, part) =>
        progress.draw(() => `${what}${part === undefined ? "" : ` ${Math.round(part * 100)} %`} …`),
      signal: stop.signal,
    });
    progress.clear();
    if (report !== undefined) await writeFile(report, htmlReport(advice));
    printResult(flags, advice, textReport(advice));
    if (report !== undefined && flags.json !== true) process.stdout.write(`\nThe report is in ${report}.\n`);
    return advice.verdict.isGood;
  } finally {
    progress.clear();
    process.off("SIGINT", onInterrupt);
  }
}

function itemsOf(flags: Flags, onEnd: (spent: number, isWhole: boolean) => void): AsyncIterable<SizedItem> {
  const items = textOf(flags, "items");
  if (items === undefined)
    throw new UsageError("--items is needed: a file, or https://ACCOUNT/db/container. See --help.");
  const location = parseLocation(items);
  if (location === undefined) return readItemFile(items);
  return readContainer({
    ...location,
    key: textOf(flags, "account-key") ?? WELL_KNOWN_KEY,
    ruMax: integerOf(flags, "max-ru", 10_000, 1, 100_000_000),
    onEnd,
  });
}

async function presentOf(flags: Flags): Promise<Pick<AdviceOptions, "present">> {
  const location = parseLocation(textOf(flags, "items") ?? "");
  if (location === undefined) return {};
  const key = textOf(flags, "account-key") ?? WELL_KNOWN_KEY;
  return { present: { ...(await readDefinition({ ...location, key })), location: textOf(flags, "items")! } };
}

/** The former files of the recording first. */
async function trafficOf(flags: Flags): Promise<Pick<AdviceOptions, "traffic">> {
  const file = textOf(flags, "traffic");
  if (file === undefined) return {};
  // Before items are read, which may cost.
  if (!existsSync(file))
    throw new UsageError(`There is no file ${file}: 'orrery record --out ${file}' makes it.`);
  const files = [file];
  for (let i = 1; i <= FILES_KEPT && existsSync(formerFile(file, i)); i++) files.unshift(formerFile(file, i));
  const container = parseLocation(textOf(flags, "items") ?? "")?.container;
  return { traffic: { lines: linesOf(files), container } };
}

async function* linesOf(files: readonly string[]): AsyncGenerator<SizedItem> {
  for (const file of files) yield* readItemFile(file);
}

async function scaleOf(flags: Flags): Promise<Scale> {
  const scale = textOf(flags, "scale");
  if (scale === undefined) return parseScale("peakFactor=1");
  return parseScale(/^\w+=/.test(scale) ? scale : await readFile(scale, "utf8"));
}
