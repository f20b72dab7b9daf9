/** What stands in a server's way: one plain sentence on standard error, a non-zero exit, and no stack. */
import { cpSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ClassicLevel } from "classic-level";
import { beforeAll, describe, expect, test } from "vitest";
import { type Finished, runToEnd, spawnCommand, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const folder = temporaryFolder("command-line");
const KEY_A = { "x-ms-documentdb-partitionkey": '["a"]' };

function expectSentence({ code, output, errors }: Finished, ...words: string[]): void {
  expect([code, output]).toEqual([1, ""]);
  expect(errors).toMatch(/^[^\n]+[.]\n$/);
  expect(errors).not.toMatch(/\n\s+at /);
  for (const word of words) expect(errors).toContain(word);
}

/** A folder with one item in it, whose server has been stopped. */
async function filledFolder(name: string): Promise<string> {
  const data = join(folder, name);
  const server = await startProcess(["--data", data, "--log-level", "error"]);
  const client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
  const body = { id: "1", pk: "a", text: "x".repeat(10_000) };
  expect((await client.send("POST", "/dbs/db/colls/c/docs", { headers: KEY_A, body })).status).toBe(201);
  client.close();
  expect(await server.end("SIGINT")).toEqual({ code: 0, signal: null });
  return data;
}

describe("starting", () => {
  test("on a busy port", async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port)),
    );
    expectSentence(await runToEnd(["--memory", "--port", String(port)]), `Port ${port}`, "in use", "--port");
    other.close();
  });

  test("in a folder that another process holds", async () => {
    const data = join(folder, "held");
    const holder = await startProcess(["--data", data]);
    for (const args of [
      ["serve", "--port", "0", "--data", data],
      ["check", "--data", data],
    ]) {
      expectSentence(await runToEnd(args), data, "in use");
    }
    expect(await holder.end("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  test("in a folder that is a file", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const args of [
      ["--port", "0", "--data", file],
      ["check", "--data", file],
    ]) {
      expectSentence(await runToEnd(args), file, "is not a folder", "--data");
    }
  });

  test("with a certificate that is not there, or is none", async () => {
    const file = join(folder, "certificate.pem");
    const args = ["--memory", "--port", "0", "--cert", file, "--cert-key", file];
    expectSentence(await runToEnd(args), `There is no file ${file}.`);
    writeFileSync(file, "-----BEGIN NONSENSE-----");
    expectSentence(await runToEnd(args), file, "PEM");
  });

  test.each([
    ["an unknown flag", ["--colour", "red"], "--colour"],
    ["a flag without its value", ["--port"], "--port"],
    ["a port that is none", ["--port", "seventy"], "0 to 65535"],
    ["an unknown durability", ["--durability", "tape"], "disk or process"],
    ["an unknown consistency level", ["--consistency", "Perfect"], "Strong, BoundedStaleness, Session"],
    ["a key that is no base64", ["--memory", "--port", "0", "--key", "!"], "base64"],
    ["half of a certificate", ["--cert", "x.pem"], "--cert-key"],
    ["a surplus word", ["serve", "now"], "now"],
    ["checking a folder that is not there", ["check", "--data", join(folder, "absent")], "--data"],
    ["checking a folder without data", ["check", "--data", folder], "There is no data of Orrery in"],
    ["memory and a folder", ["--memory", "--data", join(folder, "beside")], "--memory and --data"],
    ["an endpoint where nobody is", ["advise", "--items", "http://127.0.0.1:9/db/c"], "cannot be reached"],
    ["restoring from nothing", ["restore", "--from", join(folder, "absent"), "--list"], "--from"],
    ["items that are not there", ["advise", "--items", "absent.json"], "There is no file absent.json."],
  ])("with %s", async (_, args, word) => {
    expectSentence(await runToEnd(args), word);
  });

  test("with an unknown command", async () => {
    const { code, errors } = await runToEnd(["fly"]);
    expect([code, errors]).toEqual([2, "There is no command 'fly'. See orrery --help.\n"]);
  });

  test("with a wrong environment variable", async () => {
    expectSentence(await runToEnd([], { environment: { ORRERY_MEMORY: "perhaps" } }), "ORRERY_MEMORY");
    expectSentence(
      await runToEnd([], { environment: { ORRERY_CONSISTENCY: "Perfect" } }),
      "ORRERY_CONSISTENCY",
    );
  });
});

