/**
 * A process that asks as an innocent client does: one point read every 10 ms, whether the one before has been answered
 * or not, each on a connection that is free; or as many as 16 connections can, one after another.
 */
import { setTimeout } from "node:timers/promises";
import { signedHeaders } from "../../tests/harness/signed-client.ts";
import { RawConnection } from "../spine/raw-connection.ts";
import { PROBED } from "./data.ts";

const EVERY_MS = 10;
const CONNECTIONS_MAX = 1_000;
const READERS = 16;

export interface ProbeOrder {
  readonly kind: "probe" | "read";
  readonly endpoint: string;
  readonly key: string;
}

export interface Probed {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly perSecond: number;
  /** Other answers than 200, and none. */
  readonly failures: number;
}

let isEnded = false;

process.on("message", (message: ProbeOrder | "end") => {
  if (message === "end") {
    isEnded = true;
    return;
  }
  isEnded = false;
  void run(message).then((probed) => process.send!(probed));
});
process.send!("ready");

async function run({ kind, endpoint, key }: ProbeOrder): Promise<Probed> {
  const { hostname, port } = new URL(endpoint);
  const request = readRequest(key);
  const timesMs: number[] = [];
  let failures = 0;
  const free: RawConnection[] = [];
  let opened = 0;
  const ask = async () => {
    const startMs = performance.now();
    try {
      let connection = free.pop();
      if (connection === undefined) {
        opened++;
        connection = await RawConnection.open(hostname, Number(port));
      }
      if ((await connection.send(request)) !== 200) failures++;
      free.push(connection);
    } catch {
      opened--;
      failures++;
    }
    timesMs.push(performance.now() - startMs);
  };
  const startMs = performance.now();
  if (kind === "read") {
    const readers = Array.from({ length: READERS }, async () => {
      while (!isEnded && failures < READERS) await ask();
    });
    await Promise.all(readers);
  } else {
    const asked: Promise<void>[] = [];
    for (let turn = 1; !isEnded; turn++) {
      if (free.length > 0 || opened < CONNECTIONS_MAX) asked.push(ask());
      await setTimeout(Math.max(0, startMs + turn * EVERY_MS - performance.now()));
    }
    await Promise.all(asked);
  }
  const elapsedMs = performance.now() - startMs;
  for (const connection of free) connection.close();
  timesMs.sort((a, b) => a - b);
  const at = (share: number) => timesMs[Math.floor((timesMs.length - 1) * share)] ?? Number.NaN;
  return {
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    longestMs: at(1),
    perSecond: ((timesMs.length - failures) / elapsedMs) * 1000,
    failures,
  };
}

function readRequest(key: string): Buffer {
  const headers = {
    host: "localhost",
    ...signedHeaders(key, "GET", PROBED.path),
    "x-ms-documentdb-partitionkey": JSON.stringify([PROBED.key]),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${PROBED.path} HTTP/1.1\r\n${lines.join("")}\r\n`);
}
