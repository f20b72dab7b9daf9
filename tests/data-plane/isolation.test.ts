/**
 * Many clients count together, each in the way that programs do it: what they add must add up. An increment that is
 * lost, or that counts twice, shows in the sum; a transaction that is seen in half shows in a pair that differs.
 */
import { BulkOperationType, type Container, type OperationInput, PatchOperationType } from "@azure/cosmos";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";

const CLIENTS = 8;
const INCREMENTS = 25;
const KEYS = ["a", "b"];

interface Counter {
  readonly id: string;
  readonly pk: string;
  readonly n: number;
  readonly _etag: string;
}

let server: TestServer;
let container: Container;
let count = 0;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  container = await server.createContainer(`counters-${++count}`);
  for (const pk of KEYS) for (const id of ["left", "right"]) await container.items.create({ id, pk, n: 0 });
});

/** All clients at once, each of them one increment after the other, on either key in turn. */
async function countTogether(increment: (pk: string, turn: number) => Promise<void>): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let i = 0; i < INCREMENTS; i++) await increment(KEYS[(client + i) % KEYS.length]!, i);
  });
  await Promise.all(clients);
}

async function read(id: string, pk: string): Promise<Counter> {
  return (await container.item(id, pk).read<Counter>()).resource!;
}

async function expectSum(ids: readonly string[] = ["left"]): Promise<void> {
  for (const id of ids) {
    const counters = await Promise.all(KEYS.map((pk) => read(id, pk)));
    const each = (CLIENTS * INCREMENTS) / KEYS.length;
    expect(counters.map(({ n }) => n)).toEqual([each, each]);
  }
}

async function incrementByEtag(pk: string): Promise<void> {
  for (;;) {
    const { _etag, n } = await read("left", pk);
    try {
      await container
        .item("left", pk)
        .replace({ id: "left", pk, n: n + 1 }, { accessCondition: { type: "IfMatch", condition: _etag } });
      return;
    } catch (error) {
      if ((error as { code: number }).code !== 412) throw error;
    }
  }
}

async function incrementByPatch(pk: string): Promise<void> {
  await container.item("left", pk).patch([{ op: PatchOperationType.incr, path: "/n", value: 1 }]);
}

const increasing = (id: string): OperationInput => ({
  operationType: BulkOperationType.Patch,
  id,
  resourceBody: { operations: [{ op: PatchOperationType.incr, path: "/n", value: 1 }] },
});

async function incrementByBatch(pk: string): Promise<void> {
  const { result } = await container.items.batch([increasing("left"), increasing("right")], pk);
  expect(result?.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
}

/** The text of a script: reads both counters, then writes both. */
const PROCEDURE = `function () {
  const collection = getContext().getCollection();
  const link = (id) => collection.getAltLink() + "/docs/" + id;
  const change = (id, then) => collection.readDocument(link(id), {}, (error, item) => {
    if (error) throw error;
    collection.replaceDocument(link(id), { ...item, n: item.n + 1 }, {}, (error) => {
      if (error) throw error;
      then();
    });
  });
  change("left", () => change("right", () => {}));
}`;

async function incrementByProcedure(pk: string): Promise<void> {
  await container.scripts.storedProcedure("increment").execute(pk, []);
}

const TRIGGER = `function () {
  const collection = getContext().getCollection();
  const link = collection.getAltLink() + "/docs/right";
  collection.readDocument(link, {}, (error, item) => {
    if (error) throw error;
    collection.replaceDocument(link, { ...item, n: item.n + 1 });
  });
}`;

describe("increments add up", () => {
  beforeEach(async () => {
    await container.scripts.storedProcedures.create({ id: "increment", body: PROCEDURE });
    await container.scripts.triggers.create({
      id: "count",
      body: TRIGGER,
      triggerType: "Post" as never,
      triggerOperation: "All" as never,
    });
  });

  test("by ETag and retry", async () => {
    await countTogether(incrementByEtag);
    await expectSum();
  });

  test("by patch", async () => {
    await countTogether(incrementByPatch);
    await expectSum();
  });

  test("by transactional batch, both counters together", async () => {
    await countTogether(incrementByBatch);
    await expectSum(["left", "right"]);
  });

  test("by stored procedure, both counters together", async () => {
    await countTogether(incrementByProcedure);
    await expectSum(["left", "right"]);
  });

  test("by bulk requests", async () => {
    const clients = Array.from({ length: CLIENTS }, async () => {
      const operations = Array.from({ length: INCREMENTS }).flatMap(() =>
        KEYS.map((partitionKey) => ({ ...increasing("left"), partitionKey }) as OperationInput),
      );
      const results = await container.items.executeBulkOperations(operations);
      expect(new Set(results.map(({ response }) => response?.statusCode))).toEqual(new Set([200]));
    });
    await Promise.all(clients);
    expect(await Promise.all(KEYS.map(async (pk) => (await read("left", pk)).n))).toEqual(
      KEYS.map(() => CLIENTS * INCREMENTS),
    );
  });

  test("by a trigger, beside the write that names it", async () => {
    await countTogether(async (pk, turn) => {
      await container.items.upsert({ id: `visit-${turn}`, pk }, { postTriggerInclude: ["count"] });
    });
    await expectSum(["right"]);
  });

  test("by all ways at once", async () => {
    const ways = [incrementByEtag, incrementByPatch, incrementByBatch, incrementByProcedure];
    let turn = 0;
    await countTogether((pk) => ways[turn++ % ways.length]!(pk));
    await expectSum();
  });
});

test("no reader sees half of a transaction", async () => {
  let isDone = false;
  const writing = countTogether(incrementByBatch).finally(() => {
    isDone = true;
  });
  let seen = 0;
  while (!isDone) {
    for (const pk of KEYS) {
      const { resources } = await container.items
        .query<number>("SELECT VALUE c.n FROM c", { partitionKey: pk })
        .fetchAll();
      expect(resources).toHaveLength(2);
      expect(resources[0]).toBe(resources[1]);
      seen++;
    }
  }
  await writing;
  expect(seen).toBeGreaterThan(0);
});

test("a batch that fails leaves no trace among those that succeed", async () => {
  await countTogether(async (pk, turn) => {
    if (turn % 2 === 0) return incrementByBatch(pk);
    const { result } = await container.items.batch([increasing("left"), increasing("nobody")], pk);
    expect(result?.map(({ statusCode }) => statusCode)).toEqual([424, 404]);
    await incrementByBatch(pk);
  });
  await expectSum(["left", "right"]);
});
