import { expect, test } from "vitest";
import { Scheduler } from "../../schedule/scheduler.ts";
import { TestLoop } from "../../schedule/test-loop.fixture.ts";
import { failureOf, findings, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { createOne, readItemById } from "./items.ts";
import { parsePatch, patchOne } from "./patch.ts";

const request = { ...plain, key: ["x"] };

test("a patch changes what it names and nothing else", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const { item: before } = await createOne(container, { id: "a", pk: "x", n: 1, tags: ["t"], o: {} }, plain);
  const patch = await parsePatch(container.definition, {
    operations: [
      { op: "incr", path: "/n", value: 2 },
      { op: "add", path: "/tags/-", value: "u" },
      { op: "set", path: "/o/deep", value: true },
    ],
  });
  const { outcome, item, charge } = await patchOne(container, "a", patch, request);
  expect(outcome).toBe("replaced");
  expect(item.document).toMatchObject({
    n: 3,
    tags: ["t", "u"],
    o: { deep: true },
    _rid: before.document._rid!,
  });
  expect(item.etag).not.toBe(before.etag);
  expect(charge).toBeGreaterThan(10);
  const read = await readItemById(container, "a", request);
  expect(read.item.document).toEqual(item.document);
  expect(await findings(engine)).toEqual([]);
});

test("the condition decides, as a query would", async () => {
  const container = await newContainer(await openEngine());
  await createOne(container, { id: "a", pk: "x", n: 1, list: [1, 2] }, plain);
  const increment = [{ op: "incr", path: "/n", value: 1 }];
  const patched = async (condition: string) =>
    patchOne(
      container,
      "a",
      await parsePatch(container.definition, { operations: increment, condition }),
      request,
    );
  expect((await patched("from c where c.n = 1")).item.document.n).toBe(2);
  expect((await failureOf(patched("from c where c.n = 1"))).code).toBe("preconditionFailed");
  expect((await patched("FROM c WHERE NOT IS_DEFINED(c.missing)")).item.document.n).toBe(3);
  expect((await patched("from c join l in c.list where l = 2")).item.document.n).toBe(4);
  expect((await patched("from c where c._ts > 0")).item.document.n).toBe(5);
  for (const condition of ["c.n = 1", "from c where", "from c where c.n = @p", "from c order by c.n"]) {
    expect((await failureOf(patched(condition))).code).toBe("badRequest");
  }
  expect((await readItemById(container, "a", request)).item.document.n).toBe(5);
});

test("ids, keys and system properties are not patched", async () => {
  const container = await newContainer(await openEngine(), {
    partitionKey: { paths: ["/key/part"], kind: "Hash", version: 2 },
  });
  for (const path of ["/id", "/_ts", "/_etag", "/key/part", "/key/part/x"]) {
    await expect(parsePatch(container.definition, [{ op: "set", path, value: 1 }])).rejects.toThrow(
      "For Operation(1): ",
    );
  }
  await expect(parsePatch(container.definition, [{ op: "move", from: "/id", path: "/x" }])).rejects.toThrow(
    "cannot be patched",
  );
  await createOne(container, { id: "a", key: { part: "x", other: 1 } }, plain);
  const patched = async (value: object) =>
    patchOne(
      container,
      "a",
      await parsePatch(container.definition, [{ op: "set", path: "/key", value: value as never }]),
      request,
    );
  expect((await failureOf(patched({ part: "y" }))).code).toBe("partitionKeyMismatch");
  expect((await patched({ part: "x" })).item.document.key).toEqual({ part: "x" });
});

test("a patch keeps to ETags, unique keys and the form of an item", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, { uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/mail"] }] } });
  const { item } = await createOne(container, { id: "a", pk: "x", mail: 1 }, plain);
  await createOne(container, { id: "b", pk: "x", mail: 2 }, plain);
  const set = (path: string, value: number | null) =>
    parsePatch(container.definition, [{ op: "set", path, value }]);
  const tried = async (...[id, patch, more]: [string, ReturnType<typeof set>, object?]) =>
    (await failureOf(patchOne(container, id, await patch, { ...request, ...more }))).code;
  expect(await tried("a", set("/mail", 2))).toBe("conflict");
  expect(await tried("a", set("/ttl", null))).toBe("badRequest");
  expect(await tried("a", set("/mail", 3), { ifMatch: '"other"' })).toBe("preconditionFailed");
  expect(await tried("c", set("/mail", 3))).toBe("notFound");
  await patchOne(container, "a", await set("/mail", 3), { ...request, ifMatch: item.etag });
  expect(await findings(engine)).toEqual([]);
});

test("a condition ends with its time, and the item stays as it is", async () => {
  const clock = new TestClock();
  // Time passes with every look at the clock.
  clock.scheduler = new Scheduler(new TestLoop(100));
  const container = await newContainer(await openEngine(undefined, clock));
  const list = Array.from({ length: 100 }, (_, i) => i);
  await createOne(container, { id: "a", pk: "x", n: 1, list }, plain);
  for (const condition of [
    "from c join a in c.list join b in c.list where a + b < 0",
    "from c where exists(select value 1 from a in c.list join b in c.list where a + b < 0)",
  ]) {
    const patch = await parsePatch(container.definition, {
      operations: [{ op: "set", path: "/n", value: 2 }],
      condition,
    });
    expect((await failureOf(patchOne(container, "a", patch, request))).code).toBe("timeout");
  }
  expect((await readItemById(container, "a", request)).item.document.n).toBe(1);
});

test("the condition sees the container's computed properties", async () => {
  const container = await newContainer(await openEngine(), {
    computedProperties: [{ name: "low", query: "SELECT VALUE LOWER(c.name) FROM c" }],
  });
  await createOne(container, { id: "a", pk: "x", name: "ADA" }, plain);
  const patch = await parsePatch(container.definition, {
    operations: [{ op: "set", path: "/n", value: 1 }],
    condition: "from c where c.low = 'ada'",
  });
  expect((await patchOne(container, "a", patch, request)).item.document.n).toBe(1);
});
