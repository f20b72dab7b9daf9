import { expect, test } from "vitest";
import { copySpaces } from "./copy-spaces.ts";
import { FaultStore } from "./fault-store.fixture.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { MemoryStore } from "./memory/memory-store.ts";

const SPACES = [0, 3, 0x8000_0000];
const ROWS = 2_000;

async function filled(): Promise<MemoryStore> {
  const store = new MemoryStore();
  await store.transact("fill", async (transaction) => {
    for (const space of SPACES) {
      for (let i = 0; i < ROWS; i++) transaction.put(space, Buffer.from(`${i}`), Buffer.alloc(i % 50, i));
    }
  });
  return store;
}

async function allOf(store: KeyValueStore): Promise<string[]> {
  const all: string[] = [];
  for (const space of await store.spaces()) {
    for await (const rows of store.scan(space)) {
      for (const { key, value } of rows) all.push(`${space} ${key} ${value.toString("hex")}`);
    }
  }
  return all;
}

test("copies every row of every space, and says how far it is", async () => {
  const [source, target] = [await filled(), new MemoryStore()];
  const told: number[] = [];
  const copied = await copySpaces(source, target, ({ rows }) => told.push(rows));
  expect(copied.rows).toBe(SPACES.length * ROWS);
  expect(told.at(-1)).toBe(copied.rows);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(await allOf(target)).toEqual(await allOf(source));
});

test("a write that fails ends it with its error", async () => {
  const target = new FaultStore();
  target.failCommits("full");
  await expect(copySpaces(await filled(), target, () => {})).rejects.toMatchObject({ code: "full" });
});
