/**
 * Two nodes on one PostgreSQL and a container of one partition: what it costs that a request comes to the node that does not serve
 * it, in turns with the same requests to the one that does; how long the partition is not served after kill -9 of its node; and
 * how long requests wait while it is passed on. Time and processor time for each operation, of both nodes together and of
 * PostgreSQL. Linux.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ControlClient } from "../../tests/harness/control-client.ts";
import { PostgresServer } from "../../tests/harness/postgres-server.ts";
import { type ServerProcess, startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { databaseMs } from "../postgres/database-ms.ts";
import { create, DOCS, type Operation, read, run } from "../postgres/operations.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";

const OPERATIONS = Number(process.env.ORRERY_BENCH_OPERATIONS ?? 4_000);
const ROUNDS = Number(process.env.ORRERY_BENCH_ROUNDS ?? 5);
const MOVES = Number(process.env.ORRERY_BENCH_MOVES ?? 5);
const KILLS = Number(process.env.ORRERY_BENCH_KILLS ?? 3);
const LEASE_SECONDS = 10;
const CLIENTS = [1, 16];
const ITEMS = 500;

interface Node {
  readonly server: ServerProcess;
  readonly client: SignedClient;
  readonly control: ControlClient;
}

interface Turn {
  readonly work: string;
  readonly way: "served there" | "forwarded";
  readonly wallUs: number;
  readonly nodesUs: number;
  readonly databaseUs: number;
}

let created = 0;

const WORKS: readonly { readonly work: string; readonly operation: Operation; readonly share: number }[] = [
  { work: "point reads", operation: (client, index) => read(client, index % ITEMS), share: 1 },
  { work: "creates", operation: (client) => create(client, created++), share: 0.5 },
  { work: "ORDER BY, pages of 20", operation: (client) => query(client), share: 0.1 },
];

function query(client: SignedClient) {
  return client.send("POST", DOCS, {
    headers: {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      "x-ms-documentdb-query-enablecrosspartition": "true",
      "x-ms-max-item-count": "20",
    },
    body: JSON.stringify({ query: "SELECT VALUE c.id FROM c ORDER BY c.created DESC" }),
  });
}

async function startNode(): Promise<Node> {
  const server = await startProcess([
    ...["--store", url, "--node", "http://127.0.0.1:0", "--lease", String(LEASE_SECONDS)],
    ...["--log-level", "error"],
  ]);
  const client = new SignedClient(server.endpoint, server.key, Math.max(...CLIENTS));
  return { server, client, control: new ControlClient(server) };
}

async function idOf({ control }: Node): Promise<string> {
  const { body } = await control.get("nodes");
  return body.nodes.find(({ isThis }: { isThis: boolean }) => isThis).id;
}

/** The partition as the table of owners knows it, and the nodes: first the one that serves it. */
async function partition(nodes: readonly Node[]): Promise<{ unit: string; owner: Node; other: Node }> {
  const { text } = await nodes[0]!.client.send("GET", "/dbs/db/colls/c");
  const { _rid: rid } = JSON.parse(text) as { _rid: string };
  const { rows } = await postgres!.run("SELECT unit, node FROM orrery.owner", url);
  const units = rows.filter(({ unit }) => unit.startsWith(`${rid}/`));
  if (units.length !== 1) throw new Error(`The container has ${units.length} partitions that are owned.`);
  for (const owner of nodes) {
    if ((await idOf(owner)) !== units[0].node) continue;
    return { unit: units[0].unit, owner, other: nodes.find((each) => each !== owner)! };
  }
  throw new Error("No node serves the container.");
}

async function measure(nodes: readonly Node[], postmaster: number): Promise<Turn[]> {
  const turns: Turn[] = [];
  const { owner, other } = await partition(nodes);
  const now = () => [
    performance.now(),
    nodes.reduce((sum, { server }) => sum + processorMs(server.pid), 0),
    databaseMs(postmaster),
  ];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const clients of CLIENTS) {
      for (const { work, operation, share } of WORKS) {
        const count = Math.ceil((OPERATIONS * share) / CLIENTS.length);
        for (const [way, { client }] of [
          ["served there", owner],
          ["forwarded", other],
        ] as const) {
          const before = now();
          await run(client, clients, count, operation);
          const [wallUs, nodesUs, databaseUs] = now().map((ms, i) => ((ms - before[i]!) * 1000) / count);
          // The first round is to warm up.
          if (round > 0)
            turns.push({
              work: `${work}, ${clients} at a time`,
              way,
              wallUs: wallUs!,
              nodesUs: nodesUs!,
              databaseUs: databaseUs!,
            });
        }
      }
    }
  }
  return turns;
}

