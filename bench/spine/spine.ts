/**
 * Point reads and creates against a bare server and rivals, all in one run: in each round every contestant has its
 * turn, so that what disturbs the machine disturbs all of them, and ratios are taken within a round. Beside the rate is
 * what a request takes of the server's processor, which holds on a machine that others use too.
 *
 * `ORRERY_BENCH_COSMIUM` names the binary of Cosmium; `ORRERY_BENCH_BEFORE` the `dist` folder of an older build, which
 * takes part on disk and in memory.
 */
import { SignedClient, signedHeaders } from "../../tests/harness/signed-client.ts";
import { median } from "../print-table.ts";
import type { BareAnswers } from "./bare-server.ts";
import {
  bare,
  bareInMemory,
  bareOnDisk,
  type Contestant,
  cosmium,
  firstAnswer,
  KEY,
  nodeOnDisk,
  orrery,
  plainNode,
  type RunningContestant,
  rival,
  start,
} from "./contestant.ts";
import { idOf, itemText, keyOf } from "./item.ts";
import type { Job } from "./load.ts";
import { type Load, LoadProcess } from "./load-process.ts";
import { report, type Starts } from "./report.ts";
import { rivalFolder } from "./rival.ts";

/** The first one warms up and does not count. */
const ROUNDS = Number(process.env.ORRERY_BENCH_ROUNDS ?? 5);
const STARTS = 9;
/** Fresh processes, each with its first creates. */
const FRESH = 3;
const REQUESTS = 5_000;
const FIRST_REQUESTS = 1_000;

/** What is measured of a server that is warm; reads are of what was created last. */
const JOBS: readonly (Pick<Job, "kind" | "requests" | "connections" | "keys"> & { readonly name: string })[] =
  [
    { name: "creates on one key", kind: "create", requests: REQUESTS, connections: 64, keys: 1 },
    { name: "creates on fifty keys", kind: "create", requests: REQUESTS, connections: 64, keys: 50 },
    { name: "point reads", kind: "read", requests: REQUESTS, connections: 64, keys: 50 },
    { name: "creates, one at a time", kind: "create", requests: 300, connections: 1, keys: 50 },
    { name: "point reads, one at a time", kind: "read", requests: 300, connections: 1, keys: 50 },
  ];

/** Whoever is first finds the server rested: creates on one key and on fifty are, in turns. Reads stay behind theirs. */
function jobsOf(round: number): typeof JOBS {
  const [ofOneKey, ...rest] = JOBS as [(typeof JOBS)[number], ...typeof JOBS];
  return round % 2 === 0 ? JOBS : [...rest.slice(0, 2), ofOneKey, ...rest.slice(2)];
}

const load = new LoadProcess();

