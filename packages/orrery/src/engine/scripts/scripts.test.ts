/** What scripts cost: the answer, or the failure, says it, and the partition spends it. */
import type { JsonObject } from "@orrerydb/exact-json";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_READ_CHARGE, REFUSED_WRITE_CHARGE, scriptCharge } from "../../throughput/charges.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { DEFAULT_STORAGE_LIMITS } from "../container/storage-limits.ts";
import { failureOf, newContainer, openEngine, plain } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne } from "../items/items.ts";
import { queryContainer } from "../queries/query-container.ts";

const request = { ...plain, key: ["a"] };
const loop = (turns: number): string => `for (let i = 0; i < ${turns}; i++);`;
const create = (id: string, callback = "() => {}"): string =>
  `__.createDocument(__.getSelfLink(), { id: '${id}', pk: 'a' }, ${callback});`;

let engine: Engine;
let container: Container;
let scripts = 0;

beforeEach(async () => {
  engine = await openEngine();
  container = await newContainer(engine);
});
afterEach(() => engine.close());

async function execute(code: string) {
  return run(await addProcedure(code));
}

function addProcedure(code: string) {
  const id = `p${++scripts}`;
  return engine.tree.create("storedProcedure", container.definition.resource, {
    id,
    body: `function () { ${code} }`,
  });
}

function run(procedure: Resource, key = "a") {
  return engine.scripts.execute(container, procedure, [], { ...request, key: [key], enableLogging: false });
}

async function charge(code: string): Promise<number> {
  return (await execute(code)).charge;
}

function addTrigger(id: string, triggerType: "Pre" | "Post", code: string) {
  const trigger = { id, body: `function () { ${code} }`, triggerType, triggerOperation: "All" };
  return engine.tree.create("trigger", container.definition.resource, trigger);
}

function createItem(id: string, triggers: { pre?: string; post?: string } = {}) {
  const { pre, post } = triggers;
  const names = { pre: pre === undefined ? [] : [pre], post: post === undefined ? [] : [post] };
  const document = { id, pk: "a" } satisfies JsonObject;
  return engine.items.create(container.definition.names, document, { ...request, triggers: names });
}

/** What the partition has spent. */
function spent(): number {
  const [{ meter }] = container.partitions.all as [(typeof container.partitions.all)[0]];
  return meter.history.minutes(container.environment.now(), 1).reduce((sum, { ru }) => sum + ru, 0);
}

async function spentBy(work: Promise<unknown>): Promise<number> {
  const before = spent();
  await work.catch(() => undefined);
  return spent() - before;
}

describe("a stored procedure", () => {
  test("costs more the longer it computes, and the same each time", async () => {
    const idle = await charge("");
    const busy = await charge(loop(100_000));
    // A turn of this loop takes 14 steps.
    expect(busy).toBeCloseTo(idle + 3.6 * 1.4, 1);
    expect(idle).toBeLessThan(1.1);
    expect(await charge(loop(100_000))).toBe(busy);
    expect(await spentBy(execute(loop(100_000)))).toBeCloseTo(busy);
  });

  test("pays for its operations, and for those that are refused", async () => {
    const idle = await charge("");
    const made = (await createOne(container, { id: "outside", pk: "a" }, request)).charge;
    expect(await charge(create("inside"))).toBeCloseTo(idle + made, 1);
    expect(await charge(create("inside", "(error) => {}"))).toBeCloseTo(idle + REFUSED_WRITE_CHARGE, 1);
    const read = "__.readDocument(__.getAltLink() + '/docs/none', {}, (error) => {});";
    expect(await charge(read)).toBeCloseTo(idle + EMPTY_READ_CHARGE, 1);
    const query = "__.queryDocuments(__.getSelfLink(), 'SELEC', {}, (error) => {});";
    expect(await charge(query)).toBeCloseTo(idle + EMPTY_READ_CHARGE, 1);
  });

  test("pays 1 for a read that finds nothing newer, whatever the size", async () => {
    const { item } = await createOne(container, { id: "large", pk: "a", text: "x".repeat(100_000) }, request);
    const read = (options: string) =>
      charge(`__.readDocument(__.getAltLink() + '/docs/large', ${options}, () => {});`);
    const known = await read(JSON.stringify({ ifNoneMatch: item.etag }));
    expect(known).toBeCloseTo((await charge("")) + EMPTY_READ_CHARGE, 1);
    expect(await read("{}")).toBeGreaterThan(known + 6);
  });

  test("that fails pays for what it did", async () => {
    const done = await charge(create("kept"));
    const failing = execute(`${create("gone", "() => { throw new Error('no'); }")}`);
    const failure = await failureOf(failing);
    expect(failure.charge).toBeCloseTo(done, 1);
    const again = execute(`${loop(100_000)} ${create("gone", "() => { throw new Error('no'); }")}`);
    expect(await spentBy(again)).toBeCloseTo(failure.charge! + 3.6 * 1.4, 1);
    expect((await failureOf(execute("this is no script"))).charge).toBeCloseTo(scriptCharge(0, 0), 1);
  });
});

test("a stored procedure whose key has no room for what it wrote has done its work", async () => {
  const done = await charge(create("1") + create("2"));
  await engine.close();
  const limits = { ...DEFAULT_STORAGE_LIMITS, logicalPartitionBytes: 300 };
  engine = await openEngine(undefined, undefined, limits);
  container = await newContainer(engine);
  const { code, charge: undone } = await failureOf(execute(create("1") + create("2")));
  expect(code).toBe("partitionKeyFull");
  expect(undone).toBe(done);
});

