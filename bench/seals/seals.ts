/**
 * What checksums of rows cost: the same creates and point reads through the engine, on a store whose rows have them and on
 * one whose rows have none, in rounds that take turns. Reads are of items that are not in the cache. There is no HTTP, which
 * would hide most of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemEnvironment } from "../../packages/orrery/src/cli/environment.ts";
import { Engine } from "../../packages/orrery/src/engine/index.ts";
import { LevelStore } from "../../packages/orrery/src/kv/level-store.ts";
import { isSealedKind } from "../../packages/orrery/src/store/sealed-rows.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import { median, printTable } from "../print-table.ts";

/** The first one warms up and does not count. */
const ROUNDS = 11;
const ITEMS = 2_000;
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

/** Of the processor, in microseconds for each item. */
async function measured(work: (i: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < ITEMS; i++) await work(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / ITEMS;
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
  const ratios = { create: [] as number[], read: [] as number[] };
  const last = { sealed: { create: 0, read: 0 }, plain: { create: 0, read: 0 } };
  for (let number = 0; number < ROUNDS; number++) {
    // Each goes first as often.
    const order = number % 2 === 0 ? (["sealed", "plain"] as const) : (["plain", "sealed"] as const);
    for (const name of order) last[name] = await round(name === "sealed" ? sealed : plain, number);
    if (number === 0) continue;
    for (const kind of ["create", "read"] as const) ratios[kind].push(last.sealed[kind] / last.plain[kind]);
  }
  await sealed.close();
  await plain.close();
  printTable([
    ["item of 1 KB", "with checksums, µs", "without, µs", "median ratio", `aim ${1 + AIM}`],
    ...(["create", "read"] as const).map((kind) => {
      const ratio = median(ratios[kind]);
      return [
        kind,
        last.sealed[kind].toFixed(0),
        last.plain[kind].toFixed(0),
        ratio.toFixed(3),
        ratio <= 1 + AIM ? "reached" : "missed",
      ];
    }),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