describe("a folder", () => {
  let original: string;
  beforeAll(async () => {
    original = await filledFolder("original");
  });

  function copy(name: string): string {
    cpSync(original, join(folder, name), { recursive: true });
    return join(folder, name);
  }

  /** Neither command may start on it, and neither may change it. */
  async function expectRefused(data: string, ...words: string[]): Promise<void> {
    for (const args of [
      ["serve", "--port", "0", "--data", data],
      ["check", "--data", data],
    ]) {
      expectSentence(await runToEnd(args), ...words);
    }
  }

  async function expectDamage(data: string, file: RegExp): Promise<void> {
    expectSentence(await runToEnd(["serve", "--port", "0", "--data", data]), data, "is damaged in", "backup");
    const { code, output, errors } = await runToEnd(["check", "--data", data]);
    expect([code, errors]).toEqual([1, ""]);
    expect(output).toMatch(file);
    expect(output).toContain("The files are damaged in ");
  }

  test("that agrees with itself passes the check", async () => {
    const { code, output, errors } = await runToEnd(["check", "--data", original]);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain("Everything agrees: 1 items");
  });

  test("of a newer version", async () => {
    const data = copy("newer");
    await rewriteFormat(join(data, "leveldb"));
    await expectRefused(data, "newer version");
  });

  test("without its CURRENT file", async () => {
    const data = copy("headless");
    rmSync(join(data, "leveldb", "CURRENT"));
    await expectDamage(data, /CURRENT: it is missing\./);
    expect(readdirSync(join(data, "leveldb")).some((name) => /\.(log|ldb)$/.test(name))).toBe(true);
  });

  test("with a damaged CURRENT file", async () => {
    const data = copy("misled");
    writeFileSync(join(data, "leveldb", "CURRENT"), "MANIFEST-999999\n");
    await expectDamage(data, /MANIFEST-999999: it is missing\./);
  });

  test("with a damaged manifest", async () => {
    const data = copy("manifest");
    const manifest = readdirSync(join(data, "leveldb")).find((name) => name.startsWith("MANIFEST"))!;
    writeFileSync(join(data, "leveldb", manifest), Buffer.alloc(100, 0xff));
    await expectDamage(data, /MANIFEST-\d+: none of its records is whole\./);
  });

  test("whose table is cut short", async () => {
    const data = copy("cut");
    const tables = readdirSync(join(data, "leveldb")).filter((name) => name.endsWith(".ldb"));
    // The restart of the check above has moved the log into a table.
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) {
      const path = join(data, "leveldb", table);
      truncateSync(path, Math.floor(statSync(path).size / 2));
    }
    await expectDamage(data, /\.ldb: it has \d+ bytes and should have \d+\./);
  });
});

/** Says that a newer version has been here. */
async function rewriteFormat(store: string): Promise<void> {
  const database = new ClassicLevel<Buffer, Buffer>(store, {
    keyEncoding: "buffer",
    valueEncoding: "buffer",
  });
  let changed = 0;
  for await (const [key, value] of database.iterator()) {
    if (value.toString().startsWith('{"dataFormat":')) {
      await database.put(key, Buffer.from('{"dataFormat":1000}'));
      changed++;
    }
  }
  await database.close();
  expect(changed).toBe(1);
}

describe("stopping", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s closes cleanly, and the data is there again",
    async (signal) => {
      const data = join(folder, signal);
      const first = await startProcess(["--data", data]);
      const client = new SignedClient(first.endpoint, first.key);
      expect((await client.send("POST", "/dbs", { body: { id: signal } })).status).toBe(201);
      // The kept-alive connection of the client does not hold the server up.
      expect(await first.end(signal)).toEqual({ code: 0, signal: null });
      client.close();
      const second = await startProcess(["--data", data]);
      const again = new SignedClient(second.endpoint, second.key);
      expect((await again.send("GET", `/dbs/${signal}`)).status).toBe(200);
      again.close();
      expect(await second.end(signal)).toEqual({ code: 0, signal: null });
    },
  );

  test("finishes what is under way", async () => {
    const data = join(folder, "under-way");
    const server = await startProcess(["--data", data, "--log-level", "error"]);
    const client = new SignedClient(server.endpoint, server.key, 64);
    await client.createContainer("db", "c");
    const writes = Array.from({ length: 64 }, (_, i) =>
      client
        .send("POST", "/dbs/db/colls/c/docs", { headers: KEY_A, body: { id: String(i), pk: "a" } })
        .then(({ status }) => ({ id: i, status }))
        .catch(() => ({ id: i, status: 0 })),
    );
    // One answer shows that requests have arrived; then the server is told to stop among them.
    await Promise.race(writes);
    expect(await server.end("SIGINT")).toEqual({ code: 0, signal: null });
    const answers = await Promise.all(writes);
    client.close();
    expect(server.errors()).toBe("");
    expect(answers.filter(({ status }) => status !== 0 && status !== 201)).toEqual([]);
    const check = await runToEnd(["check", "--data", data]);
    expect(check.code).toBe(0);
    const kept = Number(/Everything agrees: (\d+) items/.exec(check.output)?.[1]);
    expect(kept).toBeGreaterThanOrEqual(answers.filter(({ status }) => status === 201).length);
  });
});

describe("what is printed", () => {
  test("the endpoint, the key, a connection string, and last that it is ready", async () => {
    const child = spawnCommand(["--memory", "--port", "0"]);
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout!)) {
      lines.push(line);
      if (line.includes("ready")) break;
    }
    child.kill("SIGINT");
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(lines.join("\n"))![0];
    expect(lines.at(-1)).toBe(`Orrery is ready on ${url}`);
    expect(lines.join("\n")).toContain(`AccountEndpoint=${url}/;AccountKey=`);
  });

  test.each(["--help", "serve --help", "check --help"])("orrery %s", async (line) => {
    const { code, output, errors } = await runToEnd(line.split(" "));
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toMatch(/^orrery (serve|check): /);
    expect(output).toContain("--data");
  });
});
