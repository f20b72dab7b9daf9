/**
 * A move to another partition key while an application writes: items a second beside a plain bulk load, what the writers
 * notice, how far it is behind, and how long the cut-over takes. Fails if the two sides do not agree.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Container, CosmosClient, type OperationInput } from "@azure/cosmos";
import { repartition } from "orrerydb/repartition";
import { startProcess } from "../../tests/harness/server-process.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";

const ITEMS = Number(
  process.env.ORRERY_BENCH_ITEMS ?? (process.env.ORRERY_BENCH_MILLION === undefined ? 20_000 : 1_000_000),
);
/** Of the plain loads beside it: how fast they are does not depend on how long they go on. */
const LOADED = Math.min(ITEMS, 200_000);
const WRITES_PER_SECOND = 500;
const WRITERS = 10;
const BULK = 100;
const BULKS_AT_ONCE = 8;
const QUIET_MS = 5_000;
const PROGRESS_MS = 10_000;
/** Who has not caught up by then never will. */
const FOLLOW_MS_MAX = 600_000;

const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
const server = await startProcess(["--data", folder, "--durability", "process"]);
const client = new CosmosClient({ endpoint: server.endpoint, key: server.key });
const { database } = await client.databases.createIfNotExists({ id: "bench" });

async function makeContainer(id: string, path: string): Promise<Container> {
  const partitionKey = { paths: [path], version: 2 };
  const body = { id, partitionKey, throughput: 18_000, changeFeedPolicy: { retentionDuration: 1_440 } };
  return (await database.containers.create(body as never)).container;
}

const itemOf = (i: number) => ({
  id: `${i}`,
  customer: `c${i % 5_000}`,
  region: `r${i % 997}`,
  n: 0,
  text: "x".repeat(900),
});

interface Speed {
  readonly perSecond: number;
  /** For each item, writers included. */
  readonly serverMs: number;
  readonly clientMs: number;
}

async function speedOf(items: number, work: () => Promise<void>): Promise<Speed> {
  const [startMs, serverMs, clientMs] = [
    performance.now(),
    processorMs(server.pid),
    processorMs(process.pid),
  ];
  await work();
  return {
    perSecond: items / ((performance.now() - startMs) / 1000),
    serverMs: (processorMs(server.pid) - serverMs) / items,
    clientMs: (processorMs(process.pid) - clientMs) / items,
  };
}

const shown = ({ serverMs, clientMs }: Speed) => `${serverMs.toFixed(3)}, ${clientMs.toFixed(3)}`;

let loaded = 0;

async function load(container: Container, items: number): Promise<void> {
  let next = 0;
  loaded = 0;
  const worker = async () => {
    for (let from = next; from < items; from = next) {
      next = from + BULK;
      const operations = Array.from(
        { length: Math.min(BULK, items - from) },
        (_, i): OperationInput => ({ operationType: "Create", resourceBody: itemOf(from + i) as never }),
      );
      const answers = await container.items.bulk(operations, { continueOnError: true });
      const refused = answers.find(({ statusCode }) => statusCode !== 201);
      if (refused !== undefined) throw new Error(`A create was answered with ${refused.statusCode}.`);
      loaded = Math.max(loaded, from + BULK);
    }
  };
  await Promise.all(Array.from({ length: BULKS_AT_ONCE }, worker));
}

/** What it is at, to standard error, every ten seconds: a million items take a quarter of an hour. */
const startMs = performance.now();
let stage = "";
let done = () => "";
const progress = setInterval(() => tell(done()), PROGRESS_MS);

function tell(more = ""): void {
  const seconds = Math.round((performance.now() - startMs) / 1000);
  console.error(`${String(seconds).padStart(5)} s  ${stage}${more}`);
}

function begin(what: string, how: () => string = () => ""): void {
  stage = what;
  done = how;
  tell();
}

/** Writes at a pace, and keeps how long each took. */
class Writers {
  readonly #container: Container;
  #isStopped = false;
  #running: Promise<void>[] = [];
  latencies: number[] = [];

  constructor(container: Container) {
    this.#container = container;
  }

  start(): void {
    this.#running = Array.from({ length: WRITERS }, (_, i) => this.#run(i));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  takeMedian(): number {
    const found = median(this.latencies);
    this.latencies = [];
    return found;
  }

