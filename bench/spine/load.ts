/**
 * The load generator, a process of its own. It signs and builds all requests of a job first, then sends them over
 * 64 connections, one at a time on each, and reports how long that took.
 */
import { signedHeaders } from "../../tests/harness/signed-client.ts";
import { ITEMS, idOf, itemText, partitionKeyOf } from "./item.ts";
import { RawConnection } from "./raw-connection.ts";

const CONNECTIONS = 64;

export interface Job {
  readonly kind: "create" | "read";
  readonly endpoint: string;
  readonly key: string;
  /** The path of a container; the items of a read have been created. */
  readonly container: string;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

process.on("message", (job: Job) => {
  void run(job).then(
    (measured) => process.send!(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run({ kind, endpoint, key, container }: Job): Promise<Measured> {
  const { hostname, port } = new URL(endpoint);
  const requests = Array.from({ length: ITEMS }, (_, i) =>
    kind === "create" ? createRequest(key, container, i) : readRequest(key, container, shuffled(i)),
  );
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => RawConnection.open(hostname, Number(port))),
  );
  const expected = kind === "create" ? 201 : 200;
  const timesMs: number[] = [];
  let next = 0;
  const startMs = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let i = next++; i < requests.length; i = next++) {
        const sentMs = performance.now();
        const status = await connection.send(requests[i]!);
        timesMs.push(performance.now() - sentMs);
        if (status !== expected) throw new Error(`${kind} ${i} was answered with ${status}`);
      }
    }),
  );
  const elapsedMs = performance.now() - startMs;
  for (const connection of connections) connection.close();
  timesMs.sort((a, b) => a - b);
  return {
    perSecond: (ITEMS / elapsedMs) * 1000,
    p50Ms: timesMs[Math.floor(ITEMS * 0.5)]!,
    p99Ms: timesMs[Math.floor(ITEMS * 0.99)]!,
  };
}

/** Every item once, in an order that is neither that of the ids nor that of the keys. */
function shuffled(index: number): number {
  return (index * 7919) % ITEMS;
}

function createRequest(key: string, container: string, index: number): Buffer {
  return request(key, "POST", `${container}/docs`, partitionKeyOf(index), itemText(index));
}

function readRequest(key: string, container: string, index: number): Buffer {
  return request(key, "GET", `${container}/docs/${idOf(index)}`, partitionKeyOf(index), "");
}

function request(key: string, method: string, path: string, partitionKey: string, body: string): Buffer {
  const headers = {
    host: "localhost",
    "user-agent": "orrery-bench",
    accept: "application/json",
    ...signedHeaders(key, method, path),
    "x-ms-documentdb-partitionkey": JSON.stringify([partitionKey]),
    ...(body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}
