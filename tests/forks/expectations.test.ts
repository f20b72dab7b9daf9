/** What `orrerydb/testing` gives to tests: forks of one seed, and expectations that fail when they should. */
import type { Container } from "@azure/cosmos";
import { type Orrery, startOrrery } from "orrerydb";
import { ExpectationError, Expectations, TestOrrery } from "orrerydb/testing";
import { testOrrery } from "orrerydb/testing/vitest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ITEMS = Array.from({ length: 40 }, (_, i) => ({ id: `${i}`, customer: `c${i % 10}`, total: i }));
const SEED = { shop: { carts: { partitionKey: "/customer", items: ITEMS } } };
const OF_ONE = "SELECT * FROM c WHERE c.customer = 'c1'";
const OF_ALL = "SELECT * FROM c WHERE c.total > 3";

describe("a fork for each test", () => {
  const orrery = testOrrery({ seed: SEED, noFanOut: true });
  const carts = () => orrery.client().database("shop").container("carts");

  test.each([1, 2, 3])("as the seed is, whatever test %d did before", async () => {
    const { resources } = await orrery.expectSinglePartition(carts(), OF_ONE);
    expect(resources).toHaveLength(4);
    await carts().items.create({ id: "new", customer: "c1" });
    await carts().item("1", "c1").delete();
  });

  test("there are several partitions, and what goes on inside is at hand", async () => {
    expect(await orrery.control.partitions("shop/carts")).toHaveLength(5);
    expect(orrery.connectionString).toContain(orrery.endpoint);
  });
});

test("outside of a test there is no fork", () => {
  const hooks = { beforeAll: () => {}, beforeEach: () => {}, afterEach: () => {}, afterAll: () => {} };
  expect(() => TestOrrery.register(hooks).client()).toThrow("inside a test");
});

describe("expectations", () => {
  let orrery: Orrery;
  let expectations: Expectations;
  let carts: Container;

  beforeAll(async () => {
    orrery = await startOrrery({ seed: SEED, partitions: 5 });
    expectations = new Expectations(() => orrery.control);
    carts = orrery.client().database("shop").container("carts");
  });
  afterAll(() => orrery.stop());

  async function failure(work: Promise<unknown>): Promise<string> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ExpectationError);
    return (error as Error).message;
  }

  test("a query that names the key is sent to one partition, one that does not is found out", async () => {
    const { partitions, requestCharge } = await expectations.expectSinglePartition(carts, OF_ONE);
    expect(partitions).toHaveLength(1);
    expect(requestCharge).toBeGreaterThan(0);
    const message = await failure(expectations.expectSinglePartition(carts, OF_ALL));
    expect(message).toMatch(
      /^A query asked 5 partitions of container shop\/carts \(.*: SELECT \* FROM c WHERE/,
    );
  });

  test("where there is one partition, nothing can be told", async () => {
    const single = await startOrrery({ seed: SEED });
    const container = single.client().database("shop").container("carts");
    const asked = new Expectations(() => single.control).expectSinglePartition(container, OF_ALL);
    expect(await failure(asked)).toContain("has one physical partition");
    await single.stop();
  });

  test("what a query costs", async () => {
    const { requestCharge } = await expectations.expectChargeBelow(carts, OF_ONE, 100);
    const message = await failure(expectations.expectChargeBelow(carts, OF_ONE, requestCharge));
    expect(message).toContain(`cost ${requestCharge} RU on 1 partition`);
  });

  test("queries of a program that fan out, but for those that may", async () => {
    const { next } = await orrery.control.requests();
    await carts.items.query(OF_ONE).fetchAll();
    await expectations.expectNoFanOut({ from: next });
    await carts.items.query(OF_ALL).fetchAll();
    await carts.items.readAll().fetchAll();
    const message = await failure(expectations.expectNoFanOut({ from: next }));
    expect(message.split("\n")).toHaveLength(2);
    await expectations.expectNoFanOut({
      from: next,
      except: [OF_ALL, /^SELECT \* (from|FROM) \S+$/, "all items"],
    });
  });

  test("more requests than are kept cannot be judged", async () => {
    for (let i = 0; i < 11; i++)
      await Promise.all(Array.from({ length: 100 }, () => carts.item("1", "c1").read()));
    expect(await failure(expectations.expectNoFanOut())).toContain("look more often");
  });

  test("a key that takes most of the request units", async () => {
    const fork = await orrery.fork();
    const here = new Expectations(() => fork.control);
    const container = fork.client().database("shop").container("carts");
    expect(await failure(here.expectNoHotKey(container))).toContain("0 requests");
    for (const { id, customer } of ITEMS) await container.item(id, customer).read();
    await here.expectNoHotKey(container);
    for (let i = 0; i < 60; i++) await container.item("1", "c1").read();
    expect(await failure(here.expectNoHotKey(container))).toMatch(
      /^Partition key \["c1"\] took 6\d % of the /,
    );
    await here.expectNoHotKey(container, { share: 0.7 });
    await fork.stop();
  });
});
