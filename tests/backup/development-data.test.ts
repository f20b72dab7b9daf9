/**
 * Data of development versions, which were never published: every command refuses it with one sentence, and leaves it as
 * it is.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { ClassicLevel } from "classic-level";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresServer } from "../harness/postgres-server.ts";
import { type Finished, runToEnd, startProcess } from "../harness/server-process.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const root = temporaryFolder("development-data");
/** The catalogue's row that states the format: space 0, kind 0. */
const FORMAT_KEY = Buffer.alloc(5);
const postgres = await PostgresServer.start("the refusal of a development version's tables");

function expectRefused({ code, output, errors }: Finished, ...words: string[]): void {
  expect([code, output]).toEqual([1, ""]);
  expect(errors).toMatch(/^[^\n]+[.]\n$/);
  for (const word of ["was written by a development version of Orrery", "'orrery export'", ...words])
    expect(errors).toContain(word);
}

async function writeStore(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new ClassicLevel<Buffer, Buffer>(folder, {
    keyEncoding: "buffer",
    valueEncoding: "buffer",
  });
  await database.put(FORMAT_KEY, Buffer.from('{"format":4}'));
  await database.close();
}

/** Every file with its content and the time of its last change. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const found = statSync(path);
      const content = found.isDirectory() ? "folder" : readFileSync(path).toString("base64");
      return [name, `${found.mtimeMs} ${content}`];
    }),
  );
}

test("a data folder is refused by every command, and stays as it is", async () => {
  const old = join(root, "old");
  await writeStore(join(old, "store"));
  const before = contentOf(old);
  const to = join(root, "new");
  for (const args of [
    ["--port", "0", "--data", old],
    ["check", "--data", old],
    ["backup", "--data", old, "--to", to],
    ["copy", "--from", old, "--to", to],
    ["repair", "--data", old, "--to", to],
  ]) {
    expectRefused(await runToEnd(args), `The data in ${old} `, "a new folder");
    expect(existsSync(to), args[0]).toBe(false);
  }
  expect(contentOf(old)).toEqual(before);
});

test("development rows in a current folder are refused", async () => {
  const data = join(root, "moved");
  await writeStore(join(data, "store"));
  renameSync(join(data, "store"), join(data, "leveldb"));
  for (const command of [["--port", "0"], ["check"]]) {
    expectRefused(await runToEnd([...command, "--data", data]), "The data (format 4) ");
  }
});

test("a backup is restored, listed and added to by no command", async () => {
  const backups = join(root, "backups");
  const name = "20261116T220501.250Z.json";
  mkdirSync(join(backups, "tables"), { recursive: true });
  const json = JSON.stringify({ format: 1, takenAt: "2026-11-16T22:05:01.250Z", files: [] });
  writeFileSync(join(backups, name), `${json}\n${crc32(json)}\n`);
  const data = join(root, "current");
  expect(await (await startProcess(["--data", data])).end("SIGTERM")).toEqual({ code: 0, signal: null });
  const names = () => readdirSync(backups, { recursive: true }).sort();
  const before = [names(), readFileSync(join(backups, name), "utf8")];
  const to = join(root, "restored");
  for (const args of [
    ["restore", "--from", backups, "--to", to],
    ["restore", "--from", backups, "--list"],
    ["backup", "--data", data, "--to", backups],
  ]) {
    expectRefused(
      await runToEnd(args),
      `The backup ${join(backups, name)} `,
      "Restore it and export its items",
    );
  }
  expect([names(), readFileSync(join(backups, name), "utf8")]).toEqual(before);
  expect(existsSync(to)).toBe(false);
});

describe.skipIf(postgres === undefined)("tables in PostgreSQL", () => {
  let url: string;
  beforeAll(async () => {
    url = await postgres!.newDatabase();
    await postgres!.run(
      "CREATE SCHEMA orrery; CREATE TABLE orrery.store AS SELECT true AS id, 3 AS version, 7::bigint AS term",
      url,
    );
  });
  afterAll(() => postgres?.stop());

  test("are refused by every command, and stay as they are", async () => {
    const to = join(root, "copied");
    for (const args of [
      ["--port", "0", "--store", url],
      ["--port", "0", "--store", url, "--node", "http://127.0.0.1:0"],
      ["check", "--store", url],
      ["copy", "--from", url, "--to", to],
      ["copy", "--from", join(root, "current"), "--to", url],
    ]) {
      expectRefused(await runToEnd(args), "another database");
    }
    expect(existsSync(to)).toBe(false);
    const { rows } = await postgres!.run("SELECT * FROM orrery.store", url);
    expect(rows).toEqual([{ id: true, version: 3, term: "7" }]);
    const { rows: tables } = await postgres!.run(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'orrery'",
      url,
    );
    expect(tables).toEqual([{ table_name: "store" }]);
  });
});
