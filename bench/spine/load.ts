/**
 * The load generator, a process of its own. It signs and builds all requests of a job first, then sends them over some
 * connections, one at a time on each, and reports how long that took.
 */
import { itemText } from "./item.ts";
import { RawConnection } from "./raw-connection.ts";
import { batchRequest, createRequest, readRequest } from "./requests.ts";

const STATUS = { create: 201, read: 200, batch: 200 } as const;

export interface Job {
  /** A batch creates a hundred items of a key. */
  readonly kind: keyof typeof STATUS;
  readonly endpoint: string;
  readonly key: string;
  /** The path of a container; the items of a read have been created. */
  readonly container: string;
  readonly requests: number;
  readonly connections: number;
  /** Among how many logical partitions the items are shared out. */
  readonly keys: number;
  /** The number of the first item. */
  readonly first?: number;
  /** Reads are of any of so many items; absent: of as many as there are requests, each once. */
  readonly among?: number;
  /** Of items that are created; absent: 1 KB. */
  readonly itemBytes?: number;
  readonly moreProperties?: number;
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

async function run(job: Job): Promise<Measured> {
  const { kind, requests: count } = job;
  const { hostname, port } = new URL(job.endpoint);
  const requests = Array.from({ length: count }, (_, i) => requestOf(job, i));
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => RawConnection.open(hostname, Number(port))),
  );
  const expected = STATUS[kind];
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
    perSecond: (count / elapsedMs) * 1000,
    p50Ms: timesMs[Math.floor(count * 0.5)]!,
    p99Ms: timesMs[Math.floor(count * 0.99)]!,
  };
}

function requestOf(job: Job, index: number): Buffer {
  const { kind, key, container, keys, first = 0, itemBytes, moreProperties } = job;
  if (kind === "batch") return batchRequest(key, container, first + index, keys);
  if (kind === "read") {
    const read = first + shuffled(index, job.among ?? job.requests);
    return readRequest(key, container, read, keys);
  }
  const shape = { ...(itemBytes && { bytes: itemBytes }), ...(moreProperties && { moreProperties }) };
  return createRequest(key, container, first + index, keys, itemText(first + index, keys, shape));
}

/** Every item once, in an order that is neither that of the ids nor that of the keys. */
function shuffled(index: number, count: number): number {
  return (index * 7919) % count;
}
