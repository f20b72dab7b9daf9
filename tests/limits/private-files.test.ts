/** What the command writes belongs to its user alone, whatever the umask; a data folder with wider rights is reported. */
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startOrrery } from "orrerydb";
import { describe, expect, test } from "vitest";
import { runToEnd, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

/** Each file and folder with rights for others. */
function open(folder: string): string[] {
  return ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]
    .map((name) => join(folder, name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => `${path} ${(statSync(path).mode & 0o777).toString(8)}`);
}

describe.skipIf(process.platform === "win32")("where files have modes", () => {
  test.each([0o022, 0o000])("with the umask %i", { timeout: 120_000 }, async (umask) => {
    const root = temporaryFolder("private");
    const made = join(root, "made");
    const data = join(made, "data");
    const before = process.umask(umask);
    try {
      const server = await startProcess(["--data", data]);
      const client = new SignedClient(server.endpoint, server.key);
      await client.createContainer("db", "c");
      const headers = { "x-ms-documentdb-partitionkey": '["k"]' };
      await client.send("POST", "/dbs/db/colls/c/docs", { headers, body: { id: "1", pk: "k" } });
      // The certificate is made now.
      await fetch(`${server.endpoint}/_explorer/emulator.pem`);
      const account = ["--endpoint", server.endpoint];
      const commands = [
        ["backup", "--data", data, "--to", join(made, "backups"), ...account],
        ["export", "db/c", "--out", join(made, "items.ndjson"), ...account],
      ];
      for (const command of commands) {
        const { code, errors } = await runToEnd(command);
        expect([code, errors]).toEqual([0, ""]);
      }
      const out = join(made, "recording.jsonl");
      const recorded = runToEnd(["record", "--out", out, "--operations", "1", ...account]);
      let isRecording = true;
      void recorded.finally(() => (isRecording = false));
      const upsert = { ...headers, "x-ms-documentdb-is-upsert": "True" };
      while (isRecording)
        await client.send("POST", "/dbs/db/colls/c/docs", { headers: upsert, body: { id: "1", pk: "k" } });
      expect(await recorded).toMatchObject({ code: 0, errors: "" });
      client.close();
      await server.end("SIGTERM");
      expect(server.errors()).not.toContain("other users");
      const restored = await runToEnd([
        "restore",
        "--from",
        join(made, "backups"),
        "--to",
        join(made, "restored"),
      ]);
      expect([restored.code, restored.errors]).toEqual([0, ""]);
    } finally {
      process.umask(before);
    }
    expect(readdirSync(made).sort()).toEqual([
      "backups",
      "data",
      "items.ndjson",
      "recording.jsonl",
      "restored",
    ]);
    expect(open(made)).toEqual([]);
  });

  test("with workers and a seed", { timeout: 120_000 }, async () => {
    const root = temporaryFolder("private-workers");
    const seed = join(root, "seed.json");
    writeFileSync(seed, '{"db":{"c":{"partitionKey":"/pk","items":[{"id":"1","pk":"k"}]}}}');
    const data = join(root, "data");
    const before = process.umask(0o022);
    try {
      const server = await startProcess(["--data", data, "--seed", seed], {
        environment: { ORRERY_WORKERS: "2" },
      });
      const client = new SignedClient(server.endpoint, server.key);
      const headers = { "x-ms-documentdb-partitionkey": '["k"]' };
      expect((await client.send("GET", "/dbs/db/colls/c/docs/1", { headers })).status).toBe(200);
      client.close();
      // While it runs: what workers need is among the files.
      expect(open(data)).toEqual([]);
      await server.end("SIGTERM");
    } finally {
      process.umask(before);
    }
    expect(open(data)).toEqual([]);
  });

  test("a program that embeds the server keeps its umask, and the folders are its own", async () => {
    const root = temporaryFolder("private-embedded");
    const before = process.umask(0o022);
    try {
      const orrery = await startOrrery({ data: join(root, "outer", "data") });
      await orrery.client().databases.create({ id: "db" });
      await orrery.stop();
      expect(process.umask()).toBe(0o022);
    } finally {
      process.umask(before);
    }
    for (const folder of ["outer", join("outer", "data")])
      expect(statSync(join(root, folder)).mode & 0o777, folder).toBe(0o700);
  });

  test("a data folder with wider rights is reported once, with the command that closes it", async () => {
    const data = join(temporaryFolder("wide"), "data");
    await (await startProcess(["--data", data])).end("SIGTERM");
    chmodSync(data, 0o755);
    const server = await startProcess(["--data", data]);
    await server.end("SIGTERM");
    expect(server.errors().match(/accessible to other users of this machine \(mode 0755\)/g)).toHaveLength(1);
    expect(server.errors()).toContain(`chmod -R go= '${data}'`);
    const silent = await startProcess(["--data", data, "--log-level", "error"]);
    await silent.end("SIGTERM");
    expect(silent.errors()).toBe("");
  });
});