test("scripts see the time and the chance of the engine's environment", async () => {
  const now = container.environment.now();
  const read = async () =>
    (await execute("__.response.setBody([Date.now(), Math.random()])")).body as number[];
  const [first, second] = [await read(), await read()];
  for (const [ms] of [first, second]) expect(Math.abs(ms! - now)).toBeLessThan(5_000);
  expect(first[1]).not.toBe(second[1]);

  await engine.close();
  engine = await openEngine();
  container = await newContainer(engine);
  expect((await read())[1]).toBe(first[1]);
});

test("user-defined functions see the time of the engine's environment", async () => {
  const now = container.environment.now();
  await engine.tree.create("userDefinedFunction", container.definition.resource, {
    id: "now",
    body: "() => Date.now()",
  });
  const text = "SELECT VALUE udf.now()";
  const [ms] = await engine.scripts.withFunctions(container, text, async (udf) =>
    (await queryContainer(container, { text, parameters: [] }, { ...plain, udf: udf! })).rows.map((row) =>
      row.value(),
    ),
  );
  expect(Math.abs((ms as number) - now)).toBeLessThan(5_000);
});

describe("a trigger", () => {
  test("costs like a script, beside the write", async () => {
    const plainly = (await createOne(container, { id: "1", pk: "a" }, request)).charge;
    await addTrigger("nothing", "Pre", "");
    await addTrigger("busy", "Post", loop(100_000));
    const { charge: withOne } = await createItem("2", { pre: "nothing" });
    expect(withOne).toBeCloseTo(plainly + 1, 1);
    const { charge: withBoth } = await createItem("3", { pre: "nothing", post: "busy" });
    expect(withBoth).toBeCloseTo(withOne + 1 + 3.6 * 1.4, 1);
    expect(await spentBy(createItem("4", { pre: "nothing", post: "busy" }))).toBeCloseTo(withBoth);
  });

  test("that fails, or whose write is refused, has done what it did", async () => {
    await addTrigger("busy", "Pre", loop(100_000));
    await addTrigger("angry", "Post", "throw new Error('no')");
    const { charge: made } = await createItem("1", { pre: "busy" });
    const undone = await failureOf(createItem("2", { pre: "busy", post: "angry" }));
    expect(undone.charge).toBeCloseTo(made + 1, 1);
    const refused = createItem("1", { pre: "busy" });
    const { code, charge: refusedCharge } = await failureOf(refused);
    expect(code).toBe("conflict");
    expect(refusedCharge).toBeCloseTo(1 + 3.6 * 1.4 + REFUSED_WRITE_CHARGE, 1);
    expect(await spentBy(createItem("1", { pre: "busy" }))).toBeCloseTo(refusedCharge!);
    expect((await failureOf(createItem("3", { pre: "unknown" }))).charge).toBe(REFUSED_WRITE_CHARGE);
  });
});

test("a query of a script sees the container's computed properties", async () => {
  const { resource } = await engine.containers.create(
    "db",
    {
      id: "computed",
      partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
      computedProperties: [{ name: "low", query: "SELECT VALUE LOWER(c.name) FROM c" }],
    },
    { knowsPartitionKeys: true },
  );
  container = await engine.containerOf(resource);
  await createOne(container, { id: "1", pk: "a", name: "ADA" }, plain);
  const { body } = await execute(
    `__.queryDocuments(__.getSelfLink(), "SELECT VALUE c.low FROM c WHERE c.low = 'ada'", (error, rows) => {
      __.response.setBody(rows);
    });`,
  );
  expect(body).toEqual(["ada"]);
});

describe("waiting", () => {
  const ended: string[] = [];
  const noted = (name: string, work: Promise<unknown>) => work.then(() => ended.push(name));
  beforeEach(() => {
    ended.length = 0;
  });

  test("a write waits for one script of its key at most, however many there are", async () => {
    const procedure = await addProcedure(loop(1_000_000));
    const procedures = Array.from({ length: 5 }, () => noted("procedure", run(procedure)));
    await Promise.all([...procedures, noted("write", createOne(container, { id: "w", pk: "a" }, request))]);
    expect(ended.indexOf("write")).toBeLessThanOrEqual(1);
  });

  test("a script that waits for a thread holds up no write", async () => {
    const procedure = await addProcedure(loop(1_000_000));
    const others = ["b", "c", "d", "e"].map((key) => run(procedure, key));
    const last = noted("procedure", run(procedure));
    await Promise.all([...others, last, noted("write", createOne(container, { id: "w", pk: "a" }, request))]);
    expect(ended).toEqual(["write", "procedure"]);
  });

  test("a trigger comes in the turn of the scripts of its key", async () => {
    await addTrigger("slow", "Pre", loop(1_000_000));
    const triggered = ["t", "u", "v"].map((id) => noted(id, createItem(id, { pre: "slow" })));
    await Promise.all([...triggered, noted("write", createOne(container, { id: "w", pk: "a" }, request))]);
    expect(ended.filter((name) => name !== "write")).toEqual(["t", "u", "v"]);
    expect(ended.indexOf("write")).toBeLessThanOrEqual(1);
  });
});
