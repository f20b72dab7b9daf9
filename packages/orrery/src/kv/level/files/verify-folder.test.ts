import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeCloseMark } from "./close-mark.ts";
import { TableFile } from "./table-file.ts";
import { verifyFolder } from "./verify-folder.ts";

const root = mkdtempSync(join(tmpdir(), "orrery-level-files-"));
const whole = join(root, "whole");
const ROWS = 3_000;
const keyOf = (i: number) => `key-${String(i).padStart(6, "0")}`;

let copies = 0;
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Several tables, a log and a deleted row. */
beforeAll(async () => {
  const database = new ClassicLevel(whole, { writeBufferSize: 64 * 1024, compression: true });
  for (let i = 0; i < ROWS; i++) await database.put(keyOf(i), `value ${i} `.repeat(5));
  // Waits for what goes on in the background: it would leave tables behind that are not in use.
  await database.compactRange(keyOf(0), keyOf(ROWS));
  await database.del(keyOf(7));
  for (let i = 0; i < 20; i++) await database.put(keyOf(i), "new");
  await database.close();
});

function copy(): string {
  const folder = join(root, `${++copies}`);
  cpSync(whole, folder, { recursive: true });
  return folder;
}

function fileOf(folder: string, pattern: RegExp): string {
  const names = readdirSync(folder).filter(
    (name) => pattern.test(name) && statSync(join(folder, name)).size > 0,
  );
  return join(folder, names.at(-1)!);
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

test("a folder as LevelDB wrote it is whole", async () => {
  const report = await verifyFolder(whole);
  expect(report).toMatchObject({ damage: [], torn: [] });
  expect(report.files).toBeGreaterThan(2);
});

test("a folder that is not there, or empty, is whole", async () => {
  expect(await verifyFolder(join(root, "nowhere"))).toMatchObject({ damage: [], files: 0 });
});

test("every byte of a table but the padding of its end is guarded", async () => {
  const path = fileOf(whole, /\.ldb$/);
  const bytes = readFileSync(path);
  const whereHarmless: number[] = [];
  for (let at = 0; at < bytes.length; at += at < bytes.length - 60 ? 97 : 1) {
    bytes[at]! ^= 1;
    if (new TableFile(bytes).damage().length === 0) whereHarmless.push(bytes.length - at);
    bytes[at]! ^= 1;
  }
  expect(whereHarmless.every((fromEnd) => fromEnd > 8 && fromEnd <= 48)).toBe(true);
});

test("rows of a damaged block are named by their keys", async () => {
  const folder = copy();
  const table = fileOf(folder, /\.ldb$/);
  flip(table, 100);
  const { damage } = await verifyFolder(folder);
  expect(damage).toMatchObject([
    {
      file: table.slice(folder.length + 1),
      finding: "the block of rows at byte 0 does not match its checksum",
    },
  ]);
  const { from, last } = damage[0]!.keys!;
  expect(from < last).toBe(true);
});

test.each([
  ["its end", (size: number) => size - 1],
  ["its index", (size: number) => size - 60],
])("all rows of a table are found without %s", (_, where) => {
  const bytes = readFileSync(fileOf(whole, /\.ldb$/));
  const keysOf = ({ rows }: ReturnType<TableFile["rescue"]>) => [...rows].map(({ key }) => key.toString());
  const before = new TableFile(bytes).rescue();
  expect(before.lost).toEqual([]);
  const keys = keysOf(before);
  expect(keys.length).toBeGreaterThan(100);
  bytes[where(bytes.length)]! ^= 1;
  expect(new TableFile(bytes).damage()).toHaveLength(1);
  const rescued = new TableFile(bytes).rescue();
  expect(rescued.lost).toEqual([]);
  expect(keysOf(rescued)).toEqual(keys);
});

test("rows of other blocks are found where one is damaged", () => {
  const bytes = readFileSync(fileOf(whole, /\.ldb$/));
  const all = [...new TableFile(bytes).rescue().rows].length;
  bytes[100]! ^= 1;
  const { rows, lost } = new TableFile(bytes).rescue();
  expect([...rows].length).toBeLessThan(all);
  expect(lost).toHaveLength(1);
});

test("a missing table and a table cut short are told", async () => {
  const folder = copy();
  rmSync(fileOf(folder, /\.ldb$/));
  expect((await verifyFolder(folder)).damage).toMatchObject([{ finding: "it is missing" }]);
  const other = copy();
  truncateSync(fileOf(other, /\.ldb$/), 1_000);
  expect((await verifyFolder(other)).damage).toMatchObject([
    { finding: /^it has 1000 bytes and should have/ },
  ]);
});

test("a missing log is told", async () => {
  const folder = copy();
  rmSync(fileOf(folder, /\.log$/));
  expect((await verifyFolder(folder)).damage).toMatchObject([{ finding: "it is missing" }]);
});

test.each([
  ["CURRENT", 3],
  ["CURRENT", 12],
  ["MANIFEST", 20],
  ["MANIFEST", 5],
])("a changed byte of %s is told", async (name, at) => {
  const folder = copy();
  flip(fileOf(folder, new RegExp(`^${name}`)), at);
  expect((await verifyFolder(folder)).damage).toHaveLength(1);
});

test("a log that was cut is a torn one, unless the database was closed in order", async () => {
  const folder = copy();
  const log = fileOf(folder, /\.log$/);
  truncateSync(log, statSync(log).size - 3);
  expect(await verifyFolder(folder)).toMatchObject({
    damage: [],
    torn: [{ file: log.slice(folder.length + 1) }],
  });

  const closed = copy();
  await writeCloseMark(closed);
  expect(await verifyFolder(closed)).toMatchObject({ damage: [], torn: [] });
  const cut = fileOf(closed, /\.log$/);
  truncateSync(cut, statSync(cut).size - 3);
  expect(await verifyFolder(closed)).toMatchObject({
    damage: [{ finding: /when the database was closed$/ }],
    torn: [],
  });
});

test("a mark of an earlier state, or a damaged one, does not count", async () => {
  const folder = copy();
  await writeCloseMark(folder);
  const database = new ClassicLevel(folder);
  await database.put("more", "1");
  await database.close();
  expect(await verifyFolder(folder)).toMatchObject({ damage: [], torn: [] });
  await writeCloseMark(folder);
  flip(join(folder, "closed.json"), 40);
  expect(await verifyFolder(folder)).toMatchObject({ damage: [], torn: [] });
});
