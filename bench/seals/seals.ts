/**
 * What checksums of rows cost: the same creates and point reads through the engine, on a store whose rows have them and on
 * one whose rows have none, in rounds that take turns. Reads are of items that are not in the cache. There is no HTTP, which
 * would hide most of it.
 *
 * What counts is the time of the thread that serves, where Linux tells it: compactions come and go beside it. Others on the
 * machine make rounds slower and never faster, so the fastest of each are compared.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemEnvironment } from "../../packages/orrery/src/cli/environment.ts";
import { Engine } from "../../packages/orrery/src/engine/index.ts";
import { LevelStore } from "../../packages/orrery/src/kv/level-store.ts";
import { isSealedKind } from "../../packages/orrery/src/store/sealed-rows.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import { printTable } from "../print-table.ts";

/** The first one warms up and does not count. */
const ROUNDS = 41;
const ITEMS = 500;
const AIM = 0.03;
const ADDRESS = { database: "bench", container: "c" };
const TERMS = { priority: "High", bucket: 0, readMultiplier: 1 } as const;

const folder = mkdtempSync(join(tmpdir(), "orrery-seals-"));

async function open(name: string, isSealed: typeof isSealedKind): Promise<Engine> {
  const kv = await LevelStore.open({
    folder: join(folder, name),
    durability: "process",
    isSealedKind: isSealed,
  });
  const engine = await Engine.open({
    storage: new Storage(kv),
    environment: systemEnvironment("error"),
    // Too little for one item.
    cacheBytes: 1,
    throttle: "observe",
  });
  await engine.databases.create({ id: ADDRESS.database });
  await engine.containers.create(
    ADDRESS.database,
    { id: ADDRESS.container, partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } },
    { ruPerSecond: 10_000, knowsPartitionKeys: true },
  );
  return engine;
}

const THREAD = `/proc/self/task/${process.pid}/schedstat`;

/** Of the processor, in microseconds. */
function usedUs(): number {
  if (existsSync(THREAD)) return Number(readFileSync(THREAD, "latin1").split(" ")[0]) / 1000;
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** For each item. */
async function measured(work: (i: number) => Promise<unknown>): Promise<number> {
  const before = usedUs();
  for (let i = 0; i < ITEMS; i++) await work(i);
  return (usedUs() - before) / ITEMS;
}

async function round(engine: Engine, number: number): Promise<{ create: number; read: number }> {
  const idOf = (i: number) => `${number}-${i}`;
  const request = { terms: TERMS, key: ["k"] };
  const text = "lorem ipsum ".repeat(70);
  return {
    create: await measured((i) =>
      engine.items.create(ADDRESS, { id: idOf(i), pk: "k", n: i, text, at: "2026-11-17" }, request),
    ),
    read: await measured((i) => engine.items.read(ADDRESS, idOf(i), request)),
  };
}

try {
  const sealed = await open("sealed", isSealedKind);
  const plain = await open("plain", () => false);
  const fastest = {
    sealed: { create: Infinity, read: Infinity },
    plain: { create: Infinity, read: Infinity },
  };
  for (let number = 0; number < ROUNDS; number++) {
    // Each goes first as often.
    const order = number % 2 === 0 ? (["sealed", "plain"] as const) : (["plain", "sealed"] as const);
    for (const name of order) {
      const { create, read } = await round(name === "sealed" ? sealed : plain, number);
      if (number === 0) continue;
      const best = fastest[name];
      fastest[name] = { create: Math.min(best.create, create), read: Math.min(best.read, read) };
    }
  }
  await sealed.close();
  await plain.close();
  printTable([
    ["item of 1 KB", "with checksums, µs", "without, µs", "ratio", `aim ${1 + AIM}`],
    ...(["create", "read"] as const).map((kind) => {
      const ratio = fastest.sealed[kind] / fastest.plain[kind];
      return [
        kind,
        fastest.sealed[kind].toFixed(1),
        fastest.plain[kind].toFixed(1),
        ratio.toFixed(3),
        ratio <= 1 + AIM ? "reached" : "missed",
      ];
    }),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
