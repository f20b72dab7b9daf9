/**
 * Floods of HTTP/2 frames: the server ends each such connection, goes on answering others meanwhile, and takes no
 * memory for it that stays.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient, signedHeaders } from "../harness/signed-client.ts";
import { END_HEADERS, END_STREAM, FrameType, frame, headerBlock, RawHttp2 } from "./http2-frames.ts";

const MB = 1024 * 1024;
const ITEMS = "/dbs/db/colls/c/docs";
const KEY = { "x-ms-documentdb-partitionkey": '["a"]' };
/** At a time, and one after the other at least. */
const ATTACKERS = 4;
const CONNECTIONS_EACH = 5;
/** A flood continues until another client has received this number of responses: the test times out if they are slow. */
const PROBES_MIN = 20;
/** Writes after which a connection counts as one that is not ended; a write is about 64 KB. */
const WRITES_MAX = 20_000;
const WRITE_BYTES = 64 * 1024;
/** What floods may add to the most memory that the process ever had. */
const GROWTH_MAX = 192 * MB;

let server: ServerProcess;
let client: SignedClient;

beforeAll(async () => {
  server = await startProcess(["--memory", "--log-level", "error"]);
  client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
  for (let n = 0; n < 200; n++) {
    const { status } = await client.send("POST", ITEMS, { headers: KEY, body: { id: `${n}`, pk: "a", n } });
    expect(status).toBe(201);
  }
});

afterAll(async () => {
  client.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");
});

interface Flood {
  readonly name: string;
  /** Whether the attacker takes what the server sends. */
  readonly reads: boolean;
  /** Frames of a round, from 0 on. */
  readonly frames: (round: number) => Buffer;
  /** Absent: ATTACKERS. */
  readonly attackers?: number;
}

const streamOf = (round: number) => 2 * round + 1;
const CANCEL = Buffer.from([0, 0, 0, 8]);

function request(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const { port } = server;
  const pseudo = { ":method": method, ":scheme": "http", ":path": path, ":authority": `127.0.0.1:${port}` };
  return headerBlock({ ...pseudo, ...headers });
}

/** A read of the feed with a good signature: work for the server, which is thrown away. */
function signedRead(): Buffer {
  return request("GET", ITEMS, { ...signedHeaders(server.key, "GET", ITEMS), ...KEY });
}

function resetAtOnce(block: () => Buffer): Flood["frames"] {
  let headers: Buffer | undefined;
  return (round) => {
    headers ??= block();
    return Buffer.concat([
      frame(FrameType.headers, END_HEADERS | END_STREAM, streamOf(round), headers),
      frame(FrameType.reset, 0, streamOf(round), CANCEL),
    ]);
  };
}

/** A window that grows by nothing is an error, for which the server resets the stream itself. */
function resetByServer(): Flood["frames"] {
  return (round) =>
    Buffer.concat([
      frame(FrameType.headers, END_HEADERS | END_STREAM, streamOf(round), signedRead()),
      frame(FrameType.windowUpdate, 0, streamOf(round), Buffer.alloc(4)),
    ]);
}

/** Headers that never end, in pieces. */
function continued(piece: Buffer): Flood["frames"] {
  return (round) =>
    round === 0
      ? frame(FrameType.headers, 0, 1, request("GET", "/"))
      : frame(FrameType.continuation, 0, 1, piece);
}

const FLOODS: readonly Flood[] = [
  { name: "requests that are reset at once", reads: true, frames: resetAtOnce(() => request("GET", "/")) },
  {
    name: "requests that are reset at once, of many clients",
    reads: true,
    frames: resetAtOnce(() => request("GET", "/")),
    attackers: 100,
  },
  { name: "signed reads that are reset at once", reads: true, frames: resetAtOnce(signedRead) },
  { name: "signed reads that the server has to reset", reads: true, frames: resetByServer() },
  {
    name: "headers in endless pieces",
    reads: true,
    frames: continued(headerBlock({ a: "x".repeat(8_000) })),
  },
  { name: "headers in endless empty pieces", reads: true, frames: continued(Buffer.alloc(0)) },
  {
    name: "pings whose answers are not read",
    reads: false,
    frames: () => frame(FrameType.ping, 0, 0, Buffer.alloc(8)),
  },
  {
    name: "settings whose answers are not read",
    reads: false,
    frames: () => frame(FrameType.settings, 0, 0),
  },
];

test.each(FLOODS)("$name", { timeout: 180_000 }, async ({ reads, frames, attackers = ATTACKERS }) => {
  const before = peakBytes();
  const probes: number[] = [];
  let isOver = false;
  const probed = probe(probes, () => isOver);
  const floods = Array.from({ length: attackers }, async () => {
    const ended: boolean[] = [];
    while (ended.length < CONNECTIONS_EACH || probes.length < PROBES_MIN)
      ended.push(await isEnded(reads, frames));
    return ended;
  });
  const ended = (await Promise.all(floods)).flat();
  isOver = true;
  await probed;
  expect(new Set(ended)).toEqual(new Set([true]));
  expect(new Set(probes)).toEqual(new Set([200]));
  if (before !== undefined) expect(peakBytes()! - before).toBeLessThan(GROWTH_MAX);
});

/** Whether the server ends a connection that floods it. */
async function isEnded(reads: boolean, frames: Flood["frames"]): Promise<boolean> {
  const connection = await RawHttp2.open(server.port, { reads });
  const { socket } = connection;
  let round = 0;
  for (let writes = 0; writes < WRITES_MAX && !connection.isEnded; writes++) {
    const parts: Buffer[] = [];
    for (let bytes = 0; bytes < WRITE_BYTES; bytes += parts.at(-1)!.length) parts.push(frames(round++));
    if (socket.write(Buffer.concat(parts))) await new Promise(setImmediate);
    else await pause(5);
  }
  await expect
    .poll(() => connection.isEnded, { timeout: 60_000 })
    .toBe(true)
    .catch(() => {});
  const { isEnded } = connection;
  socket.destroy();
  return isEnded;
}

/** Adds the statuses of reads by another client, one after the other. */
async function probe(statuses: number[], isOver: () => boolean): Promise<void> {
  do {
    statuses.push((await client.send("GET", `${ITEMS}/1`, { headers: KEY })).status);
  } while (!isOver());
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The most that the process ever had, where the system tells. */
function peakBytes(): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))!;
    return Number(kilobytes) * 1024;
  } catch {
    console.warn("SKIPPED: the peak of the memory is not compared, because this is not Linux.");
    return undefined;
  }
}
