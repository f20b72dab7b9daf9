import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LevelRoom, RESERVE_FILE, ROOM_LIMITS } from "./level-room.ts";
import { LevelStore } from "./level-store.ts";

const GB = 1024 ** 3;
const MB = 1024 ** 2;
const { reserveBytes, openBytes } = ROOM_LIMITS;
/** Of the file that keeps room for opening, once something was written. */
const FIRST_BYTES = 3 * MB;

let folder: string;
let free: number;
let looks: number;
let nowMs: number;
let notices: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-room-"));
  [free, looks, nowMs, notices] = [10 * GB, 0, 0, []];
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const notice = (sentence: string) => void notices.push(sentence);

function newRoom(size = 100 * GB): LevelRoom {
  return new LevelRoom({ folder, now: () => nowMs, notice, freeBytes: async () => freeBytes(size) });
}

function freeBytes(size: number) {
  looks++;
  return { free, size };
}

function openStore(): Promise<LevelStore> {
  return LevelStore.open({
    folder,
    durability: "process",
    notice,
    freeBytes: async () => freeBytes(GB * 100),
  });
}

async function put(store: LevelStore, value: string): Promise<void> {
  await store.transact("l", async (transaction) =>
    transaction.put(1, Buffer.from("key"), Buffer.from(value)),
  );
}

async function read(store: LevelStore): Promise<string | undefined> {
  return (await store.get(1, Buffer.from("key")))?.toString();
}

function reservedBytes(): number {
  const path = join(folder, RESERVE_FILE);
  return existsSync(path) ? statSync(path).size : 0;
}

test("the disk is looked at once a second, and before much is written", async () => {
  const room = newRoom();
  for (let i = 0; i < 100; i++) await room.take(1000);
  expect(looks).toBe(1);
  nowMs = 1_000;
  await room.take(1000);
  expect(looks).toBe(2);
  for (let i = 0; i < 8; i++) await room.take(reserveBytes / 8);
  expect(looks).toBe(10);
  for (let i = 0; i < 8; i++) await room.take(reserveBytes / 16);
  expect(looks).toBe(14);
  await room.close();
});

test("writes are refused below the reserve, and go on above it", async () => {
  const room = newRoom();
  free = reserveBytes + FIRST_BYTES - 1;
  await expect(room.take(1)).rejects.toMatchObject({ code: "full", message: /free some space/ });
  await expect(room.take(1)).rejects.toMatchObject({ code: "full" });
  free++;
  // The database has to be opened anew, once.
  expect([await room.take(1), await room.take(1)]).toEqual([true, false]);
  expect(notices).toEqual([
    expect.stringMatching(/is full: 99.0 MB are free, and 99.0 MB are kept back/),
    expect.stringMatching(/has room again/),
  ]);
  await room.close();
});

test("a small disk keeps back a part of itself", async () => {
  const room = newRoom(16 * MB);
  // What is kept for opening counts too.
  free = (1 + 2) * MB;
  expect(await room.take(1)).toBe(false);
  await room.close();
  free = 1 * MB;
  nowMs = 1_000;
  expect(await room.take(1)).toBe(false);
  free--;
  nowMs = 2_000;
  await expect(room.take(1)).rejects.toMatchObject({ code: "full" });
  await room.close();
});

test("a file keeps the room for opening, and grows with what is written", async () => {
  const room = newRoom();
  await room.take(1);
  await room.close();
  expect(reservedBytes()).toBe(FIRST_BYTES);
  await room.take(2 * MB);
  await room.close();
  expect(reservedBytes()).toBe(4 * MB);
  for (let i = 0; i < 20; i++) await room.take(2 * MB);
  await room.close();
  expect(reservedBytes()).toBe(openBytes);
  await room.assertOpening();
  await room.giveWay();
  expect(reservedBytes()).toBe(0);
});

test("nothing is written that the file has no room to grow for", async () => {
  const room = newRoom();
  await room.take(MB);
  await room.close();
  free = reserveBytes;
  nowMs = 1_000;
  await expect(room.take(1)).rejects.toMatchObject({ code: "full" });
  expect(reservedBytes()).toBe(FIRST_BYTES);
  free += MB;
  await room.take(1);
  await room.close();
  expect(reservedBytes()).toBe(FIRST_BYTES + MB);
});

test("once it gave way, enough for the next opening is kept at once", async () => {
  const room = newRoom();
  await room.take(10 * MB);
  await room.giveWay();
  await room.opened();
  expect(reservedBytes()).toBe(MB);
});

test("what failed compactions left counts as free, and is removed before the database is opened anew", async () => {
  const store = await openStore();
  await put(store, "before");
  await store.close();
  const left = join(folder, "999999.ldb");
  writeFileSync(left, Buffer.alloc(1024));
  const before = readdirSync(folder);
  const room = newRoom();
  free = reserveBytes + FIRST_BYTES - 1024 - reservedBytes();
  // It may be the output of a compaction that is under way, until it is the same as before.
  await expect(room.take(1)).rejects.toMatchObject({ code: "full" });
  nowMs += 1_000;
  expect(await room.take(1)).toBe(true);
  await room.giveWay();
  expect(readdirSync(folder)).toEqual(
    before.filter((name) => name !== "999999.ldb" && name !== RESERVE_FILE),
  );
  const again = await openStore();
  expect(await read(again)).toBe("before");
  await again.close();
});

test("a store below the reserve is read, and not written until there is room", async () => {
  const store = await openStore();
  await put(store, "before");
  free = 0;
  const batches = vi.spyOn(ClassicLevel.prototype, "batch");
  await store.close();
  const full = await openStore();
  await expect(put(full, "refused")).rejects.toMatchObject({ code: "full" });
  // Nothing reached LevelDB.
  expect(batches).not.toHaveBeenCalled();
  expect(await read(full)).toBe("before");
  free = 10 * GB;
  await put(full, "after");
  expect(await read(full)).toBe("after");
  await full.close();
});

test("opening a store on a full disk takes the room that was kept for it", async () => {
  const store = await openStore();
  await put(store, "before");
  await store.close();
  expect(existsSync(join(folder, RESERVE_FILE))).toBe(true);
  const noRoom = Object.assign(new Error("IO error: 000007.ldb: No space left on device"), {
    code: "LEVEL_IO_ERROR",
  });
  const level = ClassicLevel.prototype as unknown as { _open(...given: unknown[]): Promise<void> };
  const { _open } = level;
  vi.spyOn(level, "_open").mockImplementation(function (this: ClassicLevel, ...given: unknown[]) {
    return existsSync(join(folder, RESERVE_FILE))
      ? Promise.reject(noRoom)
      : _open.apply(this as never, given);
  });
  const full = await openStore();
  expect(await read(full)).toBe("before");
  await full.close();
});
