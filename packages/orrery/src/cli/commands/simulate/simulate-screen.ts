/** A simulation as it goes on, and what came of it: for each key its partitions, drawn. */
import type { Paint } from "../../terminal/paint.ts";
import { bar, table } from "../../terminal/table.ts";

export interface SimulatedKey {
  readonly name: string;
  /** In the order of the hash space: RU and refusals of each second so far. */
  readonly partitions: readonly { readonly ru: readonly number[]; readonly refused: readonly number[] }[];
  /** When it is over. */
  readonly result?: SimulationResult | undefined;
}

export interface SimulationResult {
  readonly operations: number;
  readonly accepted: number;
  readonly refused: number;
  readonly lost: number;
  readonly waitMs: number;
  readonly charges: readonly {
    readonly name: string;
    readonly charge: number;
    readonly visits: number;
    readonly count: number;
  }[];
}

export interface SimulationFrame {
  readonly keys: readonly SimulatedKey[];
  readonly seconds: number;
  /** RU/s of one partition. */
  readonly ruPerPartition: number;
}

const BAR = 24;
const STEPS = "▁▂▃▄▅▆▇█";
/** A partition that has this much of all writes, where there are several, has too much. */
const ONE_SIDED = 0.9;

export function simulationLines({ keys, seconds, ruPerPartition }: SimulationFrame, paint: Paint): string[] {
  return keys.flatMap((key) => {
    const over = Math.max(0, ...key.partitions.map(({ ru }) => ru.length));
    const state = key.result === undefined ? paint.dim(`second ${over} of ${seconds}`) : verdict(key, paint);
    return [
      `${paint.bold(key.name)}  ${state}`,
      ...key.partitions.map(({ ru, refused }, i) => {
        const use = average(ru) / ruPerPartition;
        const drawn = bar(use, BAR);
        const colour = use > 0.97 ? paint.red : use > 0.8 ? paint.yellow : paint.green;
        const no = sum(refused);
        const turnedAway = no === 0 ? "" : paint.red(`${no.toLocaleString("en")} × 429`);
        const share = `${Math.round(use * 100)} %`.padStart(5);
        return `  partition ${i}  ${colour(drawn)} ${share}  ${spark(ru, ruPerPartition)}  ${turnedAway}`;
      }),
      "",
    ];
  });
}

/** What it comes down to, side by side, in 80 columns: of each operation its RU, and the partitions that it asked. */
export function simulationSummary({ keys }: SimulationFrame): string {
  const names = keys[0]?.result?.charges.map(({ name }) => name) ?? [];
  return table(
    ["key", "at once", "429s", "given up", "wait", ...names.map((name) => `${name}: RU`)],
    keys.flatMap(({ name, result }) =>
      result === undefined
        ? []
        : [
            [
              name.replace(" suffixes", ""),
              percent(result.accepted / Math.max(1, result.operations)),
              result.refused,
              result.lost,
              `${(result.waitMs / 1000).toFixed(2)} s`,
              ...result.charges.map(({ charge, visits }) => `${charge.toFixed(1)} on ${visits.toFixed(1)}`),
            ],
          ],
    ),
  );
}

/** Of a key whose load lies on one of several partitions; undefined for others. */
export function oneSidedness(key: SimulatedKey): string | undefined {
  const totals = key.partitions.map(({ ru, refused }) => sum(ru) + sum(refused));
  const all = sum(totals);
  const share = all === 0 ? 0 : Math.max(...totals) / all;
  if (key.partitions.length < 2 || share < ONE_SIDED) return undefined;
  return `${share > 0.995 ? "all" : percent(share)} of the load went to one of ${key.partitions.length} partitions`;
}

function verdict(key: SimulatedKey, paint: Paint): string {
  const { accepted, operations } = key.result!;
  const share = accepted / Math.max(1, operations);
  const text = `${percent(share)} done at once`;
  const why = oneSidedness(key);
  if (why !== undefined) return paint.red(`${text}: ${why}`);
  return share > 0.99 ? paint.green(text) : paint.yellow(text);
}

function spark(values: readonly number[], full: number): string {
  return values
    .map((value) => STEPS[Math.min(STEPS.length - 1, Math.floor((value / full) * STEPS.length))])
    .join("");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.995 || share < 0.1 ? 1 : 0)} %`;
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
