import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterAll, describe, expect, test, vi } from "vitest";
import { describeKeyValueStore } from "../key-value.suite.ts";
import type { ScanOptions } from "../key-value-store.ts";
import { LevelStore } from "../level/level-store.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import type { CachingSnapshot } from "./caching-snapshot.ts";
import { CachingStore } from "./caching-store.ts";

describeKeyValueStore("CachingStore", async () => new CachingStore(new MemoryStore()));

const root = mkdtempSync(join(tmpdir(), "orrery-cache-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const openStore = async () =>
  new CachingStore(await LevelStore.open({ folder: join(root, `${++folders}`), durability: "process" }));

const bytes = (text: string) => Buffer.from(text);

describe("keys that are cached", () => {
  const section = { prefix: bytes("p"), rows: 1, tailBytes: 0 };
  const keysOf = async (chunks: ReturnType<CachingSnapshot["scan"]>) => {
    const keys: string[] = [];
    for await (const rows of chunks) keys.push(...rows.map(({ key }) => key.toString()));
    return keys;
  };
  const scan = (snapshot: CachingSnapshot, options: ScanOptions) =>
    keysOf(snapshot.scan(1, { ...options, keysOnly: true }));
  const scanSection = (snapshot: CachingSnapshot, options: ScanOptions) =>
    keysOf(snapshot.scanSection(1, section, { ...options, keysOnly: true }));
  /** As many scans as it takes to cache a small section. */
  const scanOften = async (snapshot: CachingSnapshot) => {
    for (let i = 0; i < 110; i++) await scanSection(snapshot, { from: bytes("p"), to: bytes("q"), limit: 1 });
  };

  test("are those on the disk, whatever is asked for", async () => {
    const store = await openStore();
    await store.transact("fill", async (transaction) => {
      for (let i = 0; i < 500; i++) transaction.put(1, bytes(`${"opq"[i % 3]}${i}`), bytes(""));
      transaction.put(1, bytes("p"), bytes(""));
      transaction.put(2, bytes("p in another space"), bytes(""));
    });
    const snapshot = store.snapshot();
    await scanOften(snapshot);
    const iterators = vi.spyOn(ClassicLevel.prototype, "iterator");
    await scanSection(snapshot, { from: bytes("p"), to: bytes("q") });
    expect(iterators).not.toHaveBeenCalled();
    iterators.mockRestore();
    for (const range of [
      { from: bytes("p"), to: bytes("q") },
      { from: bytes("p1"), to: bytes("p2") },
      { from: bytes("p44"), to: bytes("p44") },
    ]) {
      for (const more of [{}, { reverse: true }, { limit: 7 }, { valuesOnly: true }, { chunkRows: 3 }]) {
        const options = { ...range, ...more };
        expect(await scanSection(snapshot, options)).toEqual(await scan(snapshot, options));
      }
    }
    snapshot.close();
    await expect(scanSection(snapshot, {})).rejects.toMatchObject({ code: "closed" });
    await expect(snapshot.cached(1, section, {})).rejects.toMatchObject({ code: "closed" });
    await store.close();
  });

  test("are those of their own moment, whatever is written", async () => {
    const store = await openStore();
    const range = { from: bytes("p"), to: bytes("q") };
    const moments: { snapshot: CachingSnapshot; keys: string[] }[] = [];
    for (let step = 0; step < 12; step++) {
      const written = store.transact("write", async (transaction) => {
        transaction.put(step % 3 === 0 ? 2 : 1, bytes(`p${step}`), bytes(""));
        if (step % 4 === 3) transaction.delete(1, bytes(`p${step - 2}`));
      });
      // Taken beside the write, which it may or may not see.
      const beside = store.snapshot();
      moments.push({ snapshot: beside, keys: await scan(beside, range) });
      await scanOften(beside);
      await written;
      const snapshot = store.snapshot();
      moments.push({ snapshot, keys: await scan(snapshot, range) });
      await scanOften(snapshot);
      for (const { snapshot, keys } of moments) expect(await scanSection(snapshot, range)).toEqual(keys);
    }
    for (const { snapshot } of moments) snapshot.close();
    await store.close();
  });

  test("are read anew after changes whose rows the cache does not see", async () => {
    const store = await openStore();
    await store.transact("fill", async (transaction) => transaction.put(1, bytes("p1"), bytes("")));
    const cachedNow = async () => {
      const snapshot = store.snapshot();
      await scanOften(snapshot);
      expect(await snapshot.cached(1, section, {})).toBeDefined();
      const keys = await scanSection(snapshot, {});
      snapshot.close();
      return keys;
    };
    expect(await cachedNow()).toEqual(["p1"]);
    await store.swap(1, bytes("p2"), undefined, bytes(""));
    expect(await cachedNow()).toEqual(["p1", "p2"]);
    await store.dropSpace(1);
    expect(await cachedNow()).toEqual([]);
    await store.close();
  });
});
