/** Work on a large item that nothing can come between: parsing, copying, printing. Counted in turns of the loop. */
import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import { Scheduler } from "../../schedule/scheduler.ts";
import { TestLoop } from "../../schedule/test-loop.fixture.ts";
import { SYSTEM_PROPERTIES } from "../../value/system-properties.ts";
import { findings, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { createOne, readItemById, replaceOne } from "./items.ts";
import { parsePatch, patchOne } from "./patch.ts";

const request = { ...plain, key: ["x"] };

/** Its text is in one property, so that index entries take no turns. */
function itemOf(bytes: number, more: JsonObject = {}): JsonObject {
  return { id: "a", pk: "x", "10": "first", text: "é".repeat(bytes / 2), ["__proto__"]: 1, ...more };
}

async function turnsOf(bytes: number) {
  const loop = new TestLoop();
  const clock = new TestClock();
  clock.scheduler = new Scheduler(loop);
  const engine = await openEngine(undefined, clock);
  const container = await newContainer(engine);
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = loop.turns;
    await work();
    return loop.turns - before;
  };
  const create = await counted(() => createOne(container, itemOf(bytes), request));
  const { item } = await readItemById(container, "a", request);
  const back = { ...item.document, n: 1 };
  const replace = await counted(() => replaceOne(container, "a", back, request));
  const patch = await parsePatch(container.definition, [{ op: "set", path: "/n", value: 2 }]);
  const patched = await counted(() => patchOne(container, "a", patch, request));
  const { item: last } = await readItemById(container, "a", request);
  expect(await findings(engine)).toEqual([]);
  await engine.close();
  return { turns: { create, replace, patch: patched }, json: last.json.toString(), document: last.document };
}

test("a small item is written in one turn, a large one in a turn for each piece", async () => {
  const { turns: small } = await turnsOf(1000);
  const { turns: large } = await turnsOf(LARGE_PIECE_BYTES * 2);
  expect(small).toEqual({ create: 0, replace: 0, patch: 0 });
  expect(large.create).toBeGreaterThanOrEqual(1);
  expect(large.replace).toBeGreaterThanOrEqual(2);
  expect(large.patch).toBeGreaterThanOrEqual(4);
});

test("a large item is stored as a small one is: its own properties, then those of the system", async () => {
  const [small, large] = [await turnsOf(1000), await turnsOf(LARGE_PIECE_BYTES * 2)];
  expect(large.json.replace(/é+/, "")).toBe(small.json.replace(/é+/, ""));
  expect(JSON.stringify(large.document)).toBe(large.json);
  const names = ["10", "id", "pk", "text", "__proto__", "n", ...SYSTEM_PROPERTIES];
  expect(Object.keys(JSON.parse(large.json))).toEqual(names);
});
