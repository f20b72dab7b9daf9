/**
 * Point reads and creates against a bare server and a rival, all in one run: in each round every contestant has its
 * turn, so that what disturbs the machine disturbs all of them, and ratios are taken within a round.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SignedClient, signedHeaders } from "../../tests/harness/signed-client.ts";
import { median } from "../print-table.ts";
import type { BareAnswers } from "./bare-server.ts";
import {
  bare,
  type Contestant,
  firstAnswer,
  orrery,
  type RunningContestant,
  rival,
  start,
} from "./contestant.ts";
import { idOf, itemText, partitionKeyOf } from "./item.ts";
import type { Job, Measured } from "./load.ts";
import { type Results, report, type Starts } from "./report.ts";
import { rivalFolder } from "./rival.ts";

/** The first one warms up and does not count. */
const ROUNDS = 6;
const STARTS = 5;
const KEY = Buffer.from("a key for measurements").toString("base64");

const load = fork(fileURLToPath(new URL("load.ts", import.meta.url)));

const loadFailed = once(load, "exit").then(() => {
  throw new Error("the load generator failed");
});
loadFailed.catch(() => undefined);

async function measure(job: Job): Promise<Measured> {
  load.send(job);
  const [measured] = (await Promise.race([once(load, "message"), loadFailed])) as [Measured];
  return measured;
}

async function createContainer(client: SignedClient, id: string): Promise<string> {
  const body = { id, partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } };
  const { status, text } = await client.send("POST", "/dbs/bench/colls", { body });
  if (status !== 201) throw new Error(text);
  return `/dbs/bench/colls/${id}`;
}

/** What Orrery answers to one create and one read: what the bare server will say to all of them. */
async function recordAnswers(): Promise<BareAnswers> {
  const server = await start(withKey(orrery("process")));
  const client = new SignedClient(server.endpoint, KEY);
  await client.send("POST", "/dbs", { body: { id: "bench" } });
  const container = await createContainer(client, "sample");
  const headers = { "x-ms-documentdb-partitionkey": JSON.stringify([partitionKeyOf(0)]) };
  const answers = [
    await client.send("POST", `${container}/docs`, { headers, body: itemText(0) }),
    await client.send("GET", `${container}/docs/${idOf(0)}`, { headers }),
  ].map(({ headers: all, text }) => {
    const { connection: _, "keep-alive": __, ...own } = all;
    return { headers: own as Record<string, string>, body: text };
  });
  client.close();
  await server.stop();
  return { key: KEY, create: answers[0]!, read: answers[1]! };
}

function withKey(contestant: Contestant): Contestant {
  return { ...contestant, command: (...args) => [...contestant.command(...args), "--key", KEY] };
}

async function measureRequests(contestants: readonly Contestant[]): Promise<[Results, Map<string, number>]> {
  const servers: RunningContestant[] = [];
  for (const contestant of contestants) servers.push(await start(contestant));
  const results = new Map(
    servers.map(({ name }) => [name, { create: [] as Measured[], read: [] as Measured[] }]),
  );
  const clients = new Map(servers.map(({ name, endpoint }) => [name, new SignedClient(endpoint, KEY)]));
  for (const { name } of servers) await clients.get(name)!.send("POST", "/dbs", { body: { id: "bench" } });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, endpoint } of rotated(servers, round)) {
      const container = await createContainer(clients.get(name)!, `round-${round}`);
      for (const kind of ["create", "read"] as const) {
        const measured = await measure({ kind, endpoint, key: KEY, container });
        if (round > 0) results.get(name)![kind].push(measured);
      }
    }
  }
  const memory = new Map(servers.map((server) => [server.name, server.memoryMb()]));
  for (const client of clients.values()) client.close();
  for (const server of servers) await server.stop();
  return [results, memory];
}

/** Another one begins each time. */
function rotated<T>(list: readonly T[], by: number): T[] {
  const first = by % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

async function measureStarts(contestants: readonly Contestant[]): Promise<Starts> {
  const all = new Map(contestants.map(({ name }) => [name, { ms: [] as number[], mb: [] as number[] }]));
  for (let turn = 0; turn < STARTS; turn++) {
    for (const contestant of contestants) {
      const { elapsedMs, idleMb } = await firstAnswer(contestant, () => signedHeaders(KEY, "GET", "/"));
      all.get(contestant.name)!.ms.push(elapsedMs);
      all.get(contestant.name)!.mb.push(idleMb);
    }
  }
  return new Map([...all].map(([name, { ms, mb }]) => [name, { firstMs: median(ms), idleMb: median(mb) }]));
}

const folder = rivalFolder();
const disk = withKey(orrery("disk"));
const safeFromCrashes = withKey(orrery("process"));
const bareServer = bare(await recordAnswers());
const rivalServer = folder === undefined ? undefined : rival(folder);
const others = rivalServer === undefined ? [] : [rivalServer];

const [results, memory] = await measureRequests([disk, safeFromCrashes, bareServer, ...others]);
const starts = await measureStarts([disk, ...others]);
load.disconnect();

report({
  names: { disk: disk.name, process: safeFromCrashes.name, bare: bareServer.name, rival: rivalServer?.name },
  results,
  memory,
  starts,
});
