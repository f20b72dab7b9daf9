/**
 * Other servers that speak the protocol, with the same items. cosmosdb-server is installed from npm; Cosmium is a Go
 * program, which takes part if `ORRERY_BENCH_COSMIUM` names its binary (in a checkout of its repository:
 * `go build -o cosmium ./cmd/server`).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { fillByRequests } from "../query/fill-by-requests.ts";
import type { Filling } from "../query/fill-container.ts";
import { freePort, rival, start } from "../spine/contestant.ts";
import { rivalFolder } from "../spine/rival.ts";

export interface Rival {
  readonly name: string;
  readonly endpoint: string;
  readonly client: SignedClient;
  readonly pid: number;
  stop(): Promise<void>;
}

/** What both take for the account key if nothing else is said. */
const KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
const START_TRIES = 500;

export async function startRivals(fillings: readonly Filling[]): Promise<Rival[]> {
  const rivals = [await startCosmium(), await startCosmosdbServer()].filter((one) => one !== undefined);
  for (const { name, client } of rivals) {
    const startMs = performance.now();
    for (const filling of fillings) await fillByRequests(client, filling);
    console.log(`${name} has its items after ${((performance.now() - startMs) / 1000).toFixed(0)} s.`);
  }
  return rivals;
}

export async function startCosmosdbServer(): Promise<Rival | undefined> {
  const folder = rivalFolder();
  if (folder === undefined) return undefined;
  const server = await start(rival(folder));
  const client = new SignedClient(server.endpoint, KEY);
  return {
    name: "cosmosdb-server",
    endpoint: server.endpoint,
    client,
    pid: server.pid,
    stop: async () => {
      client.close();
      await server.stop();
    },
  };
}

export async function startCosmium(): Promise<Rival | undefined> {
  const binary = process.env.ORRERY_BENCH_COSMIUM;
  if (binary === undefined) {
    console.log("ORRERY_BENCH_COSMIUM names no binary, so that nothing is compared with Cosmium.");
    return undefined;
  }
  const port = await freePort();
  const options = ["-DisableTls", "-Host", "127.0.0.1", "-Port", String(port), "-LogLevel", "error"];
  const child = spawn(binary, options, { stdio: "ignore" });
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new SignedClient(endpoint, KEY);
  for (let tries = 0; tries < START_TRIES; tries++) {
    const answer = await client.send("GET", "/").catch(() => undefined);
    if (answer !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    name: "Cosmium",
    endpoint,
    client,
    pid: child.pid!,
    stop: async () => {
      client.close();
      child.kill();
      await once(child, "exit");
    },
  };
}
