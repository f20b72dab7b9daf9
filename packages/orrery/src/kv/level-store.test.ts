import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { describeKeyValueStore } from "./key-value.suite.ts";
import { LevelStore } from "./level-store.ts";
import { spaceKey } from "./space-key.ts";

const root = mkdtempSync(join(tmpdir(), "orrery-kv-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(root, `${++folders}`);

describeKeyValueStore("LevelStore", () => LevelStore.open({ folder: newFolder(), durability: "process" }));

const bytes = (text: string) => Buffer.from(text);

function put(store: LevelStore, key: string, value: string): Promise<void> {
  return store.transact(key, (transaction) => transaction.put(1, bytes(key), bytes(value)));
}

async function read(store: LevelStore, ...keys: string[]): Promise<(string | undefined)[]> {
  return (await store.getMany(1, keys.map(bytes))).map((value) => value?.toString());
}

test.each(["disk", "process"] as const)("finds its rows again, durability %s", async (durability) => {
  const folder = newFolder();
  const store = await LevelStore.open({ folder, durability });
  await put(store, "a", "1");
  await store.close();
  const again = await LevelStore.open({ folder, durability });
  expect(await read(again, "a")).toEqual(["1"]);
  await again.close();
});

test("reads many keys at once as it reads a few, also from a snapshot", async () => {
  const store = await LevelStore.open({ folder: newFolder(), durability: "process" });
  const keys = Array.from({ length: 1_000 }, (_, i) => bytes(`${i}`));
  await store.transact("fill", (transaction) => {
    for (const key of keys.slice(0, 700)) transaction.put(1, key, key);
  });
  const snapshot = store.snapshot();
  await put(store, "5", "changed");
  const expected = keys.map((key, i) => (i < 700 ? key : undefined));
  expect(await snapshot.getMany(1, keys)).toEqual(expected);
  expect(await store.getMany(1, keys)).toEqual(expected.with(5, bytes("changed")));
  snapshot.close();
  await store.close();
});

describe("folders that cannot be opened", () => {
  let folder: string;

  beforeEach(async () => {
    folder = newFolder();
    const store = await LevelStore.open({ folder, durability: "disk" });
    await put(store, "a", "1");
    await store.close();
  });

  const opening = () => LevelStore.open({ folder, durability: "disk" });

  test("held by another store", async () => {
    const holder = await opening();
    const message = `The data folder ${folder} is in use: stop the process that uses it, or choose another folder.`;
    await expect(opening()).rejects.toMatchObject({ code: "locked", message });
    await holder.close();
    await (await opening()).close();
  });

  test("without its CURRENT file, which is not taken for a new folder", async () => {
    rmSync(join(folder, "CURRENT"));
    const before = readdirSync(folder);
    await expect(opening()).rejects.toMatchObject({
      code: "corrupt",
      message: /is damaged \(CURRENT is missing\)/,
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  test("with a damaged manifest", async () => {
    const manifest = readdirSync(folder).find((name) => name.startsWith("MANIFEST"));
    truncateSync(join(folder, manifest as string), 10);
    await expect(opening()).rejects.toMatchObject({ code: "corrupt", message: /is damaged .*: restore it/ });
  });

  test("that are files", async () => {
    folder = newFolder();
    writeFileSync(folder, "");
    await expect(opening()).rejects.toMatchObject({ code: "unavailable", message: /not a directory/i });
  });

  test("in a place that is not there can be made", async () => {
    folder = join(newFolder(), "deep", "down");
    await (await opening()).close();
  });
});

describe("after a failed write", () => {
  const noRoom = Object.assign(new Error("IO error: 000003.log: No space left on device"), {
    code: "LEVEL_IO_ERROR",
  });
  let folder: string;
  let store: LevelStore;

  beforeEach(async () => {
    folder = newFolder();
    store = await LevelStore.open({ folder, durability: "disk" });
    await put(store, "a", "before");
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await store.close();
  });

  /** The next write of any database fails and writes nothing. */
  function failNextWrite(error: Error): void {
    const { batch } = ClassicLevel.prototype;
    vi.spyOn(ClassicLevel.prototype, "batch").mockImplementationOnce(function (this: ClassicLevel) {
      const failing = batch.call(this);
      failing.write = () => Promise.reject(error);
      return failing;
    } as typeof batch);
  }

  test("all transactions of the group are refused, reads go on, and the next write works", async () => {
    const snapshot = store.snapshot();
    failNextWrite(noRoom);
    await expect(put(store, "a", "failed")).rejects.toMatchObject({
      code: "full",
      message: /free some space/,
    });
    expect(await read(store, "a", "b")).toEqual(["before", undefined]);
    expect((await snapshot.get(1, bytes("a")))?.toString()).toBe("before");
    await put(store, "b", "after");
    expect(await read(store, "a", "b")).toEqual(["before", "after"]);
    await expect(snapshot.get(1, bytes("a"))).rejects.toMatchObject({ code: "unavailable" });
    snapshot.close();
  });

  test("other errors of the disk are told apart from a full one", async () => {
    failNextWrite(Object.assign(new Error("IO error: Input/output error"), { code: "LEVEL_IO_ERROR" }));
    await expect(put(store, "a", "failed")).rejects.toMatchObject({
      code: "unavailable",
      message: /Input\/output/,
    });
    await put(store, "a", "after");
    expect(await read(store, "a")).toEqual(["after"]);
  });

  test("a write that reached the log after all is undone before anybody reads it", async () => {
    failNextWrite(noRoom);
    const failed = store.transact("l", (transaction) => {
      transaction.put(1, bytes("a"), bytes("failed"));
      transaction.put(1, bytes("new"), bytes("failed"));
    });
    await expect(failed).rejects.toMatchObject({ code: "full" });
    // Stands for the C library, which pushes the rest of the record out when the log is closed.
    const { close } = ClassicLevel.prototype;
    vi.spyOn(ClassicLevel.prototype, "close").mockImplementationOnce(async function (this: ClassicLevel) {
      await close.call(this);
      const ghost = new ClassicLevel<Buffer, Buffer>(folder, {
        keyEncoding: "buffer",
        valueEncoding: "buffer",
      });
      for (const key of ["a", "new"]) await ghost.put(spaceKey(1, bytes(key)), bytes("failed"));
      await ghost.close();
    });
    const writing = put(store, "b", "after");
    expect(await read(store, "a", "new")).toEqual(["before", undefined]);
    await writing;
    expect(await read(store, "a", "new", "b")).toEqual(["before", undefined, "after"]);
    await store.close();
    store = await LevelStore.open({ folder, durability: "disk" });
    expect(await read(store, "a", "new", "b")).toEqual(["before", undefined, "after"]);
  });

  test("if it cannot be opened again, reads and writes fail until it can", async () => {
    failNextWrite(noRoom);
    await expect(put(store, "a", "failed")).rejects.toMatchObject({ code: "full" });
    const opens = vi.spyOn(ClassicLevel.prototype as unknown as { _open(): Promise<void> }, "_open");
    for (let i = 0; i < 3; i++) opens.mockRejectedValueOnce(noRoom);
    await expect(put(store, "b", "1")).rejects.toMatchObject({ code: "full" });
    await expect(read(store, "a")).rejects.toMatchObject({ code: "full" });
    expect(() => store.snapshot()).toThrow(expect.objectContaining({ code: "unavailable" }));
    await expect(put(store, "b", "2")).rejects.toMatchObject({ code: "full" });
    expect(await read(store, "a", "b")).toEqual(["before", undefined]);
    await put(store, "b", "3");
    expect(await read(store, "a", "b")).toEqual(["before", "3"]);
  });
});
