/** Spatial indexes of the store follow their items through all that happens to them. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { beforeEach, expect, test } from "vitest";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne, deleteOne, replaceOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { queryContainer } from "./query-container.ts";

const SIDE = 20;
const POLICY: JsonObject = { spatialIndexes: [{ path: "/place/*", types: ["Point", "Polygon"] }] };

const clock = new TestClock();
let engine: Engine;
let container: Container;

const point = (x: number, y: number): JsonObject => ({ type: "Point", coordinates: [x, y] });
const square = (x: number, y: number, side: number): JsonObject => ({
  type: "Polygon",
  coordinates: [[[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]], // biome-ignore format: one ring
});
const keyed = (pk: string) => ({ ...plain, key: [pk] });
/** Row by row of a square, one degree apart. */
const item = (i: number, place: Json): JsonObject => ({ id: `${i}`, pk: `p${i % 8}`, place });
const near = (x: number, y: number): string =>
  `ST_DISTANCE(c.place, ${JSON.stringify(point(x, y))}) < 120000`;

async function fill(body: JsonObject): Promise<void> {
  engine = await openEngine(undefined, clock);
  container = await newContainer(engine, body);
  for (let i = 0; i < SIDE * SIDE; i++) {
    await createOne(container, item(i, point(i % SIDE, Math.floor(i / SIDE))), keyed(`p${i % 8}`));
  }
}

async function found(filter: string): Promise<{ ids: string[]; loaded: number; charge: number }> {
  const ids: string[] = [];
  const sum = { loaded: 0, charge: 0 };
  let continuation: string | undefined;
  do {
    const text = `SELECT VALUE c.id FROM c WHERE ${filter}`;
    const request = { ...plain, maxItems: 3, ...(continuation !== undefined && { continuation }) };
    const page = await queryContainer(container, { text, parameters: [] }, request);
    ids.push(...page.rows.map((row) => row.value() as string));
    sum.loaded += page.work.itemsLoaded;
    sum.charge += page.charge;
    continuation = page.continuation;
  } while (continuation !== undefined);
  return { ids: ids.sort((a, b) => Number(a) - Number(b)), ...sum };
}

/** The five around (5, 5), and no more items loaded than a few. */
const CROSS = ["85", "104", "105", "106", "125"];

async function expectCross(ids: readonly string[] = CROSS): Promise<void> {
  const answer = await found(near(5, 5));
  expect(answer.ids).toEqual(ids);
  expect(answer.loaded).toBeLessThanOrEqual(24);
  expect(await findings(engine)).toEqual([]);
}

beforeEach(async () => {
  await fill({ indexingPolicy: POLICY, defaultTtl: -1 });
});

test("writes", async () => {
  await expectCross();
  await replaceOne(container, "105", item(105, point(15, 15)), keyed("p1"));
  await replaceOne(container, "0", item(0, square(4.9, 4.9, 0.2)), keyed("p0"));
  await deleteOne(container, "85", keyed("p5"));
  await createOne(container, item(1000, { type: "LineString", coordinates: [[5, 5], [5.1, 5]] }), keyed("p0")); // biome-ignore format: one line
  await createOne(container, item(1001, { type: "Point", coordinates: ["5", 5] }), keyed("p1"));
  await expectCross(["0", "104", "106", "125", "1000"]);
});

test("expiry, and the deletion of a whole logical partition", async () => {
  await createOne(container, { ...item(2000, point(5, 5)), ttl: 10 }, keyed("p0"));
  await expectCross([...CROSS, "2000"]);
  clock.advanceSeconds(11);
  await expectCross();
  await deleteLogicalPartition(container, keyed("p1"));
  await expectCross(["85", "104", "106", "125"]);
});

test("splits and merges", async () => {
  await engine.topology.split(container, "0", "midpoint");
  await engine.topology.split(container, "1", "data");
  await expectCross();
  const ids = container.partitions.all.map(({ id }) => id);
  await engine.topology.merge(container, [ids[0]!, ids[1]!], { force: true });
  await expectCross();
});

test("changes of the policy", async () => {
  const put = async (indexingPolicy: JsonObject) => {
    await engine.containers.replace(container.definition.names, {
      ...container.definition.resource.body,
      indexingPolicy,
    });
    await engine.settled();
  };
  const indexed = await found(near(5, 5));
  await put({});
  const scanned = await found(near(5, 5));
  expect(scanned).toMatchObject({ ids: CROSS, loaded: SIDE * SIDE });
  expect(scanned.charge).toBeGreaterThan(indexed.charge);
  await put({ spatialIndexes: [{ path: "/place/?", types: ["Point"] }] });
  await expectCross();
});

test("until a changed index is complete, it is not used", async () => {
  await engine.containers.replace(container.definition.names, {
    ...container.definition.resource.body,
    indexingPolicy: { spatialIndexes: [{ path: "/place/*", types: ["Point"] }] },
  });
  expect(container.definition.indexes.indexAt("spatial", "/place")).toBeUndefined();
  expect(await found(near(5, 5))).toMatchObject({ ids: CROSS });
  await engine.settled();
  expect(container.definition.indexes.indexAt("spatial", "/place")).toMatchObject({
    name: "/place Geography Point",
  });
  await expectCross();
});

test("the plane, where shapes may lie beyond the bounding box", async () => {
  const boundingBox = { xmin: 0, ymin: 0, xmax: 15, ymax: 15 };
  const indexingPolicy = { spatialIndexes: [{ path: "/place/*", types: ["Point", "Polygon"], boundingBox }] };
  await fill({ indexingPolicy, geospatialConfig: { type: "Geometry" } });
  const answer = await found(`ST_WITHIN(c.place, ${JSON.stringify(square(1.5, 1.5, 2))})`);
  expect(answer.ids).toEqual(["42", "43", "62", "63"]);
  expect(answer.loaded).toBeLessThan(200);
  const beyond = await found(`ST_DISTANCE(c.place, ${JSON.stringify(point(18, 18))}) <= 1`);
  expect(beyond.ids).toEqual(["358", "377", "378", "379", "398"]);
  expect(await findings(engine)).toEqual([]);
  for (const box of [undefined, {}, { ...boundingBox, xmax: 0 }, { ...boundingBox, ymin: "0" }]) {
    const body = {
      ...container.definition.resource.body,
      indexingPolicy: { spatialIndexes: [{ path: "/place/*", ...(box && { boundingBox: box }) }] },
    };
    expect(
      (await failureOf(engine.containers.replace(container.definition.names, body as JsonObject))).code,
    ).toBe("badRequest");
  }
});
