/** Index keys in memory answer what the disk answers, at the same charge. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LevelStore } from "../../kv/level-store.ts";
import { MemoryStore } from "../../kv/memory-store.ts";
import { PackedKeys } from "../../kv/packed-keys.ts";
import type { JsonObject } from "../../value/json.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne, deleteOne } from "../items/items.ts";
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

const folder = mkdtempSync(join(tmpdir(), "orrery-kept-"));
let disk: Container;
let memory: Container;

beforeAll(async () => {
  const store = await LevelStore.open({ folder, durability: "process", keptRowsMin: 0 });
  disk = await newContainer(await openEngine(store), POLICY);
  memory = await newContainer(await openEngine(new MemoryStore()), POLICY);
  for (let i = 0; i < ITEMS; i++) {
    for (const container of [disk, memory]) await createOne(container, itemOf(i), { ...plain, key: ["p"] });
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whatever was kept is let go of. */
async function writeInVain(): Promise<void> {
  await createOne(disk, { id: "vain", pk: "p" }, { ...plain, key: ["p"] });
  await deleteOne(disk, "vain", { ...plain, key: ["p"] });
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
    await writeInVain();
    const expected = await answer(disk, text, maxItems);
    expect(expected.rows).toEqual((await answer(memory, text, maxItems)).rows);
    for (let times = 0; times < 12; times++) expect(await answer(disk, text, maxItems)).toEqual(expected);
    const reads = vi.spyOn(PackedKeys.prototype, "part");
    expect(await answer(disk, text, maxItems)).toEqual(expected);
    expect(reads).toHaveBeenCalled();
    reads.mockRestore();
  }
});
