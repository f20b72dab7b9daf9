/** The tables of the spine bench: what was measured, and how it stands to the aims. */
import { median, printTable } from "../print-table.ts";
import type { Load } from "./load-process.ts";

export type Starts = ReadonlyMap<
  string,
  { readonly firstMs: number; readonly processorMs: number; readonly idleMb: number }
>;

interface Report {
  readonly jobs: readonly string[];
  /** By contestant and job, a measurement for each round. */
  readonly results: ReadonlyMap<string, ReadonlyMap<string, readonly Load[]>>;
  /** The first creates of a fresh process. */
  readonly first: ReadonlyMap<string, readonly Load[]>;
  /** After all rounds, in MB. */
  readonly memory: ReadonlyMap<string, number>;
  readonly starts: Starts;
}

const BARE = "bare node:http";
/** The bare server with the store's part of a create. */
const FLOOR = "bare node:http on LevelDB";
const MEMORY_FLOOR = "bare node:http in memory";
const COSMIUM = "Cosmium";

/** Node 22 and newer cache compiled code. */
const START_RATIO_MAX = Number.parseInt(process.versions.node, 10) >= 22 ? 2.2 : 3;

export function report({ jobs, results, first, memory, starts }: Report): void {
  const of = (name: string, job: string) => results.get(name)!.get(job)!;
  /** Within each round, then the middle one. */
  const ratio = (job: string, field: "perSecond" | "processorUs", name: string, other: string) =>
    median(of(name, job).map((load, round) => load[field] / of(other, job)[round]![field]));
  const processor = (job: string, name: string, other: string) => 1 / ratio(job, "processorUs", name, other);

  const references = [BARE, COSMIUM].filter((name) => results.has(name));
  for (const job of jobs) {
    printTable([
      [
        job,
        "per second",
        "lowest",
        "highest",
        "p50, ms",
        "p99, ms",
        "processor, µs",
        ...references.flatMap((name) => [`of ${name}`, "by processor"]),
      ],
      ...[...results.keys()].map((name) => {
        const loads = of(name, job);
        const rates = loads.map(({ perSecond }) => perSecond);
        return [
          name,
          whole(median(rates)),
          whole(Math.min(...rates)),
          whole(Math.max(...rates)),
          median(loads.map(({ p50Ms }) => p50Ms)).toFixed(2),
          median(loads.map(({ p99Ms }) => p99Ms)).toFixed(2),
          whole(median(loads.map(({ processorUs }) => processorUs))),
          ...references.flatMap((other) => [
            ratio(job, "perSecond", name, other).toFixed(2),
            processor(job, name, other).toFixed(2),
          ]),
        ];
      }),
    ]);
    console.log();
  }

  const firstMs = (name: string) => 1000 / median(first.get(name)!.map(({ perSecond }) => perSecond));
  printTable([
    [
      "process",
      "first 1,000 creates, ms each",
      "processor, µs",
      "first answer, ms",
      "processor, ms",
      "idle, MB",
      "after all rounds, MB",
    ],
    ...[...new Set([...starts.keys(), ...first.keys()])].map((name) => {
      const start = starts.get(name);
      return [
        name,
        first.has(name) ? firstMs(name).toFixed(2) : "",
        first.has(name) ? whole(median(first.get(name)!.map(({ processorUs }) => processorUs))) : "",
        ...(start ? [whole(start.firstMs), whole(start.processorMs), whole(start.idleMb)] : ["", "", ""]),
        memory.has(name) ? whole(memory.get(name)!) : "",
      ];
    }),
  ]);
  console.log();

  const started = (name: string) => starts.get(name)!.firstMs / starts.get("Node alone")!.firstMs;
  const [disk, , inMemory] = ["Orrery, disk", "Orrery, process", "Orrery, memory"] as const;
  const hasCosmium = results.has(COSMIUM);
  printTable([
    ["aim", "wanted", "measured", "reached"],
    aim("point reads of the bare server, by processor", ">=", 0.75, processor("point reads", disk, BARE)),
    ...["creates on one key", "creates on fifty keys"].flatMap((job) => [
      aim(`${job} on disk, of the bare server, by processor`, ">=", 0.5, processor(job, disk, BARE)),
      aim(`${job} in memory, of the bare server, by processor`, ">=", 0.6, processor(job, inMemory, BARE)),
    ]),
    ...(hasCosmium
      ? [
          aim("point reads of Cosmium, by processor", ">", 1, processor("point reads", disk, COSMIUM)),
          aim("first 1,000 creates of Cosmium's time", "<", 2, firstMs(disk) / firstMs(COSMIUM)),
          [
            "the same of the bare server with LevelDB's rows",
            "",
            (firstMs(FLOOR) / firstMs(COSMIUM)).toFixed(2),
            "",
          ],
        ]
      : []),
    ...["creates on one key", "creates on fifty keys"].flatMap((job) => [
      [
        `${job} on disk: what the rows alone leave of the bare server`,
        "",
        processor(job, FLOOR, BARE).toFixed(2),
        "",
      ],
      [
        `${job} in memory: what the rows alone leave of the bare server`,
        "",
        processor(job, MEMORY_FLOOR, BARE).toFixed(2),
        "",
      ],
    ]),
    aim(
      "a create in memory, one at a time, p50 ms",
      "<",
      0.5,
      median(of(inMemory, "creates, one at a time").map(({ p50Ms }) => p50Ms)),
    ),
    ...[disk, inMemory].map((name) =>
      aim(`start of ${name}, of Node's own, by the clock`, "<", START_RATIO_MAX, started(name)),
    ),
    ["the same of Node with LevelDB", "", started("Node with LevelDB").toFixed(2), ""],
    aim("idle memory, MB", "<", 55, starts.get(disk)!.idleMb),
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
