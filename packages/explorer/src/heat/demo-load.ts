/**
 * The demonstration: the same events, written with three partition keys. A date as the key sends all writes of a day to one
 * partition; a random suffix spreads them; a suffix that is computed from the event spreads them too, and can be computed
 * again to read it. Each container has four physical partitions and few RU/s, so that little load shows much.
 */
import { suffixHash } from "@orrerydb/keys";
import { type OrreryClient, Refusal } from "../client/orrery-client.ts";
import { unlessThere } from "../pages/container-dialogs.tsx";

export const DEMO_DATABASE = "orrery-demo";
export const DEMO_CONTAINERS = ["by-date", "random-suffix", "computed-suffix"] as const;
export type DemoContainer = (typeof DEMO_CONTAINERS)[number];

const RU_PER_SECOND = 400;
const WRITES_PER_SECOND = 12;
const SUFFIXES = 400;
/** Events on their way to the server. A slow machine gets fewer, so that the page stays at hand. */
const UNDER_WAY_MAX = 6;
/** Between two events, also where they are late: the page has to draw. */
const PAUSE_MS_MIN = 25;
/** A page in the background is woken once a second only: it writes what is due then, but no more than this. */
const BEHIND_MS_MAX = 1_000;
/** Makes a write cost about 10 RU, so that one partition of 100 RU/s cannot bear them, and four can. */
const PADDING = "x".repeat(22_000);

export async function prepareDemo(client: OrreryClient): Promise<void> {
  await unlessThere(client.data("POST", ["dbs"], { body: { id: DEMO_DATABASE } }));
  for (const container of DEMO_CONTAINERS) {
    await unlessThere(
      client.data("POST", ["dbs", DEMO_DATABASE, "colls"], {
        body: {
          id: container,
          partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
          indexingPolicy: { indexingMode: "consistent", includedPaths: [], excludedPaths: [{ path: "/*" }] },
        },
        headers: { "x-ms-offer-throughput": String(RU_PER_SECOND) },
      }),
    );
    await splitInFour(client, container);
  }
}

async function splitInFour(client: OrreryClient, container: string): Promise<void> {
  const place = { database: DEMO_DATABASE, container };
  for (let partitions = await client.partitions(place); partitions.length < 4; ) {
    for (const { id } of partitions) {
      await client.control("POST", ["dbs", DEMO_DATABASE, "colls", container, "partitions", id, "split"]);
    }
    partitions = await client.partitions(place);
  }
}

/** Runs until it is told to stop; a refused write is one that the container could not take. */
export async function runDemo(client: OrreryClient, stop: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let failure: unknown;
  for (let dueMs = performance.now(); !stop.aborted && failure === undefined; ) {
    dueMs = Math.max(dueMs + 1000 / WRITES_PER_SECOND, performance.now() - BEHIND_MS_MAX);
    const waitMs = Math.max(PAUSE_MS_MIN, dueMs - performance.now());
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (underWay.size >= UNDER_WAY_MAX) await Promise.race(underWay);
    const event = newEvent();
    const written = Promise.all(DEMO_CONTAINERS.map((container) => write(client, container, event)))
      .catch((error: unknown) => (failure = error))
      .then(() => void underWay.delete(written));
    underWay.add(written);
  }
  await Promise.all(underWay);
  if (failure !== undefined) throw failure;
}

interface DemoEvent {
  readonly id: string;
  readonly date: string;
  readonly vin: string;
}

function newEvent(): DemoEvent {
  return {
    id: crypto.randomUUID(),
    date: new Date().toISOString().slice(0, 10),
    vin: `VIN-${String(Math.floor(Math.random() * 100_000)).padStart(5, "0")}`,
  };
}

export function demoKey(container: DemoContainer, { date, vin }: Omit<DemoEvent, "id">): string {
  switch (container) {
    case "by-date":
      return date;
    case "random-suffix":
      return `${date}.${1 + Math.floor(Math.random() * SUFFIXES)}`;
    case "computed-suffix":
      return `${date}.${1 + (suffixHash([vin]) % SUFFIXES)}`;
  }
}

async function write(client: OrreryClient, container: DemoContainer, event: DemoEvent): Promise<void> {
  const pk = demoKey(container, event);
  try {
    await client.data("POST", ["dbs", DEMO_DATABASE, "colls", container, "docs"], {
      body: { ...event, pk, padding: PADDING },
      headers: { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) },
    });
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 429)) throw error;
  }
}

export async function removeDemo(client: OrreryClient): Promise<void> {
  await client.data("DELETE", ["dbs", DEMO_DATABASE]);
}
