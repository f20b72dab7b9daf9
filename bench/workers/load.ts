/** The load generator, a process of its own: all requests of a job are signed and built first, then sent over 64 connections. */
import { signedHeaders } from "../../tests/harness/signed-client.ts";
import { RawConnection } from "../spine/raw-connection.ts";

const CONNECTIONS = 64;
const KEYS = 1_000;
const ITEM_BYTES = 1_024;

export interface Job {
  readonly kind: "create" | "read";
  readonly scheme: "http" | "https";
  readonly port: number;
  readonly key: string;
  /** The number of the first item. */
  readonly first: number;
  readonly requests: number;
}

export interface Measured {
  readonly perSecond: number;
  /** Of this process, for each request. */
  readonly clientUs: number;
}

const ITEMS = "/dbs/bench/colls/c/docs";

process.on("message", (job: Job) => {
  void run(job).then(
    (measured) => process.send!(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run({ kind, scheme, port, key, first, requests: count }: Job): Promise<Measured> {
  const requests = Array.from({ length: count }, (_, i) => requestOf(kind, key, first + i));
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => RawConnection.open("127.0.0.1", port, scheme)),
  );
  const expected = kind === "create" ? 201 : 200;
  let next = 0;
  const startMs = performance.now();
  const used = process.cpuUsage();
  await Promise.all(
    connections.map(async (connection) => {
      for (let i = next++; i < count; i = next++) {
        const status = await connection.send(requests[i]!);
        if (status !== expected) throw new Error(`${kind} ${i} was answered with ${status}`);
      }
    }),
  );
  const { user, system } = process.cpuUsage(used);
  const elapsedMs = performance.now() - startMs;
  for (const connection of connections) connection.close();
  return { perSecond: (count / elapsedMs) * 1000, clientUs: (user + system) / count };
}

function requestOf(kind: Job["kind"], key: string, index: number): Buffer {
  const id = `order-${index}`;
  const pk = `customer-${index % KEYS}`;
  const [method, path] = kind === "create" ? ["POST", ITEMS] : ["GET", `${ITEMS}/${id}`];
  const body = kind === "create" ? itemText(id, pk, index) : "";
  const headers = {
    host: "localhost",
    "user-agent": "orrery-bench",
    ...signedHeaders(key, method!, path!),
    "x-ms-documentdb-partitionkey": JSON.stringify([pk]),
    ...(body !== "" && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

function itemText(id: string, pk: string, index: number): string {
  const item = {
    id,
    pk,
    status: ["open", "paid", "sent"][index % 3],
    country: `country-${index % 50}`,
    user: { name: `user ${(index * 7919) % 10_000}`, age: 18 + (index % 60) },
    created: 1_700_000_000 + index,
    price: ((index * 31) % 100_000) / 100,
    tags: [`tag-${index % 13}`, `tag-${index % 17}`],
    note: "",
  };
  const bare = JSON.stringify(item);
  return JSON.stringify({ ...item, note: "n".repeat(ITEM_BYTES - bare.length) });
}
