/** The advice for a terminal of 80 columns. */

import { isWrite } from "../../value/operations/recorded-operation.ts";
import { counted, gigabytes, percent, whole } from "../ground/figures.ts";
import type { Advice, AdvisedCandidate } from "../verdict/advice.ts";

const WIDTH = 80;
const SHOWN = 5;
const BAR = 24;

export function textReport(advice: Advice): string {
  const { verdict, candidates, items, projection, traffic, dropped } = advice;
  const lines: string[] = [
    ...wrap(verdict.headline, ""),
    "",
    ...wrap(
      `${whole(items.count)} items, ${gigabytes(items.bytes)}; ${
        traffic.source === "assumed"
          ? "no traffic given"
          : `traffic ${traffic.source}, ${counted(traffic.operations.length, "operation")}`
      }; judged at ${counted(projection.partitions, "partition")}${
        projection.itemsPerDay === undefined ? "" : ` and ${gigabytes(projection.bytesThen)}`
      }.`,
      "",
    ),
    "",
    row("", "key", "RU/s", "a month", "hottest", "reads in 1"),
  ];
  const most = Math.max(...candidates.slice(0, SHOWN).map(({ measures }) => measures.neededRuPerSecond));
  for (const [i, candidate] of candidates.slice(0, SHOWN).entries())
    lines.push(...candidateLines(candidate, i + 1, most));
  lines.push("");
  for (const [i, { verdict: sentence }] of candidates.slice(0, SHOWN).entries())
    lines.push(...wrap(`${i + 1}. ${sentence}`, "   "));
  const replays = candidates.filter(({ replay }) => replay !== null);
  if (replays.length > 0) {
    const { seconds, partOfRate, budget } = replays[0]!.replay!;
    const part =
      partOfRate < 0.995 ? `, ${percent(partOfRate)} of the operations with as much of the budget` : "";
    lines.push(
      "",
      ...wrap(`Replayed for ${seconds} s at ${whole(budget)} RU/s${part}; let through at once:`, ""),
    );
    for (const { name, replay } of replays) {
      const share = replay!.operations === 0 ? 1 : replay!.accepted / replay!.operations;
      lines.push(`  ${cut(name, 38).padEnd(38)} ${bar(share)} ${percent(share).padStart(5)}`);
    }
  }
  lines.push(...section("Sure", verdict.sure), ...section("Not sure", verdict.unsure));
  lines.push(...section("What would change it", verdict.wouldChange), ...section("Next", verdict.next));
  if (dropped.length > 0)
    lines.push(
      "",
      ...wrap(
        `${counted(dropped.length, "other candidate")} dropped, each with its reason in --json and --report.`,
        "",
      ),
    );
  return `${lines.join("\n")}\n`;
}

function candidateLines({ name, tier, measures }: AdvisedCandidate, place: number, most: number): string[] {
  const { neededRuPerSecond, monthlyCost, hottest } = measures;
  const mark = tier === "bad" ? "✗" : tier === "careful" ? "!" : "✓";
  return [
    row(
      `${place} ${mark}`,
      name,
      whole(neededRuPerSecond),
      `$${whole(monthlyCost)}`,
      percent(hottest.share).replace("under ", "<"),
      readsInOne(measures),
    ),
    `    ${bar(neededRuPerSecond / most, 40).trimEnd()}`,
  ];
}

export function readsInOne({ operations }: AdvisedCandidate["measures"]): string {
  const reads = operations.filter(({ kind }) => !isWrite(kind));
  const rate = reads.reduce((sum, { perSecond }) => sum + perSecond, 0);
  if (rate === 0) return "unknown";
  return percent(reads.reduce((sum, { perSecond, inOne }) => sum + perSecond * inOne, 0) / rate);
}

function row(place: string, name: string, ...cells: readonly [string, string, string, string]): string {
  const [needed, cost, hottest, reads] = cells;
  return `${place.padEnd(4)}${cut(name, 32).padEnd(32)}${needed.padStart(10)}${cost.padStart(11)}${hottest.padStart(11)}${reads.padStart(12)}`;
}

function section(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : ["", title, ...sentences.flatMap(entry)];
}

/** A command can be copied as it stands, over several lines. */
function entry(sentence: string): string[] {
  const at = sentence.indexOf(": orrery ");
  if (at < 0) return wrap(`- ${sentence}`, "  ");
  const command = sentence.slice(at + 2).replaceAll(" --", " \\\n      --");
  return [`- ${sentence.slice(0, at + 1)}`, ...`    ${command}`.split("\n")];
}

function bar(part: number, width = BAR): string {
  return "█".repeat(Math.round(part * width)).padEnd(width);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Words that are longer than a line, such as a description to copy, are left whole. */
function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
