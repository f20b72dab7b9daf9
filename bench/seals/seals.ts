/**
 * What checksums of rows cost: the same creates and point reads through the engine, on a store whose rows have them and on
 * one whose rows have none, in rounds that take turns. Reads are of items that are not in the cache. There is no HTTP, which
 * would hide most of it.
 *
 * What counts is the time of the thread that serves, where Linux tells it: compactions come and go beside it. Others on the
 * machine make rounds slower and never faster, so the fastest of each are compared.
 *
 * Two runs differ by more than checksums cost. So the rows that these creates wrote are also sealed and verified by
 * themselves, again and again, and that is set beside what a create and a read take of a server's processor time over HTTP.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemEnvironment } from "../../packages/orrery/src/cli/server/environment.ts";
import { Engine } from "../../packages/orrery/src/engine/index.ts";
import { LevelStore } from "../../packages/orrery/src/kv/level/level-store.ts";
import { sealedValue, unsealedValue } from "../../packages/orrery/src/kv/level/sealed-value.ts";
import { spaceKey } from "../../packages/orrery/src/kv/space-key.ts";
import { Kind } from "../../packages/orrery/src/store/records/key-layout.ts";
import { isSealedKind } from "../../packages/orrery/src/store/records/sealed-rows.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import { startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";

/** The first one warms up and does not count. */
const ROUNDS = 41;
const ITEMS = 500;
const AIM = 0.03;
/** Of sealing and verifying by themselves. */
const REPEATS = 20_000;
const HTTP_REQUESTS = 3_000;
const HTTP_CLIENTS = 8;
const ADDRESS = { database: "bench", container: "c" };
const TERMS = { priority: "High", bucket: 0, readMultiplier: 1 } as const;

const folder = mkdtempSync(join(tmpdir(), "orrery-seals-"));

interface Opened {
  readonly engine: Engine;
  readonly kv: LevelStore;
}

async function open(name: string, isSealed: typeof isSealedKind): Promise<Opened> {
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
  return { engine, kv };
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

const TEXT = "lorem ipsum ".repeat(70);
const itemOf = (id: string, n: number) => ({ id, pk: "k", n, text: TEXT, at: "2026-11-17" });

async function round(engine: Engine, number: number): Promise<{ create: number; read: number }> {
  const idOf = (i: number) => `${number}-${i}`;
  const request = { terms: TERMS, key: ["k"] };
  return {
    create: await measured((i) => engine.items.create(ADDRESS, itemOf(idOf(i), i), request)),
    read: await measured((i) => engine.items.read(ADDRESS, idOf(i), request)),
  };
}

interface SealedRow {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly sealed: Buffer;
}

/** One row of each kind that a create writes. */
async function rowsOfCreate(kv: LevelStore): Promise<ReadonlyMap<number, SealedRow>> {
  const kinds = [Kind.summary, Kind.logical, Kind.id, Kind.item, Kind.log];
  const rows = new Map<number, SealedRow>();
  for (const space of await kv.spaces()) {
    for (const kind of kinds) {
      const range = { from: Buffer.of(kind), to: Buffer.of(kind + 1), limit: 1 };
      for await (const [row] of kv.scan(space, range)) {
        // The catalogue's are in a space of their own, and come first.
        const key = spaceKey(space, row!.key);
        rows.set(kind, { key, value: row!.value, sealed: sealedValue(key, row!.value) });
      }
    }
  }
  return rows;
}

/** The fastest, in microseconds. */
function repeated(work: () => void): number {
  let fastest = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = usedUs();
    for (let i = 0; i < REPEATS; i++) work();
    fastest = Math.min(fastest, (usedUs() - before) / REPEATS);
  }
  return fastest;
}

/** What requests take of the server's processor time, all of its threads, in microseconds. */
async function overHttp(): Promise<{ readonly create: number; readonly read: number }> {
  const server = await startProcess(["--data", join(folder, "server"), "--log-level", "error"]);
  const client = new SignedClient(server.endpoint, server.key, HTTP_CLIENTS);
  await client.createContainer(ADDRESS.database, ADDRESS.container);
  const path = `/dbs/${ADDRESS.database}/colls/${ADDRESS.container}/docs`;
  const headers = { "x-ms-documentdb-partitionkey": '["k"]' };
  const measure = async (send: (i: number) => Promise<unknown>) => {
    const before = processorMs(server.pid);
    const clients = Array.from({ length: HTTP_CLIENTS }, async (_, first) => {
      for (let i = first; i < HTTP_REQUESTS; i += HTTP_CLIENTS) await send(i);
    });
    await Promise.all(clients);
    return ((processorMs(server.pid) - before) * 1000) / HTTP_REQUESTS;
  };
  const create = (i: number) => client.send("POST", path, { headers, body: itemOf(`${i}`, i) });
  const read = (i: number) => client.send("GET", `${path}/${i}`, { headers });
  try {
    await measure(create);
    await measure(read);
    const creates = await measure((i) => create(i + HTTP_REQUESTS));
    return { create: creates, read: await measure(read) };
  } finally {
    client.close();
    await server.end("SIGKILL");
  }
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
      const { create, read } = await round((name === "sealed" ? sealed : plain).engine, number);
      if (number === 0) continue;
      const best = fastest[name];
      fastest[name] = { create: Math.min(best.create, create), read: Math.min(best.read, read) };
    }
  }
  const rows = await rowsOfCreate(sealed.kv);
  await sealed.engine.close();
  await plain.engine.close();
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
  const own = {
    create: repeated(() => {
      for (const { key, value } of rows.values()) sealedValue(key, value);
    }),
    read: repeated(() => {
      for (const kind of [Kind.id, Kind.item]) {
        const { key, sealed: stored } = rows.get(kind)!;
        unsealedValue(key, stored);
      }
    }),
  };
  const request = await overHttp();
  console.log();
  printTable([
    ["item of 1 KB", "checksums by themselves, µs", "the request over HTTP, µs", "part", `aim ${AIM}`],
    ...(["create", "read"] as const).map((kind) => {
      const part = own[kind] / request[kind];
      return [
        kind,
        own[kind].toFixed(2),
        request[kind].toFixed(0),
        part.toFixed(4),
        part <= AIM ? "reached" : "missed",
      ];
    }),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