function report(turns: readonly Turn[]): void {
  const of = (work: string, way: Turn["way"], figure: "wallUs" | "nodesUs" | "databaseUs") =>
    median(turns.filter((turn) => turn.work === work && turn.way === way).map((turn) => turn[figure]));
  const us = (value: number) => value.toFixed(0);
  printTable([
    ["µs for each operation", "there", "forwarded", "nodes: there", "nodes: forwarded", "adds", "PostgreSQL"],
    ...[...new Set(turns.map(({ work }) => work))].map((work) => [
      work,
      us(of(work, "served there", "wallUs")),
      us(of(work, "forwarded", "wallUs")),
      us(of(work, "served there", "nodesUs")),
      us(of(work, "forwarded", "nodesUs")),
      (of(work, "forwarded", "nodesUs") / of(work, "served there", "nodesUs") - 1).toFixed(2),
      us(of(work, "served there", "databaseUs")),
    ]),
  ]);
}

/** The longest write while the partition is passed to the node that is written to. */
async function longestOfMoves(nodes: readonly Node[]): Promise<number[]> {
  const longest: number[] = [];
  for (let i = 0; i < MOVES; i++) {
    const { unit, owner, other } = await partition(nodes);
    let isOver = false;
    let longestMs = 0;
    const writer = (async () => {
      while (!isOver) {
        const startMs = performance.now();
        const { status } = await create(other.client, created++);
        if (status !== 201) throw new Error(`A write was answered with ${status} during a move.`);
        longestMs = Math.max(longestMs, performance.now() - startMs);
      }
    })();
    await sleep(200);
    longestMs = 0;
    await owner.control.post("nodes/pass", { unit, to: await idOf(other) });
    if ((await partition(nodes)).owner !== other) throw new Error("The partition was not passed on.");
    await sleep(200);
    isOver = true;
    await writer;
    longest.push(longestMs);
  }
  return longest;
}

/** From kill -9 of the node that serves the partition to the next write that is acknowledged. */
async function gapsAfterKills(nodes: Node[]): Promise<number[]> {
  const gaps: number[] = [];
  for (let i = 0; i < KILLS; i++) {
    const { owner, other } = await partition(nodes);
    await owner.server.end("SIGKILL");
    const killedMs = performance.now();
    while ((await create(other.client, created++)).status !== 201);
    gaps.push(performance.now() - killedMs);
    owner.client.close();
    nodes.splice(nodes.indexOf(owner), 1, await startNode());
  }
  return gaps;
}

const postgres = await PostgresServer.start("what two nodes on PostgreSQL cost", { isDurable: true });
const url = (await postgres?.newDatabase()) ?? "";
if (postgres?.pid !== undefined) {
  const nodes = [await startNode(), await startNode()];
  const { client } = nodes[0]!;
  await client.send("POST", "/dbs", { body: { id: "db" } });
  await client.send("POST", "/dbs/db/colls", {
    body: { id: "c", partitionKey: { paths: ["/pk"], version: 2 } },
  });
  await run(client, 8, ITEMS, () => create(client, created++));
  report(await measure(nodes, postgres.pid));
  const inMs = (figures: readonly number[]) => figures.map((ms) => ms.toFixed(0)).join(", ");
  console.log(`\nLongest write, ms, while the partition is passed on: ${inMs(await longestOfMoves(nodes))}`);
  console.log(
    `Not served after kill -9, ms, with a lease of ${LEASE_SECONDS} s: ${inMs(await gapsAfterKills(nodes))}`,
  );
  for (const node of nodes) {
    node.client.close();
    await node.server.end("SIGTERM");
  }
  await postgres.stop();
}
