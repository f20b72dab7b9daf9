import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readKnownTables } from "./files/known-tables.ts";
import { verifyFolder } from "./files/verify-folder.ts";
import { LevelStore } from "./level-store.ts";

const SPACE = 20;
const ROWS = 800;
const ROUND = { since: 1, now: () => 1, pause: async () => true };
let root: string;
let folder: string;
let notices: string[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "orrery-watch-"));
  folder = join(root, "store");
  notices = [];
  const store = await opened();
  for (let i = 0; i < ROWS; i += 100) {
    await store.transact("fill", async (transaction) => {
      for (let j = i; j < i + 100; j++) transaction.put(SPACE, keyOf(j), Buffer.alloc(50_000, j));
    });
  }
  await store.close();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const keyOf = (i: number) => Buffer.from(`row ${String(i).padStart(5, "0")}`);

/** No row has a seal of its own, as those of indexes. */
function opened(): Promise<LevelStore> {
  const notice = (sentence: string) => notices.push(sentence);
  return LevelStore.open({ folder, durability: "process", isSealedKind: () => false, notice });
}

function tablePaths(): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ldb"));
  return names.sort().map((name) => join(folder, name));
}

/** In the first block of rows of the first table. */
function flip(): string {
  const path = tablePaths()[0]!;
  const bytes = readFileSync(path);
  bytes[40]! ^= 1;
  writeFileSync(path, bytes);
  return path;
}

async function readableRows(store: LevelStore): Promise<number> {
  let rows = 0;
  for (let i = 0; i < ROWS; i++) {
    const value = await store.get(SPACE, keyOf(i)).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "corrupt" });
      return undefined;
    });
    if (value === undefined) continue;
    expect(value.equals(Buffer.alloc(50_000, i))).toBe(true);
    rows++;
  }
  return rows;
}

test("a start reads no table that is the same file as before", async () => {
  const whole = await verifyFolder(folder);
  expect(whole.tables.size).toBeGreaterThan(1);
  const known = await readKnownTables(folder);
  expect(known).toEqual(whole.tables);
  const again = await verifyFolder(folder, known);
  expect(again).toMatchObject({ damage: [], tables: whole.tables });
  expect(again.files).toBe(whole.files - whole.tables.size);
});

test("a table that was changed since is read, and the folder is refused", async () => {
  flip();
  await expect(opened()).rejects.toMatchObject({ code: "corrupt" });
});

test("a record that cannot be read is none", async () => {
  writeFileSync(join(folder, "tables.json"), "{}\n1\n");
  expect(await readKnownTables(folder)).toEqual(new Map());
  await (await opened()).close();
  expect((await readKnownTables(folder)).size).toBeGreaterThan(1);
});

test("rot that the file system knows nothing of is found while the store is open", async () => {
  const whole = new Date(1_700_000_000_000);
  for (const path of tablePaths()) utimesSync(path, whole, whole);
  await (await opened()).close();
  utimesSync(flip(), whole, whole);

  const store = await opened();
  expect(notices).toEqual([]);
  await store.verifyTables(ROUND);
  expect(notices).toMatchObject([/is damaged in .*\.ldb: the block of rows at byte 0 does not match/]);
  const rows = await readableRows(store);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(ROWS);
  await expect(store.scan(SPACE)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "corrupt" });
  await expect(store.transact("x", async (t) => t.put(SPACE, keyOf(0), Buffer.of(1)))).rejects.toMatchObject({
    code: "corrupt",
    message: /nothing is written until/,
  });
  // The next round says nothing new.
  await store.verifyTables(ROUND);
  expect(notices).toHaveLength(1);
  await store.close();
});

test("damage that was found once is not forgotten when a compaction removes the table", async () => {
  const store = await opened();
  const path = flip();
  await store.verifyTables(ROUND);
  expect(notices).toHaveLength(1);
  await store.close();
  // The table is whole again, as its successor would be.
  const bytes = readFileSync(path);
  bytes[40]! ^= 1;
  writeFileSync(path, bytes);
  await expect(opened()).rejects.toMatchObject({ code: "corrupt" });
});

test("a table is verified again only when it is time", async () => {
  const store = await opened();
  await store.verifyTables({ ...ROUND, since: 1, now: () => 1 });
  flip();
  await store.verifyTables({ ...ROUND, since: 1, now: () => 2 });
  expect(notices).toEqual([]);
  await store.verifyTables({ ...ROUND, since: 2, now: () => 3 });
  expect(notices).toHaveLength(1);
  await store.close();
});

test("a round that is stopped has not verified the rest", async () => {
  const store = await opened();
  let tables = 0;
  const pause = async () => ++tables < 2;
  await store.verifyTables({ ...ROUND, pause });
  expect(tables).toBe(2);
  await store.close();
});
