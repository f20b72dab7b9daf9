/**
 * A server on a folder against one on PostgreSQL, in one run and in turns: creates, point reads of items in memory and of
 * others, queries in one partition. Time and processor time for each operation, of the server and of PostgreSQL; rows and
 * bytes of the log for each create. Linux.
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

interface Contestant {
  readonly name: "folder" | "PostgreSQL";
  readonly server: ServerProcess;
  readonly client: SignedClient;
}

interface Turn {
  readonly work: string;
  readonly name: Contestant["name"];
  readonly wallUs: number;
  readonly serverUs: number;
  readonly databaseUs: number;
}

let created = 0;

const WORKS: readonly { readonly work: string; readonly operation: Operation; readonly share: number }[] = [
  { work: "creates", operation: (client) => create(client, created++), share: 1 },
  { work: "point reads", operation: (client, index) => read(client, index % 500), share: 1 },
  { work: "queries of one key", operation: (client, index) => query(client, index), share: 0.25 },
];

function query(client: SignedClient, index: number) {
  return client.send("POST", DOCS, {
    headers: {
      ...headersOf(index),
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
    },
    body: JSON.stringify({ query: QUERY }),
  });
}

async function start(name: Contestant["name"], args: readonly string[]): Promise<Contestant> {
  const server = await startProcess([...args, "--log-level", "error"]);
  const client = new SignedClient(server.endpoint, server.key, Math.max(...CLIENTS));
  await client.send("POST", "/dbs", { body: { id: "db" } });
  const body = { id: "c", partitionKey: { paths: ["/pk"], version: 2 } };
  await client.send("POST", "/dbs/db/colls", { body });
  return { name, server, client };
}

async function measure(contestants: readonly Contestant[], postmaster: number): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const clients of CLIENTS) {
      for (const { work, operation, share } of WORKS) {
        const count = Math.ceil((OPERATIONS * share) / CLIENTS.length);
        const firstCreated = created;
        for (const { name, server, client } of contestants) {
          // Both create the same items.
          created = firstCreated;
          const before = [performance.now(), processorMs(server.pid), databaseMs(postmaster)] as const;
          await run(client, clients, count, operation);
          const after = [performance.now(), processorMs(server.pid), databaseMs(postmaster)] as const;
          const [wallUs, serverUs, databaseUs] = after.map((ms, i) => ((ms - before[i]!) * 1000) / count);
          // The first round is to warm up.
          if (round > 0)
            turns.push({
              work: `${work}, ${clients} at a time`,
              name,
              wallUs: wallUs!,
              serverUs: serverUs!,
              databaseUs: databaseUs!,
            });
        }
      }
    }
  }
  return turns;
}

function report(turns: readonly Turn[]): void {
  const of = (work: string, name: Contestant["name"], figure: "wallUs" | "serverUs" | "databaseUs") =>
    median(turns.filter((turn) => turn.work === work && turn.name === name).map((turn) => turn[figure]));
  const us = (value: number) => value.toFixed(0);
  printTable([
    [
      "µs for each operation",
      "folder",
      "PostgreSQL",
      "server: folder",
      "server: PostgreSQL",
      "times",
      "PostgreSQL itself",
    ],
    ...[...new Set(turns.map(({ work }) => work))].map((work) => [
      work,
      us(of(work, "folder", "wallUs")),
      us(of(work, "PostgreSQL", "wallUs")),
      us(of(work, "folder", "serverUs")),
      us(of(work, "PostgreSQL", "serverUs")),
      (of(work, "PostgreSQL", "serverUs") / of(work, "folder", "serverUs")).toFixed(2),
      us(of(work, "PostgreSQL", "databaseUs")),
    ]),
  ]);
}

/** What creates write: rows that were put, and bytes of the log. */
async function writesOf(postgres: PostgresServer, url: string, { client }: Contestant): Promise<string[][]> {
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
    await run(client, clients, count, () => create(client, created++));
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
  const contestants = [
    await start("folder", ["--data", folder]),
    await start("PostgreSQL", ["--store", url]),
  ];
  report(await measure(contestants, postgres.pid));
  console.log();
  printTable([
    ["creates on PostgreSQL", "rows", "bytes of its log"],
    ...(await writesOf(postgres, url, contestants[1]!)),
  ]);
  for (const { server, client } of contestants) {
    client.close();
    await server.end("SIGTERM");
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
