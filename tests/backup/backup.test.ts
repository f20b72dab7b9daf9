/** Backups of a running and of a stopped server, and what is restored from them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Container, CosmosClient } from "@azure/cosmos";
import { beforeEach, expect, test } from "vitest";
import { beside } from "../harness/beside.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const root = temporaryFolder("backup");
const data = join(root, "data");
const backups = join(root, "backups");
const restored = join(root, "restored");
const TIMEOUT_MS = 240_000;

interface Added {
  readonly name: string;
  readonly bytes: number;
  readonly newBytes: number;
  readonly removed: number;
}

beforeEach(() => {
  for (const folder of [data, backups, restored]) rmSync(folder, { recursive: true, force: true });
});

async function containerOf({ endpoint, key }: ServerProcess): Promise<Container> {
  const client = new CosmosClient({ endpoint, key });
  const { database } = await client.databases.createIfNotExists({ id: "db" });
  const { container } = await database.containers.createIfNotExists({
    id: "c",
    partitionKey: { paths: ["/pk"] },
  });
  return container;
}

/** Texts of chance, since tables are packed; 300 of them are more than LevelDB keeps in its buffer. */
function itemOf(i: number) {
  const payload = Array.from({ length: 4_000 }, () => Math.random().toString(36)).join("");
  return { id: `i${i}`, pk: `k${i % 3}`, n: i, payload };
}

async function backUp(...more: string[]): Promise<Added> {
  const { code, output, errors } = await runToEnd([
    "backup",
    "--data",
    data,
    "--to",
    backups,
    "--json",
    ...more,
  ]);
  expect(errors).toBe("");
  expect(code).toBe(0);
  return JSON.parse(output) as Added;
}

async function restore(...more: string[]): Promise<void> {
  rmSync(restored, { recursive: true, force: true });
  const { code, errors } = await runToEnd(["restore", "--from", backups, "--to", restored, ...more]);
  expect(errors).toBe("");
  expect(code).toBe(0);
}

async function countRestored(): Promise<number> {
  const { code, output } = await runToEnd(["check", "--data", restored]);
  expect(output).toMatch(/Everything agrees/);
  expect(code).toBe(0);
  return Number(/agrees: (\d+) items/.exec(output)![1]);
}

test("a server is backed up while it is written to, and later ones hold only what is new", {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await startProcess(["--data", data, "--durability", "process"]);
  const own = ["--endpoint", server.endpoint];
  const container = await containerOf(server);
  for (let i = 0; i < 300; i++) await container.items.create(itemOf(i));
  const first = await backUp(...own);
  expect(first.bytes).toBeGreaterThan(4_000_000);
  expect(first.newBytes).toBe(first.bytes);

  let created = 300;
  let isOver = false;
  const write = async () => {
    while (!isOver) await container.items.create(itemOf(created++));
  };
  const writing = beside(write());
  const second = await backUp(...own);
  isOver = true;
  await writing;
  expect(second.newBytes).toBeLessThan(second.bytes);
  expect(readdirSync(join(data, "checkpoints"))).toEqual([]);
  await server.end("SIGINT");

  await restore();
  const later = await countRestored();
  expect(later).toBeGreaterThanOrEqual(300);
  expect(later).toBeLessThanOrEqual(created);
  const moment = first.name.replace(/^(....)(..)(..)T(..)(..)(.*)$/, "$1-$2-$3T$4:$5:$6");
  await restore("--at", moment);
  expect(await countRestored()).toBe(300);
});

test("a stopped folder is backed up; old backups go, with what only they had", {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await startProcess(["--data", data]);
  await (await containerOf(server)).items.create(itemOf(1));
  await server.end("SIGINT");
  const first = await backUp();
  const second = await backUp("--keep", "1");
  expect(second.removed).toBe(1);
  expect(readdirSync(backups).sort()).toEqual([second.name, `${second.name}.json`, "tables"].sort());
  expect(second.name > first.name).toBe(true);
  await restore();
  expect(await countRestored()).toBe(1);
});

test("tables of a backup that another command is adding stay", { timeout: TIMEOUT_MS }, async () => {
  const server = await startProcess(["--data", data]);
  await (await containerOf(server)).items.create(itemOf(1));
  await server.end("SIGINT");
  await backUp();
  const begun = (agoMs: number) => {
    const name = new Date(Date.now() - agoMs).toISOString().replaceAll(/[-:]/g, "");
    mkdirSync(join(backups, name));
    return name;
  };
  const table = join(backups, "tables", "00000000-000099.ldb");
  writeFileSync(table, "of the other backup");
  const other = begun(60_000);
  await backUp("--keep", "1");
  expect(existsSync(table)).toBe(true);
  // The other command was interrupted, and what is left of it goes after a while.
  rmSync(join(backups, other), { recursive: true });
  const interrupted = begun(25 * 3_600_000);
  await backUp("--keep", "1");
  expect(existsSync(table)).toBe(false);
  expect(existsSync(join(backups, interrupted))).toBe(false);
});

test("a damaged backup is not restored, and a damaged folder not backed up", {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await startProcess(["--data", data]);
  await (await containerOf(server)).items.create(itemOf(1));
  await server.end("SIGINT");
  const { name } = await backUp();
  const log = readdirSync(join(backups, name)).find(
    (file) => file.endsWith(".log") && statSync(join(backups, name, file)).size > 0,
  );
  const manifest = readdirSync(join(backups, name)).find((file) => file.startsWith("MANIFEST"))!;
  flip(join(backups, name, log ?? manifest));
  const refused = await runToEnd(["restore", "--from", backups, "--to", restored]);
  expect(refused.code).toBe(1);
  expect(refused.errors).toMatch(/is damaged: it does not match its checksum\.\n$/);
  expect(readdirSync(root)).not.toContain("restored");

  const current = readdirSync(join(data, "leveldb")).find((file) => file.startsWith("MANIFEST"))!;
  flip(join(data, "leveldb", current));
  const { code, errors } = await runToEnd(["backup", "--data", data, "--to", join(root, "other")]);
  expect(code).toBe(1);
  expect(errors).toMatch(/\.\n$/);
  expect(errors).not.toMatch(/ at .*:\d+/);
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(path, bytes);
}
