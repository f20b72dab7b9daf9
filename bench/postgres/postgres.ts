/**
 * A server on a folder, one on PostgreSQL and two nodes that share one, which are asked in turns; all in one run, one after
 * another in each round: creates, point reads of items in memory, queries of one key and over all partitions. Time and processor
 * time for each operation, of the servers and of PostgreSQL; rows and bytes of the log for each create. Linux.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PostgresServer } from "../../tests/harness/postgres-server.ts";
import { type ServerProcess, startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";
import { databaseMs } from "./database-ms.ts";
import { create, DOCS, headersOf, type Operation, read, run } from "./operations.ts";

const OPERATIONS = Number(process.env.ORRERY_BENCH_OPERATIONS ?? 4_000);
const ROUNDS = Number(process.env.ORRERY_BENCH_ROUNDS ?? 5);
const CLIENTS = [1, 8, 64];
const FIGURES_MS = 12_000;
const QUERY = "SELECT VALUE c.id FROM c WHERE c.status = 'paid' ORDER BY c.created DESC";

const ORDERED = "SELECT VALUE c.id FROM c ORDER BY c.created DESC";
/** Three physical partitions. */
const RU_PER_SECOND = 18_000;

interface Contestant {
  readonly name: "folder" | "one server" | "two nodes";
  readonly servers: readonly ServerProcess[];
  /** Of each of its servers. */
  readonly clients: readonly SignedClient[];
}

interface Turn {
  readonly work: string;
  readonly name: Contestant["name"];
  /** For each operation: time, processor time of the servers, processor time of PostgreSQL. */
  readonly us: readonly [number, number, number];
}

let created = 0;

const WORKS: readonly { readonly work: string; readonly operation: Operation; readonly share: number }[] = [
  { work: "creates", operation: (client) => create(client, created++), share: 1 },
  { work: "point reads", operation: (client, index) => read(client, index % 500), share: 1 },
  {
    work: "queries of one key",
    operation: (client, index) => query(client, QUERY, headersOf(index)),
    share: 0.25,
  },
  { work: "ORDER BY over 3 partitions", operation: (client) => query(client, ORDERED, ANYWHERE), share: 0.1 },
];

const ANYWHERE = {
  "x-ms-documentdb-query-enablecrosspartition": "true",
  "x-ms-max-item-count": "20",
};

function query(client: SignedClient, text: string, headers: Record<string, string>) {
  return client.send("POST", DOCS, {
    headers: {
      ...headers,
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
    },
    body: JSON.stringify({ query: text }),
  });
}

async function start(
  name: Contestant["name"],
  ...argumentsOfEach: (readonly string[])[]
): Promise<Contestant> {
  const servers: ServerProcess[] = [];
  for (const args of argumentsOfEach) servers.push(await startProcess([...args, "--log-level", "error"]));
  const clients = servers.map(({ endpoint, key }) => new SignedClient(endpoint, key, Math.max(...CLIENTS)));
  await clients[0]!.send("POST", "/dbs", { body: { id: "db" } });
  const body = { id: "c", partitionKey: { paths: ["/pk"], version: 2 } };
  await clients[0]!.send("POST", "/dbs/db/colls", {
    body,
    headers: { "x-ms-offer-throughput": `${RU_PER_SECOND}` },
  });
  return { name, servers, clients };
}

/** Each of its servers in turn. */
function runOn({ clients }: Contestant, atATime: number, count: number, operation: Operation): Promise<void> {
  let next = 0;
  return run(clients[0]!, atATime, count, (_, index) => operation(clients[next++ % clients.length]!, index));
}

async function measure(contestants: readonly Contestant[], postmaster: number): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const clients of CLIENTS) {
      for (const { work, operation, share } of WORKS) {
        const count = Math.ceil((OPERATIONS * share) / CLIENTS.length);
        const firstCreated = created;
        for (const contestant of contestants) {
          // All create the same items.
          created = firstCreated;
          const figures = () => [
            performance.now(),
            contestant.servers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
            databaseMs(postmaster),
          ];
          const before = figures();
          await runOn(contestant, clients, count, operation);
          const us = figures().map((ms, i) => ((ms - before[i]!) * 1000) / count);
          // The first round is to warm up.
          if (round === 0) continue;
          turns.push({ work: `${work}, ${clients} at a time`, name: contestant.name, us: us as never });
        }
      }
    }
  }
  return turns;
}

function report(turns: readonly Turn[]): void {
  const names = [...new Set(turns.map(({ name }) => name))];
  const works = [...new Set(turns.map(({ work }) => work))];
  const cell = (work: string, name: Contestant["name"]) => {
    const chosen = turns.filter((turn) => turn.work === work && turn.name === name);
    return [0, 1, 2].map((i) => median(chosen.map(({ us }) => us[i]!)).toFixed(0)).join(" / ");
  };
  printTable([
    ["µs for each: time / servers' processor / PostgreSQL's", ...names],
    ...works.map((work) => [work, ...names.map((name) => cell(work, name))]),
  ]);
}

/** What creates write: rows that were put, and bytes of the log. */
async function writesOf(
  postgres: PostgresServer,
  url: string,
  { clients: [client] }: Contestant,
): Promise<string[][]> {
  const figures = async () => {
    // A connection that is idle tells what it has written after ten seconds.
    await setTimeout(FIGURES_MS);
    const { rows } = await postgres.run(
      `SELECT (SELECT sum(n_tup_ins + n_tup_upd) FROM pg_stat_user_tables) AS rows,
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`,
      url,
    );
    return { rows: Number(rows[0].rows), bytes: Number(rows[0].bytes) };
  };
  const lines: string[][] = [];
  for (const clients of CLIENTS) {
    const count = Math.ceil(OPERATIONS / 4);
    const before = await figures();
    await run(client!, clients, count, () => create(client!, created++));
    const after = await figures();
    const each = (figure: "rows" | "bytes") => ((after[figure] - before[figure]) / count).toFixed(1);
    lines.push([`${clients} at a time`, each("rows"), each("bytes")]);
  }
  return lines;
}

const postgres = await PostgresServer.start("how a server on PostgreSQL compares with one on a folder", {
  isDurable: true,
});
if (postgres?.pid !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  const url = await postgres.newDatabase();
  const shared = ["--store", await postgres.newDatabase(), "--node", "http://127.0.0.1:0"];
  const contestants = [
    await start("folder", ["--data", folder]),
    await start("one server", ["--store", url]),
    await start("two nodes", shared, shared),
  ];
  report(await measure(contestants, postgres.pid));
  console.log();
  printTable([
    ["creates on PostgreSQL", "rows", "bytes of its log"],
    ...(await writesOf(postgres, url, contestants[1]!)),
  ]);
  for (const { servers, clients } of contestants) {
    for (const client of clients) client.close();
    for (const server of servers) await server.end("SIGTERM");
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
