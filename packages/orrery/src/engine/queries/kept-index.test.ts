/** Index keys in memory answer what the disk answers, at the same charge. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@orrerydb/exact-json";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PackedKeys } from "../../kv/key-cache/packed-keys.ts";
import { LevelStore } from "../../kv/level/level-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { Storage } from "../../store/storage.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne, deleteOne, replaceOne } from "../items/items.ts";
import { queryContainer } from "./query-container.ts";

const ITEMS = 240;
const LONG = "long ".repeat(80);
const POLICY = {
  indexingPolicy: { compositeIndexes: [[{ path: "/g" }, { path: "/n", order: "descending" }]] },
};

function itemOf(i: number): JsonObject {
  return {
    id: `${i}`,
    pk: "p",
    g: `g${i % 7}`,
    ...(i % 9 > 0 && { n: (i * 37) % 100 }),
    s: i % 50 === 0 ? `${LONG}${i}` : `Name ${i % 120} of lot-${i % 12}.`,
    m: [i % 11, `m${i % 5}`, null, i % 2 === 0, { a: i % 3 }, "é😀\u0001"][i % 6]!,
  };
}

const root = mkdtempSync(join(tmpdir(), "orrery-kept-"));
/** Whose keys are kept in memory, and whose are read from the disk each time. */
let kept: Container;
let disk: Container;
let memory: Container;

beforeAll(async () => {
  const open = (folder: string) => LevelStore.open({ folder: join(root, folder), durability: "process" });
  kept = await newContainer(await openEngine(new Storage(await open("kept"), { rowsMin: 0 })), POLICY);
  disk = await newContainer(await openEngine(await open("disk")), POLICY);
  memory = await newContainer(await openEngine(new MemoryStore()), POLICY);
  for (let i = 0; i < ITEMS; i++) {
    await everywhere((container) => createOne(container, itemOf(i), { ...plain, key: ["p"] }));
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function everywhere(write: (container: Container) => Promise<unknown>): Promise<void> {
  for (const container of [kept, disk, memory]) await write(container);
}

async function answer(container: Container, text: string, maxItems: number) {
  const rows: string[] = [];
  let charge = 0;
  let continuation: string | undefined;
  do {
    const page = await queryContainer(
      container,
      { text, parameters: [] },
      { ...plain, maxItems, ...(continuation && { continuation }) },
    );
    rows.push(...page.rows.map((row) => JSON.stringify(row.value())));
    charge += page.charge;
    continuation = page.continuation;
  } while (continuation !== undefined);
  return { rows, charge };
}

let changes = 0;

/** One item becomes like another, one comes, and one goes. */
async function changeSome(): Promise<void> {
  const request = { ...plain, key: ["p"] };
  const like = itemOf(++changes);
  const id = `${(changes * 31) % ITEMS}`;
  await everywhere(async (container) => {
    await replaceOne(container, id, { ...like, id }, request);
    await createOne(container, { ...like, id: `new ${changes}` }, request);
    if (changes > 2) await deleteOne(container, `new ${changes - 2}`, request);
  });
}

test.each([
  "SELECT VALUE c.id FROM c WHERE CONTAINS(c.s, 'lot-3.')",
  "SELECT VALUE c.id FROM c WHERE ENDSWITH(c.s, '7 of lot-5.')",
  "SELECT VALUE c.id FROM c WHERE CONTAINS(c.s, 'long 150')",
  "SELECT VALUE c.id FROM c WHERE CONTAINS(c.s, 'LOT-3.', true)",
  "SELECT VALUE c.id FROM c WHERE c.s LIKE '%1_ of lot-1%'",
  "SELECT VALUE c.id FROM c WHERE RegexMatch(c.s, 'lot-1\\\\.$')",
  "SELECT VALUE c.id FROM c WHERE CONTAINS(c.s, 'lot-3.') AND ENDSWITH(c.s, '.') AND c.n > 20",
  "SELECT VALUE c.id FROM c WHERE CONTAINS(c.s, 'lot-3.') OR STARTSWITH(c.s, 'Name 7 ')",
  "SELECT VALUE c.id FROM c WHERE CONTAINS(c.m, '😀\u0001')",
  "SELECT VALUE c.id FROM c WHERE NOT CONTAINS(c.m, 'm')",
  "SELECT VALUE AVG(c.n) FROM c",
  "SELECT SUM(c.n) AS s, MIN(c.n) AS a, COUNT(c.n) AS n FROM c WHERE c.n >= 50",
  "SELECT VALUE COUNT(c.m) FROM c",
  "SELECT VALUE MAX(c.s) FROM c",
  "SELECT c.g, COUNT(1) AS n FROM c GROUP BY c.g",
  "SELECT c.m, COUNT(1) AS n FROM c GROUP BY c.m",
  "SELECT c.g, SUM(c.n) AS s, COUNT(1) AS n, MIN(c.n) AS a FROM c GROUP BY c.g",
  "SELECT c.g, SUM(c.n) AS s FROM c WHERE c.g > 'g3' GROUP BY c.g",
  "SELECT DISTINCT VALUE c.m FROM c",
  "SELECT DISTINCT VALUE c.g FROM c ORDER BY c.g DESC",
])("%s", async (text) => {
  for (const maxItems of [1000, 3]) {
    const reads = vi.spyOn(PackedKeys.prototype, "part");
    for (const times of [12, 1, 1]) {
      const expected = await answer(disk, text, maxItems);
      expect(expected.rows).toEqual((await answer(memory, text, maxItems)).rows);
      expect(reads).not.toHaveBeenCalled();
      for (let i = 0; i < times; i++) expect(await answer(kept, text, maxItems)).toEqual(expected);
      expect(reads).toHaveBeenCalled();
      await changeSome();
      reads.mockClear();
    }
    reads.mockRestore();
  }
});
