/** `--workers`: processes that speak HTTP with clients, before the one that has the data. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { get } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const ITEMS = "/dbs/db/colls/c/docs";

function keyOf(pk: string): Record<string, string> {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
}

/** The fronts of a server. */
function frontsOf({ pid }: ServerProcess): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Writes from all sides, each item on a connection of its own, until it is stopped; gives back what was acknowledged. */
function writeOn(client: SignedClient, name: string, writers: number) {
  const acknowledged: string[] = [];
  let isOn = true;
  const done = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let i = 0; isOn; i++) {
        const id = `${name}-${writer}-${i}`;
        const headers = { ...keyOf(id), connection: "close" };
        // A connection may be cut: then nothing is known of the item.
        const answer = await client
          .send("POST", ITEMS, { headers, body: { id, pk: id } })
          .catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(id);
      }
    }),
  );
  const stop = async () => {
    isOn = false;
    await done;
    return acknowledged;
  };
  return { acknowledged, stop };
}

async function expectAll(client: SignedClient, ids: readonly string[]): Promise<void> {
  const { text } = await client.send("POST", ITEMS, {
    headers: {
      "x-ms-documentdb-isquery": "true",
      "x-ms-documentdb-query-enablecrosspartition": "true",
      "x-ms-max-item-count": "100000",
      "content-type": "application/query+json",
    },
    body: { query: "SELECT VALUE c.id FROM c" },
  });
  const found = new Set((JSON.parse(text) as { Documents: string[] }).Documents);
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
}

describe("a server with two workers", () => {
  let server: ServerProcess;
  let client: SignedClient;

  beforeAll(async () => {
    server = await startProcess(["--memory", "--workers", "2", "--log", "requests:json"]);
    client = new SignedClient(server.endpoint, server.key);
    await client.createContainer("db", "c");
  });

  afterAll(async () => {
    client.close();
    const fronts = frontsOf(server);
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(fronts.filter(isAlive)).toEqual([]);
  });

  test("has two processes before the one that has the data", () => {
    expect(frontsOf(server)).toHaveLength(2);
  });

  test("tells of each request once, with the client's address", async () => {
    const headers = { ...keyOf("a"), "x-ms-activity-id": "told-once" };
    await client.send("GET", `${ITEMS}/none`, { headers });
    await expect.poll(() => server.errors()).toContain("told-once");
    expect(server.errors().match(/told-once/g)).toHaveLength(1);
    const other = new SignedClient(server.endpoint, Buffer.from("other").toString("base64"));
    expect((await other.send("GET", "/dbs")).status).toBe(401);
    other.close();
    await expect.poll(() => server.errors()).toMatch(/"\/dbs" from .*127\.0\.0\.1 was refused with 401/);
  });

  test("serves doors, pages and the certificate, over TLS too", async () => {
    for (const path of ["/_orrery/live", "/_orrery/ready", "/_explorer/"])
      expect((await fetch(`${server.endpoint}${path}`)).status).toBe(200);
    const ca = await (await fetch(`${server.endpoint}/_explorer/emulator.pem`)).text();
    // On as many connections as reach both fronts.
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const url = { host: "localhost", port: server.port, path: "/_orrery/ready", ca, agent: false };
        const [response] = await once(get(url), "response");
        response.resume();
        return response.statusCode;
      }),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    const session = connectHttp2(`https://localhost:${server.port}`, { ca });
    const [headers] = await once(session.request({ ":path": "/_orrery/ready" }).resume(), "response");
    expect(headers[":status"]).toBe(200);
    session.close();
  });

  test("a front that is killed is replaced, and others serve on; nothing acknowledged is lost", async () => {
    const load = writeOn(client, "killed", 8);
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(20);
    const [first, second] = frontsOf(server);
    process.kill(first!, "SIGKILL");
    await expect.poll(() => server.errors()).toContain("A front process ended (SIGKILL)");
    const count = load.acknowledged.length;
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(count + 20);
    await expect.poll(() => frontsOf(server)).toHaveLength(2);
    expect(frontsOf(server)).toContain(second);
    await expectAll(client, await load.stop());
  });
});

test("a planned stop answers what it was sent, whoever else gets the signal", async () => {
  const data = join(temporaryFolder("workers"), "data");
  const server = await startProcess(["--data", data, "--workers", "2"]);
  const client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
  const load = writeOn(client, "stopped", 8);
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(20);
  // As a supervisor does that knows the whole group.
  for (const front of frontsOf(server)) process.kill(front, "SIGTERM");
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  const acknowledged = await load.stop();
  client.close();
  const again = await startProcess(["--data", data]);
  const reader = new SignedClient(again.endpoint, again.key);
  await expectAll(reader, acknowledged);
  reader.close();
  await again.end("SIGTERM");
});

test("fronts end with the process that has the data", async () => {
  const server = await startProcess(["--memory", "--workers", "2"]);
  const fronts = frontsOf(server);
  expect(fronts).toHaveLength(2);
  await server.end("SIGKILL");
  await expect.poll(() => fronts.filter(isAlive)).toEqual([]);
});

test("keys are replaced in all fronts", async () => {
  const [first, second] = ["first", "second"].map((name) => Buffer.from(name).toString("base64"));
  const file = join(temporaryFolder("workers-keys"), "keys");
  writeFileSync(file, first!);
  const server = await startProcess(["--memory", "--workers", "2", "--key-file", file]);
  const statuses = async (key: string) => {
    const clients = [1, 2, 3, 4].map(() => new SignedClient(server.endpoint, key));
    const answers = await Promise.all(clients.map((client) => client.send("GET", "/dbs")));
    for (const client of clients) client.close();
    return answers.map(({ status }) => status);
  };
  expect(await statuses(first!)).toEqual([200, 200, 200, 200]);
  writeFileSync(file, second!);
  process.kill(server.pid, "SIGHUP");
  await expect.poll(() => server.errors()).toContain("Other keys are in use now");
  expect(await statuses(first!)).toEqual([401, 401, 401, 401]);
  expect(await statuses(second!)).toEqual([200, 200, 200, 200]);
  await server.end("SIGTERM");
});

test.each(["0", "65"])("%s workers are refused", async (workers) => {
  const { code, errors } = await runToEnd(["--memory", "--port", "0", "--workers", workers]);
  expect(code).toBe(1);
  expect(errors).toMatch(/^--workers must be a whole number from 1 to 64/);
});

test("a node has no workers", async () => {
  const node = ["--store", "postgres://127.0.0.1:1/x", "--node", "http://127.0.0.1:0"];
  const { code, errors } = await runToEnd([...node, "--workers", "2"]);
  expect(code).toBe(1);
  expect(errors).toMatch(/^Nodes do not take --workers/);
});

test("a port that is taken is told", async () => {
  const server = await startProcess(["--memory"]);
  const { code, errors } = await runToEnd(["--memory", "--port", String(server.port), "--workers", "2"]);
  expect(code).toBe(1);
  expect(errors).toContain(String(server.port));
  await server.end("SIGTERM");
});
