/** Every query of a container has a time, wherever the clock of its items stands. */
import { afterEach, expect, test } from "vitest";
import { Scheduler } from "../../schedule/scheduler.ts";
import { TestLoop } from "../../schedule/test-loop.fixture.ts";
import type { Container } from "../container/container.ts";
import { failureOf, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne } from "../items/items.ts";
import { type ItemQueryRequest, queryContainer } from "./query-container.ts";
import { queryResources } from "./query-resources.ts";

const list = Array.from({ length: 100 }, (_, i) => i);
const cross = "JOIN a IN c.list JOIN b IN c.list WHERE a + b < 0";

let engine: Engine;
afterEach(() => engine.close());

/** Queries see a second pass with every look at their clock. */
async function hurriedContainer(): Promise<Container> {
  const clock = new TestClock();
  clock.scheduler = new Scheduler(new TestLoop(1_000));
  engine = await openEngine(undefined, clock);
  const container = await newContainer(engine);
  await createOne(container, { id: "a", pk: "x", list }, plain);
  return container;
}

function query(container: Container, text: string, options: Partial<ItemQueryRequest> = {}) {
  return queryContainer(container, { text, parameters: [] }, { ...plain, ...options });
}

test("a page of rows ends, a whole result fails", async () => {
  const container = await hurriedContainer();
  const page = await query(container, `SELECT VALUE a FROM c ${cross}`);
  expect(page.rows).toEqual([]);
  expect(page.continuation).toBeDefined();
  const failure = await failureOf(query(container, `SELECT VALUE COUNT(1) FROM c ${cross}`));
  expect(failure.code).toBe("timeout");
});

test("a query ends when its client has gone", async () => {
  const container = await hurriedContainer();
  const options = { isUnwanted: () => true };
  expect((await failureOf(query(container, `SELECT VALUE a FROM c ${cross}`, options))).code).toBe("timeout");
});

test("a query of resources has a time too", async () => {
  await hurriedContainer();
  const text = `SELECT VALUE COUNT(1) FROM c ${cross}`;
  const work = queryResources(engine.environment, [{ id: "r", list }], { text, parameters: [] }, {});
  expect((await failureOf(work)).code).toBe("timeout");
});

test("a script's query fails in time, and the script may handle it", async () => {
  const container = await hurriedContainer();
  const procedure = await engine.tree.create("storedProcedure", container.definition.resource, {
    id: "p",
    body: `function () {
      __.queryDocuments(__.getSelfLink(), "SELECT VALUE COUNT(1) FROM c ${cross}", {}, (error) => {
        __.response.setBody(error.number);
      });
    }`,
  });
  const request = { ...plain, key: ["x"], enableLogging: false };
  expect((await engine.scripts.execute(container, procedure, [], request)).body).toBe(408);
});