  async #run(writer: number): Promise<void> {
    const paceMs = (1000 * WRITERS) / WRITES_PER_SECOND;
    for (let n = 1, dueMs = performance.now(); !this.#isStopped; n++, dueMs += paceMs) {
      await setTimeout(Math.max(0, dueMs - performance.now()));
      const startMs = performance.now();
      await this.#container.items.upsert({ ...itemOf((n * WRITERS + writer) % ITEMS), n });
      this.latencies.push(performance.now() - startMs);
    }
  }
}

async function totalsOf(name: string): Promise<string> {
  const fresh = new CosmosClient({ endpoint: server.endpoint, key: server.key });
  const { items } = fresh.database("bench").container(name);
  const queries = ["SELECT VALUE COUNT(1) FROM c", "SELECT VALUE SUM(c.n) FROM c"];
  const answers = await Promise.all(queries.map((query) => items.query(query).fetchAll()));
  fresh.dispose();
  return JSON.stringify(answers.map(({ resources }) => resources));
}

const loading = () => `, ${loaded} items`;
const carts = await makeContainer("carts", "/customer");
begin(`load ${ITEMS} items`, loading);
await load(carts, ITEMS);
const plainContainer = await makeContainer("plain", "/region");
const besideContainer = await makeContainer("beside", "/region");
begin(`plain bulk load of ${LOADED} items`, loading);
const plain = await speedOf(LOADED, () => load(plainContainer, LOADED));
const writers = new Writers(carts);
begin("writers alone");
writers.start();
await setTimeout(QUIET_MS);
const before = writers.takeMedian();
begin(`plain bulk load of ${LOADED} items under writes`, loading);
const beside = await speedOf(LOADED, () => load(besideContainer, LOADED));
const duringLoad = writers.takeMedian();
let moved = 0;
let lagMs = 0;
const place = (container: string) => ({
  endpoint: server.endpoint,
  key: server.key,
  database: "bench",
  container,
});
const move = await repartition({
  from: place("carts"),
  to: place("carts-new"),
  key: ["/region"],
  onProgress: (at) => {
    ({ items: moved, lagMs } = at);
  },
});
const moving = () => `, ${moved} items or changes, ${Math.round(lagMs)} ms behind`;
begin(`copy ${ITEMS} items under writes`, moving);
const copied = await speedOf(ITEMS, () => move.copy());
const during = writers.takeMedian();
begin("follow until caught up", moving);
const followMs = performance.now();
await move.follow({ untilCaughtUp: true, signal: AbortSignal.timeout(FOLLOW_MS_MAX) });
const caughtUp = (performance.now() - followMs) / 1000;
const followedPerSecond = moved / caughtUp;
const lagThen = lagMs;
begin("cut over", moving);
const { pauseMs } = await move.cutOver({ maxLagMs: 600_000 });
await writers.stop();
begin("follow the other way, and verify", moving);
await move.follow({ untilCaughtUp: true });
const { differences } = await move.verify({ samples: 100 });
clearInterval(progress);

printTable([
  [`${ITEMS} items`, "figure"],
  ["plain bulk load, items/s", String(Math.round(plain.perSecond))],
  [`plain bulk load under ${WRITES_PER_SECOND} writes/s, items/s`, String(Math.round(beside.perSecond))],
  [`copy under ${WRITES_PER_SECOND} writes/s, items/s`, String(Math.round(copied.perSecond))],
  ["copy over plain load", (copied.perSecond / plain.perSecond).toFixed(2)],
  ["copy over plain load, both under writes", (copied.perSecond / beside.perSecond).toFixed(2)],
  ["processor time of an item, server and client, plain load, ms", shown(plain)],
  ["the same, plain load under writes, ms", shown(beside)],
  ["the same, copy under writes, ms", shown(copied)],
  ["a write before, ms (median)", before.toFixed(2)],
  ["a write during the plain load, ms (median)", duringLoad.toFixed(2)],
  ["a write during the copy, ms (median)", during.toFixed(2)],
  ["to catch up, s", caughtUp.toFixed(1)],
  ["changes followed meanwhile, a second", String(Math.round(followedPerSecond))],
  ["memory of the mover, MB", String(Math.round(process.memoryUsage.rss() / 1e6))],
  ["lag then, ms", String(Math.round(lagThen))],
  ["writers wait in the cut-over, ms", String(Math.round(pauseMs))],
  ["differences", String(differences)],
]);
const [one, two] = await Promise.all(["carts", "carts-new"].map(totalsOf));
move.dispose();
client.dispose();
await server.end("SIGTERM");
rmSync(folder, { recursive: true, force: true });
if (differences > 0 || one !== two) throw new Error("The two sides do not agree.");
