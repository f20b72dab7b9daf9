/** A crowd that asks for much memory at once gets answers, and the server lives, with whatever heap it has. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { type Answer, SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const ITEMS = "/dbs/db/colls/c/docs";
const CROWD = 100;
const LARGE_ITEMS = 8;
const MB = 1024 * 1024;

const KEY = { "x-ms-documentdb-partitionkey": '["k"]' };

let server: ServerProcess;
afterEach(() => server.end("SIGKILL"));

const SORT = { query: "SELECT * FROM c ORDER BY c.n DESC" };

function sort(client: SignedClient): Promise<Answer> {
  return client.send("POST", ITEMS, {
    headers: {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      ...KEY,
      "x-ms-max-item-count": "1",
    },
    body: SORT,
  });
}

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

test.each([
  ["a heap of 128 MB", { NODE_OPTIONS: "--max-old-space-size=128" }],
  ["the default heap", {}],
])("100 ORDER BYs of items of 2 MB at once: %s", { timeout: 600_000 }, async (_, environment) => {
  const data = temporaryFolder("memory");
  server = await startProcess(["--data", data, "--log-level", "error"], { environment });
  const client = new SignedClient(server.endpoint, server.key, CROWD);
  await client.createContainer("db", "c");
  const text = "x".repeat(2_000_000);
  for (let i = 0; i < LARGE_ITEMS; i++) {
    const body = { id: `${i}`, pk: "k", n: i, text };
    expect((await client.send("POST", ITEMS, { headers: KEY, body })).status).toBe(201);
  }
  const lengths = new Map<string, number>();
  const note = ({ status, bytes }: Answer) => {
    const kind = `${status} ${Math.round(bytes.length / 1_000_000)} MB`;
    lengths.set(kind, (lengths.get(kind) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: CROWD }, () => sort(client).then(note)));
  expect(Object.fromEntries(lengths)).toEqual({ "200 2 MB": CROWD });
  const peak = peakBytes();
  if (peak !== undefined) expect(peak / MB).toBeLessThan(1024);
  client.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");
});
