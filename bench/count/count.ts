/**
 * What is done for one point read and for one create, from the first byte to the last: counted in a server of its own,
 * over many requests one after another on one connection, and divided. `ORRERY_BENCH_BEFORE` names the `dist` folder of an
 * older build, which is counted beside.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { printTable } from "../print-table.ts";
import { RawConnection } from "../spine/raw-connection.ts";
import { createRequest, readRequest } from "../spine/requests.ts";

const WARM_UP = 2_000;
const COUNTED = 500;

type Counts = Readonly<Record<string, number>>;

const SERVER = fileURLToPath(new URL("counted-server.mjs", import.meta.url));
const BUILD = fileURLToPath(new URL("../../packages/orrery/dist", import.meta.url));

async function counted(build: string, folder?: string): Promise<Record<"read" | "create", Counts>> {
  const server = fork(SERVER, [join(build, "index.js"), ...(folder === undefined ? [] : [folder])]);
  const [{ endpoint, key }] = (await once(server, "message")) as [{ endpoint: string; key: string }];
  const client = new SignedClient(endpoint, key);
  await client.createContainer("bench", "items");
  client.close();
  const container = "/dbs/bench/colls/items";
  const { hostname, port } = new URL(endpoint);
  const connection = await RawConnection.open(hostname, Number(port));
  let next = 0;
  const creates = (count: number) =>
    Array.from({ length: count }, () => createRequest(key, container, next++, 50));
  const reads = (count: number) =>
    Array.from({ length: count }, (_, i) => readRequest(key, container, i, 50));
  await send(connection, creates(WARM_UP));
  const create = await during(server, connection, creates(COUNTED));
  await send(connection, reads(WARM_UP));
  const read = await during(server, connection, reads(COUNTED));
  connection.close();
  server.kill();
  await once(server, "exit");
  return { read, create };
}

async function send(connection: RawConnection, requests: readonly Buffer[]): Promise<void> {
  for (const request of requests) {
    const status = await connection.send(request);
    if (status >= 300) throw new Error(`answered with ${status}`);
  }
}

async function during(
  server: ChildProcess,
  connection: RawConnection,
  requests: readonly Buffer[],
): Promise<Counts> {
  server.send("begin");
  await once(server, "message");
  await send(connection, requests);
  server.send("end");
  const [counts] = (await once(server, "message")) as [Counts];
  return counts;
}

const before = process.env.ORRERY_BENCH_BEFORE;
const folders: string[] = [];
const onDisk = () => {
  folders.push(mkdtempSync(join(tmpdir(), "orrery-bench-")));
  return folders.at(-1)!;
};
const columns = new Map<string, Counts>();
for (const [name, build] of [["before", before] as const, ["now", BUILD] as const]) {
  if (build === undefined) continue;
  const disk = await counted(build, onDisk());
  const memory = await counted(build);
  columns.set(`read, ${name}`, disk.read);
  columns.set(`create on disk, ${name}`, disk.create);
  columns.set(`create in memory, ${name}`, memory.create);
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true });

const names = [...new Set([...columns.values()].flatMap((counts) => Object.keys(counts)))].sort();
const titles = [...columns.keys()].sort((a, b) => a.localeCompare(b));
printTable([
  ["for one request", ...titles],
  ...names.map((name) => [
    name,
    ...titles.map((title) => {
      const each = (columns.get(title)![name] ?? 0) / COUNTED;
      return each >= 100 ? String(Math.round(each)) : each.toFixed(1);
    }),
  ]),
]);