async function createContainer(client: SignedClient, id: string): Promise<string> {
  const body = { id, partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  const { status, text } = await client.send("POST", "/dbs/bench/colls", { body });
  if (status !== 201) throw new Error(text);
  return `/dbs/bench/colls/${id}`;
}

/** What Orrery answers to one create and one read: what the bare server will say to all of them. */
async function recordAnswers(): Promise<BareAnswers> {
  const server = await start(orrery("memory"));
  const client = new SignedClient(server.endpoint, KEY);
  await client.send("POST", "/dbs", { body: { id: "bench" } });
  const container = await createContainer(client, "sample");
  const headers = { "x-ms-documentdb-partitionkey": JSON.stringify([keyOf(0, 50)]) };
  const answers = [
    await client.send("POST", `${container}/docs`, { headers, body: itemText(0, 50) }),
    await client.send("GET", `${container}/docs/${idOf(0)}`, { headers }),
  ].map(({ headers: all, text }) => {
    const { connection: _, "keep-alive": __, ...own } = all;
    return { headers: own as Record<string, string>, body: text };
  });
  client.close();
  await server.stop();
  return { key: KEY, create: answers[0]!, read: answers[1]! };
}

type Results = Map<string, Map<string, Load[]>>;

async function measureRequests(contestants: readonly Contestant[]): Promise<[Results, Map<string, number>]> {
  const servers: RunningContestant[] = [];
  for (const contestant of contestants) servers.push(await start(contestant));
  const results: Results = new Map(servers.map(({ name }) => [name, new Map()]));
  const clients = new Map(servers.map(({ name, endpoint }) => [name, new SignedClient(endpoint, KEY)]));
  for (const { name } of servers) await clients.get(name)!.send("POST", "/dbs", { body: { id: "bench" } });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, endpoint, pid } of rotated(servers, round)) {
      let container = "";
      for (const [i, { name: jobName, ...job }] of jobsOf(round).entries()) {
        if (job.kind === "create")
          container = await createContainer(clients.get(name)!, `round-${round}-${i}`);
        const measured = await load.measure(pid, { ...job, endpoint, key: KEY, container });
        const known = results.get(name)!;
        if (round > 0) known.set(jobName, [...(known.get(jobName) ?? []), measured]);
      }
    }
  }
  const memory = new Map(servers.map((server) => [server.name, server.memoryMb()]));
  for (const client of clients.values()) client.close();
  for (const server of servers) await server.stop();
  return [results, memory];
}

/** Of a process that was just started, one after another. */
async function measureFirst(contestants: readonly Contestant[]): Promise<Map<string, Load[]>> {
  const all = new Map<string, Load[]>();
  for (let turn = 0; turn < FRESH; turn++) {
    for (const contestant of rotated(contestants, turn)) {
      const server = await start(contestant);
      const client = new SignedClient(server.endpoint, KEY);
      await client.send("POST", "/dbs", { body: { id: "bench" } });
      const container = await createContainer(client, "first");
      client.close();
      const job = { kind: "create", requests: FIRST_REQUESTS, connections: 1, keys: 50 } as const;
      const measured = await load.measure(server.pid, {
        ...job,
        endpoint: server.endpoint,
        key: KEY,
        container,
      });
      all.set(server.name, [...(all.get(server.name) ?? []), measured]);
      await server.stop();
    }
  }
  return all;
}

/** Another one begins each time. */
function rotated<T>(list: readonly T[], by: number): T[] {
  const first = by % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

async function measureStarts(contestants: readonly Contestant[]): Promise<Starts> {
  const all = new Map<string, Awaited<ReturnType<typeof firstAnswer>>[]>();
  for (let turn = 0; turn < STARTS; turn++) {
    for (const contestant of rotated(contestants, turn)) {
      const measured = await firstAnswer(contestant, () => signedHeaders(KEY, "GET", "/"));
      all.set(contestant.name, [...(all.get(contestant.name) ?? []), measured]);
    }
  }
  return new Map(
    [...all].map(([name, measured]) => [
      name,
      {
        firstMs: median(measured.map(({ elapsedMs }) => elapsedMs)),
        processorMs: median(measured.map(({ processorMs }) => processorMs)),
        idleMb: median(measured.map(({ idleMb }) => idleMb)),
      },
    ]),
  );
}

const folder = rivalFolder();
const before = process.env.ORRERY_BENCH_BEFORE;
const own = [orrery("disk"), orrery("process"), orrery("memory")];
const older = before === undefined ? [] : [orrery("disk", before), orrery("memory", before)];
const rivals = [cosmium(), folder === undefined ? undefined : rival(folder)].filter(
  (one) => one !== undefined,
);

const answers = await recordAnswers();
const all = [...own, ...older, bare(answers), bareInMemory(answers), bareOnDisk(answers), ...rivals];
const [results, memory] = await measureRequests(all);
const first = await measureFirst(all);
const starts = await measureStarts([plainNode(), nodeOnDisk(), ...own, ...older, ...rivals]);
load.stop();
report({ jobs: JOBS.map(({ name }) => name), results, first, memory, starts });
