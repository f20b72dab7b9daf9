/** Keys in a file: they are shown to nobody, change while the server runs, and what they signed ends with them. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const KEYS = ["first", "second", "third", "reading"].map((name) => Buffer.from(name).toString("base64"));
const [FIRST, SECOND, THIRD, READING] = KEYS as [string, string, string, string];

const folder = temporaryFolder("key-rotation");
const path = join(folder, "keys");
let server: ServerProcess;

/** As a secret is replaced: at once, or not at all. */
function writeKeys(text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

async function statusWith(key: string, method = "GET", url = "/dbs", headers = {}): Promise<number> {
  const client = new SignedClient(server.endpoint, key);
  const body = method === "POST" ? { id: `db-${key}` } : undefined;
  const { status } = await client.send(method, url, { headers, ...(body && { body }) });
  client.close();
  return status;
}

beforeAll(async () => {
  writeKeys(`key=${FIRST}\nsecondary-key=${SECOND}\nreadonly-key=${READING}\n`);
  server = await startProcess(["--memory", "--key-file", path]);
});

afterAll(() => server.end("SIGTERM"));

test("keys of a file are used and not shown", async () => {
  expect(server.key).toBeNull();
  expect(await statusWith(FIRST, "POST")).toBe(201);
  expect(await statusWith(SECOND, "POST")).toBe(201);
  expect(await statusWith(READING)).toBe(200);
  expect(await statusWith(READING, "POST")).toBe(403);
  expect(await statusWith(THIRD)).toBe(401);
  // The answer and the line in the log come by different ways.
  const line = /warn GET "\/dbs" from .*127\.0\.0\.1 was refused with 401 \([0-9a-f-]+\): "The input/;
  await expect.poll(() => server.errors()).toMatch(line);
});

test("a signal replaces them, and ends the tokens that the old one signed", async () => {
  const owner = new SignedClient(server.endpoint, FIRST);
  await owner.createContainer("db", "c");
  await owner.send("POST", "/dbs/db/users", { body: { id: "u" } });
  const { text } = await owner.send("POST", "/dbs/db/users/u/permissions", {
    body: { id: "p", permissionMode: "Read", resource: "dbs/db/colls/c" },
  });
  owner.close();
  const { _token } = JSON.parse(text) as { _token: string };
  const authorization = encodeURIComponent(_token);
  expect(await statusWith(THIRD, "GET", "/dbs/db/colls/c", { authorization })).toBe(200);

  writeKeys(`key=${SECOND}\nsecondary-key=${THIRD}\n`);
  process.kill(server.pid, "SIGHUP");
  await expect.poll(() => server.errors()).toContain("Other keys are in use now");
  expect(await statusWith(FIRST)).toBe(401);
  expect(await statusWith(READING)).toBe(401);
  expect(await statusWith(THIRD)).toBe(200);
  expect(await statusWith(THIRD, "GET", "/dbs/db/colls/c", { authorization })).toBe(401);
});

test("a file that is wrong changes nothing, and is not shown", async () => {
  writeKeys("secret");
  process.kill(server.pid, "SIGHUP");
  await expect.poll(() => server.errors()).toContain("The keys stay as they are");
  expect(await statusWith(SECOND)).toBe(200);
  for (const secret of [...KEYS, "secret"]) expect(server.errors()).not.toContain(secret);
});

test("no signal is needed", async () => {
  writeKeys(FIRST);
  await expect.poll(() => statusWith(FIRST)).toBe(200);
  expect(await statusWith(SECOND)).toBe(401);
});

test("a file that is not there, and one beside other keys", async () => {
  const missing = await runToEnd(["--memory", "--port", "0", "--key-file", join(folder, "missing")]);
  expect(missing).toMatchObject({ code: 1, errors: expect.stringMatching(/^There is no file .*missing\./) });
  const both = await runToEnd(["--memory", "--port", "0", "--key-file", path, "--key", FIRST]);
  expect(both).toMatchObject({ code: 1, errors: expect.stringMatching(/^With --key-file/) });
});
