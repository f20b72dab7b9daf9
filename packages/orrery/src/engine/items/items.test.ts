import { type JsonObject, parseJsonText, printJsonText } from "@orrerydb/exact-json";
import { expect, test, vi } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { REFUSED_WRITE_CHARGE } from "../../throughput/charges.ts";
import { TIMESTAMP_MAX } from "../../value/timestamp.ts";
import { failureOf, findings, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { createOne, deleteOne, readItemById, replaceOne, upsertOne } from "./items.ts";

test("a write whose key does not match is charged, and shows in the history of the partition", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const document = { id: "1", pk: "one" };
  const request = { ...plain, key: ["other"] };
  const refused = [
    () => createOne(container, document, request),
    () => upsertOne(container, document, request),
    () => replaceOne(container, "1", document, request),
  ];
  for (const write of refused) {
    const { code, charge } = await failureOf(write());
    expect([code, charge]).toEqual(["partitionKeyMismatch", REFUSED_WRITE_CHARGE]);
  }
  const [partition] = container.partitions.all;
  const [minute] = partition!.meter.history.minutes(engine.environment.now(), 1);
  expect(minute!.requests).toBe(refused.length);
  expect(minute!.ru).toBeCloseTo(refused.length * REFUSED_WRITE_CHARGE);
});

test("a create indexes the document that it was given, and reads nothing that it wrote", async () => {
  const container = await newContainer(await openEngine());
  const document = { id: "a", pk: "k", nested: { n: [1, 2] } };
  const parse = vi.spyOn(JSON, "parse");
  const { item } = await createOne(container, document, plain);
  expect(parse.mock.calls.filter(([text]) => text.includes("nested"))).toEqual([]);
  parse.mockRestore();
  expect(JSON.parse(item.json.toString())).toEqual(item.document);
  expect(document).toEqual({ id: "a", pk: "k", nested: { n: [1, 2] } });
});

test("an item under a hierarchical key is named by all of it", async () => {
  const partitionKey = { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 };
  const container = await newContainer(await openEngine(), { partitionKey });
  const item = { id: "a", tenant: "t", user: "u" };
  await createOne(container, item, plain);
  for (const attempt of [
    readItemById(container, "a", { ...plain, key: ["t"] }),
    createOne(container, { ...item, id: "b" }, { ...plain, key: ["t"] }),
    createOne(container, { id: "b", tenant: "t" }, { ...plain, key: ["t", null] }),
  ]) {
    expect((await failureOf(attempt)).code).toBe("partitionKeyMismatch");
  }
});

test("past 2106, where timestamps end, items are read and nothing is written", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, { changeFeedPolicy: { retentionDuration: 10 } });
  const request = { ...plain, key: ["k"] };
  await createOne(container, { id: "a", pk: "k" }, plain);
  clock.ms = (TIMESTAMP_MAX + 1) * 1000;
  for (const write of [
    createOne(container, { id: "b", pk: "k" }, plain),
    deleteOne(container, "a", request),
    engine.databases.create({ id: "other" }),
  ]) {
    expect((await failureOf(write)).code).toBe("unavailable");
  }
  expect((await readItemById(container, "a", request)).item.document.id).toBe("a");
  expect(await findings(engine)).toEqual([]);
});

test.each([
  '{"_ts":TS.0,"id":"1","pk":"x","n":1.0}',
  '{"_ts":1,"id":"1","pk":"x","b":1,"10":2}',
  '{"b":1,"10":{"_ts":1.0},"_etag":1.0,"id":"1","pk":"x","_rid":9007199254740993}',
])("%s in memory prints as it is stored", async (text) => {
  const clock = new TestClock();
  const container = await newContainer(await openEngine(new MemoryStore(), clock));
  const body = parseJsonText(text.replace("TS", `${Math.floor(clock.ms / 1000)}`)) as JsonObject;
  const { item } = await createOne(container, body, plain);
  expect(printJsonText(item.document)).toBe(item.json.toString());
});
