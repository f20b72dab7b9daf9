/** The tables of the spine bench: what was measured, and how it stands to the aims. */
import { median, printTable } from "../print-table.ts";
import type { Job, Measured } from "./load.ts";

export type Results = ReadonlyMap<string, Readonly<Record<Job["kind"], readonly Measured[]>>>;
export type Starts = ReadonlyMap<string, { readonly firstMs: number; readonly idleMb: number }>;

export interface Report {
  readonly names: {
    readonly disk: string;
    readonly process: string;
    readonly bare: string;
    readonly rival: string | undefined;
  };
  readonly results: Results;
  /** After all rounds, in MB. */
  readonly memory: ReadonlyMap<string, number>;
  readonly starts: Starts;
}

export function report({ names, results, memory, starts }: Report): void {
  const rates = (name: string, kind: Job["kind"]) =>
    results.get(name)![kind].map(({ perSecond }) => perSecond);
  /** Within each round, then the middle one. */
  const ratio = (kind: Job["kind"], name: string, other: string) => {
    const others = rates(other, kind);
    return median(rates(name, kind).map((rate, round) => rate / others[round]!));
  };

  for (const kind of ["read", "create"] as const) {
    const references = [names.bare, names.rival].filter((name) => name !== undefined);
    printTable([
      [
        `point ${kind}s`,
        "per second",
        "lowest",
        "highest",
        "p50 ms",
        "p99 ms",
        ...references.map((name) => `of ${name}`),
      ],
      ...[...results].map(([name, measured]) => {
        const perSecond = rates(name, kind);
        return [
          name,
          whole(median(perSecond)),
          whole(Math.min(...perSecond)),
          whole(Math.max(...perSecond)),
          median(measured[kind].map(({ p50Ms }) => p50Ms)).toFixed(2),
          median(measured[kind].map(({ p99Ms }) => p99Ms)).toFixed(2),
          ...references.map((other) => ratio(kind, name, other).toFixed(2)),
        ];
      }),
    ]);
    console.log();
  }

  printTable([
    ["process", "first answer, ms", "idle, MB", "after all rounds, MB"],
    ...[...starts].map(([name, { firstMs, idleMb }]) => [
      name,
      whole(firstMs),
      whole(idleMb),
      whole(memory.get(name)!),
    ]),
  ]);
  console.log();

  const { rival } = names;
  const own = starts.get(names.disk)!;
  const theirs = rival === undefined ? undefined : starts.get(rival)!;
  printTable([
    ["aim", "wanted", "measured", "reached"],
    aim("point reads of the bare server", ">=", 0.6, ratio("read", names.disk, names.bare)),
    ...(rival === undefined || theirs === undefined
      ? []
      : [
          aim("point reads of the rival", ">", 1, ratio("read", names.disk, rival)),
          aim("durable creates of the rival", ">=", 0.7, ratio("create", names.disk, rival)),
          aim("time to the first answer of the rival's", "<", 1, own.firstMs / theirs.firstMs),
          aim("idle memory of the rival's", "<", 1.2, own.idleMb / theirs.idleMb),
        ]),
  ]);
}

function aim(name: string, relation: ">=" | ">" | "<", wanted: number, measured: number): string[] {
  const reached =
    relation === "<" ? measured < wanted : relation === ">" ? measured > wanted : measured >= wanted;
  return [name, `${relation} ${wanted}`, measured.toFixed(2), reached ? "yes" : "no"];
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
