/** `orrery simulate`: what a load does to a large container, in simulated time, with one key and its cures side by side. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  comparedKeys,
  declaredLoad,
  type KeyChoice,
  readItemFile,
  type SimulatedLoad,
  seededRandom,
  simulate,
  vehicleEvents,
} from "../../../advisor/index.ts";
import type { Command } from "../../settings/command.ts";
import { type Flag, type Flags, givenName, integerOf, textOf, UsageError } from "../../settings/flags.ts";
import { printResult } from "../../settings/print-result.ts";
import { NO_PAINT, paintFor } from "../../terminal/paint.ts";
import { type SimulatedKey, simulationLines, simulationSummary } from "./simulate-screen.ts";

const FLAGS: readonly Flag[] = [
  {
    name: "items",
    value: "FILE",
    help: "a JSON array, NDJSON or CSV, also with gzip",
    otherwise: "vehicle events",
  },
  {
    name: "workload",
    value: "FILE",
    help: "operations on them with their rates, in YAML",
    otherwise: "writes, and few reads",
  },
  { name: "key", value: "PATH", help: "the partition key to try", otherwise: "/day", hasNoVariable: true },
  {
    name: "of",
    value: "PATH",
    help: "the property that a computed suffix comes from",
    otherwise: "/vin, or /id with --items",
  },
  { name: "suffixes", value: "N", help: "how many suffixes", otherwise: "400" },
  { name: "ru", value: "N", help: "RU/s of the container", otherwise: "30000" },
  { name: "partitions", value: "N", help: "physical partitions", otherwise: "one for every 6,000 RU/s" },
  { name: "writes", value: "N", help: "requests a second, without --workload", otherwise: "3000" },
  { name: "seconds", value: "N", help: "how long the load lasts, in simulated time", otherwise: "5" },
  { name: "json", help: "print everything as one line of JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: `The key is tried as it is, with a random suffix and with a computed one.

Containers are in memory, budgets are enforced, time stands still while this
machine works: it shows what a large container does, however slow the machine
is.`,
  run: simulateKeys,
};

const RU_PER_PARTITION = 6_000;
const DRAW_EVERY_MS = 100;

interface Plan extends KeyChoice {
  readonly ruPerSecond: number;
  readonly partitions: number;
  readonly seconds: number;
  /** A new one each time, the same load each time. */
  readonly load: () => Promise<SimulatedLoad>;
}

async function simulateKeys(flags: Flags): Promise<void> {
  const plan = planOf(flags);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const startMs = performance.now();
  const keys: SimulatedKey[] = comparedKeys(plan, seededRandom(1)).map(({ name }) => ({
    name,
    partitions: [],
  }));
  const chart = new Chart(plan, keys);
  try {
    for (const [i, candidate] of comparedKeys(plan, seededRandom(1)).entries()) {
      const result = await simulate(candidate, await plan.load(), {
        partitions: plan.partitions,
        ruPerSecond: plan.ruPerSecond,
        seconds: plan.seconds,
        signal: stop.signal,
        onSecond: (partitions) => {
          keys[i] = { name: candidate.name, partitions };
          chart.draw();
        },
      });
      if (stop.signal.aborted) throw new UsageError("Stopped.");
      keys[i] = { name: candidate.name, partitions: result.partitions, result };
      chart.draw();
    }
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    chart.clear();
  }
  const tookMs = performance.now() - startMs;
  const { ruPerSecond, partitions, seconds } = plan;
  const facts = { ruPerSecond, partitions, seconds, tookMs: Math.round(tookMs) };
  printResult(flags, { ...facts, keys }, chart.text(facts.tookMs));
}

function planOf(flags: Flags): Plan {
  const items = textOf(flags, "items");
  const workload = textOf(flags, "workload");
  if ((items === undefined) !== (workload === undefined))
    throw new UsageError("--items and --workload go together: the load is about the items.");
  const ruPerSecond = integerOf(flags, "ru", 30_000, 400, 1_000_000);
  const usual = Math.max(1, Math.ceil(ruPerSecond / RU_PER_PARTITION));
  const writes = integerOf(flags, "writes", 3_000, 1, 100_000);
  return {
    key: pathOf(flags, "key", "/day"),
    of: pathOf(flags, "of", items === undefined ? "/vin" : "/id"),
    suffixes: integerOf(flags, "suffixes", 400, 2, 1_000),
    ruPerSecond,
    partitions: integerOf(flags, "partitions", usual, 1, 100),
    seconds: integerOf(flags, "seconds", 5, 2, 110),
    load: async () =>
      items === undefined || workload === undefined
        ? vehicleEvents(writes)
        : declaredLoad(
            readItemFile(items),
            { text: await readFile(workload, "utf8"), name: basename(workload) },
            seededRandom(1),
          ),
  };
}

function pathOf(flags: Flags, name: string, otherwise: `/${string}`): `/${string}` {
  const path = textOf(flags, name) ?? otherwise;
  if (!path.startsWith("/"))
    throw new UsageError(`${givenName(flags, name)} is a path, which begins with /, as in /${path}.`);
  return path as `/${string}`;
}

/** On a terminal, drawn over and over in place. */
class Chart {
  readonly #plan: Plan;
  readonly #keys: readonly SimulatedKey[];
  #drawnLines = 0;
  #drawnMs = 0;

  constructor(plan: Plan, keys: readonly SimulatedKey[]) {
    this.#plan = plan;
    this.#keys = keys;
  }

  get #frame() {
    const { seconds, ruPerSecond, partitions } = this.#plan;
    return { keys: this.#keys, seconds, ruPerPartition: ruPerSecond / partitions };
  }

  draw(): void {
    const now = performance.now();
    if (process.stderr.isTTY !== true || now - this.#drawnMs < DRAW_EVERY_MS) return;
    this.#drawnMs = now;
    const lines = simulationLines(this.#frame, paintFor(process.stderr));
    const up = this.#drawnLines === 0 ? "" : `\x1b[${this.#drawnLines}A`;
    process.stderr.write(`${up}${lines.map((line) => `${line}\x1b[K\n`).join("")}\x1b[J`);
    this.#drawnLines = lines.length;
  }

  clear(): void {
    if (this.#drawnLines > 0) process.stderr.write(`\x1b[${this.#drawnLines}A\x1b[J`);
    this.#drawnLines = 0;
  }

  text(tookMs: number): string {
    const { ruPerSecond, partitions, seconds } = this.#plan;
    const figure = (number: number) => number.toLocaleString("en");
    const paint = process.stdout.isTTY === true ? paintFor(process.stdout) : NO_PAINT;
    return [
      `${figure(ruPerSecond)} RU/s on ${partitions} partitions, ${seconds} s of load, simulated in ${(tookMs / 1000).toFixed(1)} s`,
      "",
      ...simulationLines(this.#frame, paint).map((line) => line.trimEnd()),
      simulationSummary(this.#frame),
    ].join("\n");
  }
}
