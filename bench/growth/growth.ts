/**
 * How point reads and creates grow: with connections, with the size of items, with their properties, and with what is on
 * the disk already, where memory must not grow beyond what caches hold. Orrery on disk beside Cosmium, if `ORRERY_BENCH_COSMIUM` names its binary; `ORRERY_BENCH_ITEMS` is the
 * largest number of items on the disk (100,000 if absent; a million takes five minutes, ten million about an hour).
 */
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { printTable } from "../print-table.ts";
import { type Contestant, cosmium, KEY, orrery, type RunningContestant, start } from "../spine/contestant.ts";
import type { Job } from "../spine/load.ts";
import { type Load, LoadProcess, settledMs } from "../spine/load-process.ts";
import { BATCH_ITEMS } from "../spine/requests.ts";

const REQUESTS = 2_000;
const KEYS = 50;
const CONNECTIONS = [1, 16, 64, 256, 1_000];
const ITEM_BYTES = [1_024, 10_240, 102_400];
const PROPERTIES = [12, 50, 500];
/** That every item has by itself, with those inside of others. */
const OWN_PROPERTIES = 12;
const FILLED_KEYS = 1_000;
const ITEMS_FIRST = 10_000;
const ITEMS_LAST = Number(process.env.ORRERY_BENCH_ITEMS ?? 100_000);

const load = new LoadProcess();

type Variation = Partial<Pick<Job, "connections" | "itemBytes" | "moreProperties" | "first" | "keys">>;

async function newContainer({ endpoint }: RunningContestant, id: string): Promise<string> {
  const client = new SignedClient(endpoint, KEY);
  await client.createContainer("bench", id);
  client.close();
  return `/dbs/bench/colls/${id}`;
}

async function both(
  server: RunningContestant,
  container: string,
  variation: Variation,
): Promise<[Load, Load]> {
  const { endpoint, pid } = server;
  const job = {
    endpoint,
    key: KEY,
    container,
    keys: KEYS,
    connections: 64,
    requests: REQUESTS,
    ...variation,
  };
  const created = await load.measure(pid, { ...job, kind: "create" });
  return [created, await load.measure(pid, { ...job, kind: "read" })];
}

function cells(loads: readonly Load[]): string[] {
  return loads.flatMap(({ perSecond, processorUs, p50Ms }) => [
    Math.round(perSecond).toLocaleString("en-US"),
    Math.round(processorUs).toLocaleString("en-US"),
    p50Ms.toFixed(2),
  ]);
}

const COLUMNS = ["creates/s", "µs", "p50, ms", "reads/s", "µs", "p50, ms"];

async function vary(
  contestant: Contestant,
  title: string,
  variations: Record<string, Variation>,
): Promise<void> {
  const server = await start(contestant);
  await both(server, await newContainer(server, "warm-up"), {});
  const rows: string[][] = [];
  for (const [i, [name, variation]] of Object.entries(variations).entries()) {
    const container = await newContainer(server, `varied-${i}`);
    rows.push([name, ...cells(await both(server, container, variation))]);
  }
  await server.stop();
  printTable([[`${contestant.name}: ${title}`, ...COLUMNS], ...rows]);
  console.log();
}

/** Creates some of the next `left` items, and returns how many: in batches, which are faster, where each key gets one. */
async function fillSome(job: Omit<Job, "kind" | "requests">, first: number, left: number): Promise<number> {
  const inBatches = FILLED_KEYS * BATCH_ITEMS;
  if (left >= inBatches) {
    await load.run({ ...job, kind: "batch", requests: FILLED_KEYS, first });
    return inBatches;
  }
  const requests = Math.min(10_000, left);
  await load.run({ ...job, kind: "create", requests, first });
  return requests;
}

/** What the last ones cost, and reads of any of them, most of which are in no cache by then. */
async function fill(contestant: Contestant): Promise<void> {
  const server = await start(contestant);
  const { endpoint, pid } = server;
  const container = await newContainer(server, "filled");
  const job = { endpoint, key: KEY, container, keys: FILLED_KEYS, connections: 64 };
  const rows: string[][] = [];
  let items = 0;
  for (let goal = ITEMS_FIRST; goal <= ITEMS_LAST; goal *= 10) {
    while (items < goal - REQUESTS) items += await fillSome(job, items, goal - REQUESTS - items);
    await settledMs(pid);
    const last = await both(server, container, { first: items, keys: FILLED_KEYS });
    items += REQUESTS;
    const any = await load.measure(pid, { ...job, kind: "read", requests: REQUESTS, among: items });
    rows.push([items.toLocaleString("en-US"), ...cells([...last, any]), `${Math.round(server.memoryMb())}`]);
  }
  await server.stop();
  const columns = [...COLUMNS, "reads of any/s", "µs", "p50, ms", "memory, MB"];
  printTable([[`${contestant.name}: items`, ...columns], ...rows]);
  console.log();
}

const rival = cosmium();
for (const contestant of [orrery("disk"), ...(rival === undefined ? [] : [rival])]) {
  await vary(
    contestant,
    "connections",
    Object.fromEntries(CONNECTIONS.map((connections) => [`${connections} at a time`, { connections }])),
  );
  await vary(
    contestant,
    "size of items",
    Object.fromEntries(ITEM_BYTES.map((itemBytes) => [`${itemBytes / 1024} KB`, { itemBytes }])),
  );
  await vary(
    contestant,
    "properties",
    Object.fromEntries(
      PROPERTIES.map((count) => {
        const moreProperties = Math.max(0, count - OWN_PROPERTIES);
        return [`${moreProperties + OWN_PROPERTIES}`, { moreProperties, itemBytes: 20_480 }];
      }),
    ),
  );
  await fill(contestant);
}
load.stop();
