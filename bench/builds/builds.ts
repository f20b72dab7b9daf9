/**
 * Processor time of requests with this build and with an older one, whose `dist` folder `ORRERY_BENCH_BEFORE` names. Two
 * servers of each run side by side and are measured one after another in each round, so that what disturbs the machine
 * disturbs both builds. Two, because servers of one build differ by some percent; started and measured in the order older,
 * newer, newer, older, because what comes later is slower.
 */
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";
import { askToEnd, type BenchQuery } from "../query/ask-to-end.ts";
import { DATABASE } from "../query/fill-container.ts";
import { KEY, orrery, type RunningContestant, start } from "../spine/contestant.ts";
import { keyOf } from "../spine/item.ts";
import type { Job } from "../spine/load.ts";
import { LoadProcess, settledMs } from "../spine/load-process.ts";

/** The first one warms up and does not count. */
const ROUNDS = Number(process.env.ORRERY_BENCH_ROUNDS ?? 9);
const KEYS = 50;
const ITEMS = 5_000;
const CONTAINER = "items";
const PATH = `/dbs/${DATABASE}/colls/${CONTAINER}`;

/** Each is repeated so often in a round. */
const QUERIES: readonly (readonly [name: string, times: number, query: BenchQuery])[] = [
  ["one key, SELECT *", 40, { text: "SELECT * FROM c", partitionKey: keyOf(1, KEYS) }],
  ["one item by id", 400, { text: "SELECT * FROM c WHERE c.id = 'order-51'", partitionKey: keyOf(1, KEYS) }],
  ["indexed equality", 20, { text: "SELECT * FROM c WHERE c.country = 'country-7'" }],
  ["ORDER BY TOP 10", 40, { text: "SELECT TOP 10 c.id, c.price FROM c ORDER BY c.price" }],
  ["projection of numbers", 10, { text: "SELECT VALUE c.created FROM c WHERE c.price > 500" }],
  ["GROUP BY with AVG", 4, { text: "SELECT c.status, AVG(c.price) AS mean FROM c GROUP BY c.status" }],
  ["scan with a function", 4, { text: "SELECT c.id FROM c WHERE LENGTH(c.user.name) > 8" }],
];

const JOBS: readonly (readonly [
  name: string,
  job: Pick<Job, "kind" | "requests" | "connections" | "first">,
])[] = [
  ["creates", { kind: "create", requests: ITEMS, connections: 64, first: 0 }],
  ["point reads", { kind: "read", requests: ITEMS, connections: 64, first: 0 }],
  ["batches of 100", { kind: "batch", requests: 50, connections: 8, first: ITEMS }],
];

/** Microseconds of the processor for one request, by what was measured. */
type Times = Map<string, number[]>;

const before = process.env.ORRERY_BENCH_BEFORE;
if (before === undefined) console.log("ORRERY_BENCH_BEFORE names no older build: nothing is compared.");
else {
  for (const store of ["disk", "memory"] as const) await compare(store, before);
}

async function compare(store: "disk" | "memory", build: string): Promise<void> {
  const load = new LoadProcess();
  const older: Times = new Map();
  const newer: Times = new Map();
  const servers: { readonly server: RunningContestant; readonly times: Times }[] = [];
  for (const times of [older, newer, newer, older]) {
    const server = await start(times === older ? orrery(store, build) : orrery(store));
    servers.push({ server, times });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const inOrder = round % 2 === 0 ? servers : servers.toReversed();
    for (const { server, times } of inOrder) await measure(server, load, round === 0 ? new Map() : times);
  }
  for (const { server } of servers) await server.stop();
  load.stop();
  const rows = [...newer.keys()].map((name) => {
    const [was, is] = [older.get(name)!, newer.get(name)!];
    const ratios = is.map((each, round) => each / was[round]!);
    return [name, median(was).toFixed(0), median(is).toFixed(0), median(ratios).toFixed(3)];
  });
  printTable([[`µs of the processor, ${store}`, "before", "now", "median of ratios"], ...rows]);
}

/** In a database that is made for it, and deleted afterwards. */
async function measure(server: RunningContestant, load: LoadProcess, times: Times): Promise<void> {
  const client = new SignedClient(server.endpoint, KEY);
  const add = (name: string, us: number) => times.set(name, [...(times.get(name) ?? []), us]);
  await client.createContainer(DATABASE, CONTAINER);
  const common = { endpoint: server.endpoint, key: KEY, container: PATH, keys: KEYS };
  for (const [name, job] of JOBS) {
    add(name, (await load.measure(server.pid, { ...common, ...job })).processorUs);
  }
  for (const [name, count, query] of QUERIES) {
    const beforeMs = processorMs(server.pid);
    for (let i = 0; i < count; i++) await askToEnd(client, CONTAINER, query);
    add(name, (((await settledMs(server.pid)) - beforeMs) * 1000) / count);
  }
  await client.send("DELETE", `/dbs/${DATABASE}`);
  client.close();
}
