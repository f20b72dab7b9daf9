/** Compiled code that one process leaves for the next, and what becomes of it when it is not what it should be. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runToEnd, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const FOLDER = `orrery-code-${process.getuid?.() ?? "of-user"}`;

/** A server from its start to its end, with a database in between. */
async function served(temporary: string, environment: Record<string, string> = {}): Promise<void> {
  const variables = { TMPDIR: temporary, TEMP: temporary, ...environment };
  const server = await startProcess(["--memory", "--log-level", "error"], { environment: variables });
  const client = new SignedClient(server.endpoint, server.key);
  expect((await client.send("POST", "/dbs", { body: { id: "db" } })).status).toBe(201);
  client.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");
}

function keptIn(temporary: string): Map<string, Buffer> {
  const folder = join(temporary, FOLDER);
  return new Map(readdirSync(folder).map((name) => [join(folder, name), readFileSync(join(folder, name))]));
}

test("what one server left, the next one takes as it is", async () => {
  const temporary = temporaryFolder("kept-code");
  await served(temporary);
  const kept = keptIn(temporary);
  expect([...kept.keys()].map((path) => path.slice(0, path.indexOf(".cjs-")))).toContain(
    join(temporary, FOLDER, "serve"),
  );
  const times = [...kept.keys()].map((path) => statSync(path).mtimeMs);
  await served(temporary);
  expect([...keptIn(temporary)]).toEqual([...kept]);
  expect([...kept.keys()].map((path) => statSync(path).mtimeMs)).toEqual(times);
});

test.each([
  [
    "flipped",
    (bytes: Buffer) => bytes.fill(bytes[bytes.length >> 1]! ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
  ],
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ["empty", () => Buffer.alloc(0)],
])("code that is %s is not run, and is made anew", async (_, damaged) => {
  const temporary = temporaryFolder("kept-code");
  await served(temporary);
  const kept = keptIn(temporary);
  for (const [path, bytes] of kept) writeFileSync(path, damaged(Buffer.from(bytes)));
  await served(temporary);
  for (const [path, bytes] of keptIn(temporary))
    expect(bytes.length).toBeGreaterThan(0.9 * kept.get(path)!.length);
});

test("of a start that ran less, the next one leaves more", async () => {
  const temporary = temporaryFolder("kept-code");
  const variables = { TMPDIR: temporary, TEMP: temporary };
  expect(await runToEnd(["--help"], { environment: variables })).toMatchObject({ code: 0 });
  const [path, little] = [...keptIn(temporary)].find(([name]) => name.includes("serve.cjs"))!;
  await served(temporary);
  expect(readFileSync(path).length).toBeGreaterThan(little.length);
});

test.skipIf(process.platform === "win32")("a folder that others can write to is left alone", async () => {
  const temporary = temporaryFolder("kept-code");
  mkdirSync(join(temporary, FOLDER));
  chmodSync(join(temporary, FOLDER), 0o777);
  await served(temporary);
  expect(keptIn(temporary).size).toBe(0);
});

test("a file where the folder should be, no place for it, or Node's own word against it does no harm", async () => {
  const temporary = temporaryFolder("kept-code");
  await served(temporary, { NODE_DISABLE_COMPILE_CACHE: "1" });
  expect(readdirSync(temporary)).toEqual([]);
  await served(join(temporary, "nowhere"));
  expect(readdirSync(temporary)).toEqual([]);
  writeFileSync(join(temporary, FOLDER), "");
  await served(temporary);
});
