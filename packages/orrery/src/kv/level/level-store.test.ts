import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { describeKeyValueStore } from "../key-value.suite.ts";
import type { Row, ScanOptions } from "../key-value-store.ts";
import { spaceKey } from "../space-key.ts";
import { LevelStore } from "./level-store.ts";
import { RescuedStore } from "./rescued-store.ts";

const root = mkdtempSync(join(tmpdir(), "orrery-kv-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(root, `${++folders}`);

describeKeyValueStore("LevelStore", () => LevelStore.open({ folder: newFolder(), durability: "process" }));
describeKeyValueStore("LevelStore without seals", () =>
  LevelStore.open({ folder: newFolder(), durability: "process", isSealedKind: () => false }),
);

const bytes = (text: string) => Buffer.from(text);

function put(store: LevelStore, key: string, value: string): Promise<void> {
  return store.transact(key, async (transaction) => transaction.put(1, bytes(key), bytes(value)));
}

async function read(store: LevelStore, ...keys: string[]): Promise<(string | undefined)[]> {
  return (await store.getMany(1, keys.map(bytes))).map((value) => value?.toString());
}

async function rowsOf(store: LevelStore, options: ScanOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of store.scan(1, options)) rows.push(...chunk);
  return rows;
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

test("opens after a power cut that tore the last record of the manifest", async () => {
  const folder = newFolder();
  const found = newFolder();
  const store = await LevelStore.open({ folder, durability: "disk" });
  await put(store, "a", "1");
  cpSync(folder, found, { recursive: true });
  await store.close();
  const manifest = readdirSync(found).find((name) => name.startsWith("MANIFEST-"))!;
  // Of the length that it says, but of its sectors not all were written.
  appendFileSync(
    join(found, manifest),
    Buffer.from("0102030408000100000000000000000000", "hex").subarray(0, 15),
  );
  const notices: string[] = [];
  const again = await LevelStore.open({
    folder: found,
    durability: "disk",
    notice: (sentence) => notices.push(sentence),
  });
  expect(await read(again, "a")).toEqual(["1"]);
  expect(notices).toEqual([expect.stringContaining(`The last 15 bytes of ${join(found, manifest)}`)]);
  await again.close();
});

test("reads many keys at once as it reads a few, also from a snapshot", async () => {
  const store = await LevelStore.open({ folder: newFolder(), durability: "process" });
  const keys = Array.from({ length: 1_000 }, (_, i) => bytes(`${i}`));
  await store.transact("fill", async (transaction) => {
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
      message: /is damaged in CURRENT: it is missing/,
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  test("with a damaged manifest", async () => {
    const manifest = readdirSync(folder).find((name) => name.startsWith("MANIFEST"));
    truncateSync(join(folder, manifest as string), 10);
    await expect(opening()).rejects.toMatchObject({
      code: "corrupt",
      message: /is damaged in MANIFEST-\d+: it has 10 bytes and had \d+/,
    });
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

describe("a row that is not what was written", () => {
  let folder: string;

  /** As the files of LevelDB hold it, with checksums that match: a compaction may have copied what was damaged. */
  async function rewrite(key: string, change: (stored: Buffer | undefined) => Buffer): Promise<void> {
    const options = { keyEncoding: "buffer", valueEncoding: "buffer" } as const;
    const database = new ClassicLevel<Buffer, Buffer>(folder, options);
    const fullKey = spaceKey(1, bytes(key));
    await database.put(fullKey, change(await database.get(fullKey)));
    await database.close();
  }

  beforeEach(async () => {
    folder = newFolder();
    const store = await LevelStore.open({ folder, durability: "process" });
    for (const key of ["a", "b", "c"]) await put(store, key, `value of ${key}`);
    await store.close();
  });

  const corrupt = { code: "corrupt", message: /^The row 62 of space 1 in .* does not match its checksum\.$/ };

  async function expectFound(): Promise<void> {
    const store = await LevelStore.open({ folder, durability: "process" });
    const many = Array.from({ length: 300 }, () => bytes("b"));
    await expect(store.get(1, bytes("b"))).rejects.toMatchObject(corrupt);
    await expect(store.getMany(1, many)).rejects.toMatchObject(corrupt);
    for (const options of [{}, { valuesOnly: true }, { reverse: true }]) {
      await expect(rowsOf(store, options)).rejects.toMatchObject(corrupt);
    }
    expect(await read(store, "a", "c")).toEqual(["value of a", "value of c"]);
    expect(await rowsOf(store, { keysOnly: true })).toHaveLength(3);
    await store.close();
  }

  test("is found by its seal, and others are read", async () => {
    await rewrite("b", (stored) => Buffer.concat([Buffer.of(stored![0]! ^ 4), stored!.subarray(1)]));
    await expectFound();
  });

  test("is found where it is that of another key", async () => {
    const others: Buffer[] = [];
    await rewrite("c", (stored) => {
      others.push(stored!);
      return stored!;
    });
    await rewrite("b", () => others[0]!);
    await expectFound();
  });

  test("is found where nothing is left of it", async () => {
    await rewrite("b", () => bytes(""));
    await expectFound();
  });

  test("can be written again", async () => {
    await rewrite("b", () => bytes("something else"));
    const store = await LevelStore.open({ folder, durability: "process" });
    await put(store, "b", "new");
    expect(await read(store, "b")).toEqual(["new"]);
    await store.close();
  });
});

test("only rows of the kinds that are named carry a checksum", async () => {
  const folder = newFolder();
  const isSealedKind = (space: number, kind: number | undefined) => space !== 3 && kind !== bytes("x")[0];
  const store = await LevelStore.open({ folder, durability: "process", isSealedKind });
  await store.transact("l", async (transaction) => {
    for (const space of [2, 3]) for (const key of ["a", "x"]) transaction.put(space, bytes(key), bytes("1"));
  });
  await store.close();
  const database = new ClassicLevel<Buffer, Buffer>(folder, {
    keyEncoding: "buffer",
    valueEncoding: "buffer",
  });
  const lengths = (await database.values().all()).map((value) => value.length);
  await database.close();
  expect(lengths).toEqual([5, 1, 1, 1]);
});

describe.each([
  { seal: "with a seal", isSealed: true, storedBytes: 4 },
  { seal: "without a seal", isSealed: false, storedBytes: 1 },
])("a row without a value, $seal", ({ isSealed, storedBytes }) => {
  const isSealedKind = () => isSealed;
  let folder: string;
  const opening = () => LevelStore.open({ folder, durability: "process", isSealedKind });

  beforeEach(() => {
    folder = newFolder();
  });

  async function inDatabase<T>(work: (database: ClassicLevel<Buffer, Buffer>) => Promise<T>): Promise<T> {
    const encodings = { keyEncoding: "buffer", valueEncoding: "buffer" } as const;
    const database = new ClassicLevel<Buffer, Buffer>(folder, encodings);
    const result = await work(database);
    await database.close();
    return result;
  }

  test("is put with bytes that LevelDB's binding frees again, and is read as empty", async () => {
    const store = await opening();
    await put(store, "a", "");
    expect(await read(store, "a")).toEqual([""]);
    for (const options of [{}, { valuesOnly: true }]) {
      expect((await rowsOf(store, options)).map(({ value }) => value.length)).toEqual([0]);
    }
    expect((await store.getMany(1, Array(300).fill(bytes("a")))).every((value) => value?.length === 0)).toBe(
      true,
    );
    await store.close();
    const stored = await inDatabase((database) => database.get(spaceKey(1, bytes("a"))));
    expect(stored).toHaveLength(storedBytes);
    const rescued = await RescuedStore.of(folder, isSealedKind);
    const values: number[] = [];
    for await (const { value } of rescued.rows(1, { first: 0, last: 0xfe })) values.push(value.length);
    expect(values).toEqual([0]);
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
    const failed = store.transact("l", async (transaction) => {
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
