/** `check` and `backup` of a data folder that their user can only read, and what a server says of one. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runToEnd, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const COMMAND = fileURLToPath(new URL("../../packages/orrery/dist/cli/main.cjs", import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Rights mean nothing to root, who becomes another user for the commands. */
const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const canTest = process.platform !== "win32";
if (!canTest) console.warn("SKIPPED: read-only data folders are not tested, because Windows has no modes.");

function run(args: readonly string[], home: string) {
  const result = spawnSync(process.execPath, [COMMAND, ...args], {
    ...asUser,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: tmpdir() },
  });
  return { code: result.status, output: result.stdout, errors: result.stderr };
}

async function readOnlyData(root: string): Promise<string> {
  const data = join(root, "data");
  const server = await startProcess(["--data", data]);
  const client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
  const headers = { "x-ms-documentdb-partitionkey": '["k"]' };
  for (let i = 0; i < 200; i++) {
    const body = { id: `${i}`, pk: "k", text: "x".repeat(50_000) };
    expect((await client.send("POST", "/dbs/db/colls/c/docs", { headers, body })).status).toBe(201);
  }
  client.close();
  await server.end("SIGTERM");
  setModes(root, data);
  return data;
}

function setModes(root: string, data: string): void {
  chmodSync(root, 0o755);
  for (const name of readdirSync(data, { recursive: true, encoding: "utf8" }))
    chmodSync(join(data, name), 0o444);
  for (const folder of [data, join(data, "leveldb")]) chmodSync(folder, 0o555);
}

test.skipIf(!canTest)("check, backup, and a refusal to serve", { timeout: 120_000 }, async () => {
  const root = temporaryFolder("closed");
  const data = await readOnlyData(root);
  const own = join(root, "own");
  mkdirSync(own);
  if (isRoot) chownSync(own, NOBODY, NOBODY);
  try {
    const checked = run(["check", "--data", data], own);
    expect(checked).toMatchObject({ code: 0, errors: "" });
    expect(checked.output).toContain("Everything agrees: 200 items");
    const backups = join(own, "backups");
    const first = run(["backup", "--data", data, "--to", backups, "--json"], own);
    expect(first).toMatchObject({ code: 0, errors: "" });
    const second = run(["backup", "--data", data, "--to", backups, "--json"], own);
    expect(JSON.parse(second.output).newBytes).toBeLessThan(JSON.parse(first.output).newBytes);
    const copy = join(root, "copy");
    cpSync(backups, copy, { recursive: true });
    const restored = await runToEnd(["restore", "--from", copy, "--to", join(root, "restored")]);
    expect([restored.code, restored.errors]).toEqual([0, ""]);
    expect((await runToEnd(["check", "--data", join(root, "restored")])).output).toContain("200 items");
    const served = run(["serve", "--port", "0", "--data", data], own);
    expect(served.code).toBe(1);
    expect(served.errors).toContain(`The data folder ${data} cannot be written to.`);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("orrery-read-only-"))).toEqual([]);
  } finally {
    for (const folder of [data, join(data, "leveldb")]) chmodSync(folder, 0o755);
  }
});
