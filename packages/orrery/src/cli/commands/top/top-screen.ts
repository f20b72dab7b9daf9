/** One picture of `orrery top`: the containers, and of one of them the partitions and the keys. */

import type { ContainerFigures, KeyFigures, PartitionFigures } from "../../../api/control-api.ts";
import { provisionedRuPerSecond } from "../../../throughput/offer.ts";
import { sizeText } from "../../../value/size-text.ts";
import type { Paint } from "../../terminal/paint.ts";
import { bar, printable, table } from "../../terminal/table.ts";

export interface TopFigures {
  readonly endpoint: string;
  readonly at: Date;
  readonly containers: readonly ContainerFigures[];
  /** Of the container that is shown in full. */
  readonly shown?: {
    readonly name: string;
    readonly partitions: readonly PartitionFigures[];
    readonly keys: KeyFigures;
  };
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** Of a bar, on a wide terminal and on one of 80 columns. */
const BAR_WIDE = 20;
const BAR_NARROW = 8;
const WIDE_COLUMNS = 100;
const CONTAINERS_SHOWN = 8;

/** The lines that fit. */
export function topScreen(figures: TopFigures, { columns, rows }: ScreenSize, paint: Paint): string[] {
  const { endpoint, at, containers, shown } = figures;
  const sum = (of: (each: ContainerFigures) => number) =>
    containers.reduce((total, each) => total + of(each), 0);
  const used = sum((each) => each.usedRuPerSecond);
  const throttled = sum((each) => each.throttledPerSecond);
  const totals = `${figure(used)} RU/s, ${figure(throttled)} × 429/s, ${figure(sum((each) => each.items))} items`;
  const barWidth = columns < WIDE_COLUMNS ? BAR_NARROW : BAR_WIDE;
  const busiest = [...containers].sort((a, b) => b.usedRuPerSecond - a.usedRuPerSecond);
  const lines = [
    `${paint.bold("orrery top")}  ${endpoint}  ${at.toTimeString().slice(0, 8)}  ${
      throttled > 0 ? paint.red(totals) : totals
    }`,
    "",
    ...linesOf(containersTable(busiest.slice(0, CONTAINERS_SHOWN), barWidth, paint)),
    ...(containers.length > CONTAINERS_SHOWN ? [`and ${containers.length - CONTAINERS_SHOWN} more`] : []),
    ...(containers.length === 0 ? ["There are no containers yet."] : []),
    ...(shown === undefined ? [] : shownLines(shown, barWidth, paint)),
  ];
  return lines.slice(0, Math.max(1, rows - 1)).map((line) => cut(line, columns));
}

function containersTable(containers: readonly ContainerFigures[], barWidth: number, paint: Paint): string {
  if (containers.length === 0) return "";
  return table(
    ["container", "key", "RU/s", "used", "", "429/s", "parts", "items", "size"],
    containers.map((each) => [
      `${each.database}/${each.container}`,
      each.partitionKey.paths.join(","),
      provisionedRuPerSecond(each.throughput),
      each.usedRuPerSecond,
      bar(each.usedRuPerSecond / Math.max(1, provisionedRuPerSecond(each.throughput)), barWidth),
      each.throttledPerSecond,
      each.partitions,
      each.items,
      sizeText(each.bytes),
    ]),
    heat(4, 5, paint),
  );
}

function shownLines(
  { name, partitions, keys }: NonNullable<TopFigures["shown"]>,
  barWidth: number,
  paint: Paint,
): string[] {
  const lastSecond = (each: PartitionFigures) => each.lastSecond?.ru ?? 0;
  const total = keys.consumers.reduce((sum, { count }) => sum + count, 0);
  return [
    "",
    paint.bold(`Partitions of ${printable(name)}`),
    ...linesOf(
      table(
        ["partition", "RU/s", "last second", "", "429s/min", "items", "size"],
        partitions.map((each) => [
          each.id,
          each.ruPerSecond,
          lastSecond(each),
          bar(lastSecond(each) / Math.max(1, each.ruPerSecond), barWidth),
          each.thisMinute?.throttled ?? 0,
          each.items,
          sizeText(each.storageBytes),
        ]),
        heat(3, 4, paint),
      ),
    ),
    "",
    paint.bold("Keys by request units of the last hour"),
    ...(keys.consumers.length === 0
      ? ["none yet"]
      : linesOf(
          table(
            ["key", "RU", "of these", "partition"],
            keys.consumers.map(({ key, count, partition }) => [
              key.slice(0, 40),
              count,
              bar(count / Math.max(1, total), barWidth),
              partition,
            ]),
          ),
        )),
  ];
}

/** Bars that are nearly full are yellow, full ones red; so are refusals. */
function heat(barColumn: number, refusalColumn: number, { red, yellow, green }: Paint) {
  return (text: string, column: number) => {
    if (column === refusalColumn) return /^\s*0$/.test(text) ? text : red(text);
    if (column !== barColumn) return text;
    const full = text.split("█").length - 1;
    const share = full / text.trim().length;
    return share === 1 ? red(text) : share > 0.8 ? yellow(text) : green(text);
  };
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** Colours take no columns. */
function cut(line: string, columns: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
  const parts = line.split(/(\x1b\[\d+m)/);
  let left = columns;
  const shown = parts.map((part) => {
    if (part.startsWith("\x1b[")) return part;
    const text = [...part].slice(0, left).join("");
    left -= [...text].length;
    return text;
  });
  return shown.join("");
}

function figure(number: number): string {
  return number.toLocaleString("en", { maximumFractionDigits: 1 });
}
