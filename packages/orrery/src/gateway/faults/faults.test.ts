import { describe, expect, test } from "vitest";
import { Failure } from "../../value/failure.ts";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import type { GatewayRequestInit } from "../exchange/gateway-request.ts";
import { FaultSubject } from "./fault-subject.ts";
import { FAULT_OPERATIONS_MAX, FAULT_RULES_MAX, Faults } from "./faults.ts";

const PLACES = {
  partitions: { place: async () => ({ database: "shop", container: "carts", partition: "1" }) },
};

function setUp() {
  const time = { nowMs: 1_000, chance: 0 };
  const waits: number[] = [];
  const faults = new Faults({
    nowMs: () => time.nowMs,
    random: () => time.chance,
    wait: async (ms) => void waits.push(ms),
  });
  const meet = async (given: Partial<GatewayRequestInit> = {}) =>
    (
      await faults.meet(
        new FaultSubject(testRequest({ target: "/dbs/shop/colls/carts/docs/1", ...given }), PLACES as never),
      )
    )?.id;
  return { time, waits, faults, meet };
}

const BUSY = { type: "serviceUnavailable" };
const CREATE = { method: "POST", target: "/dbs/shop/colls/carts/docs" };

describe("which requests", () => {
  test.each([
    [{}, {}, true],
    [{}, { target: "/dbs/shop/colls/carts" }, false],
    [{ operations: ["metadata"] }, { target: "/dbs/shop/colls/carts" }, true],
    [{ operations: ["create"] }, {}, false],
    [{ operations: ["create"] }, CREATE, true],
    [{ operations: ["upsert"] }, CREATE, false],
    [{ operations: ["query"] }, { ...CREATE, headers: { "x-ms-documentdb-isquery": "True" } }, true],
    [{}, { ...CREATE, headers: { "x-ms-cosmos-is-query-plan-request": "True" } }, false],
    [{ operations: ["execute"] }, { method: "POST", target: "/dbs/shop/colls/carts/sprocs/p" }, true],
    [
      { operations: ["changes"] },
      { target: "/dbs/shop/colls/carts/docs", headers: { "a-im": "Incremental feed" } },
      true,
    ],
    [{ database: "shop", container: "carts" }, { target: "/dbs/AA==/colls/BB==/docs/1" }, true],
    [{ container: "orders" }, {}, false],
    [{ key: "ada" }, { headers: { "x-ms-documentdb-partitionkey": '["ada"]' } }, true],
    [{ key: ["ada"] }, { headers: { "x-ms-documentdb-partitionkey": '["ada"]' } }, true],
    [{ key: ["ada", 1] }, { headers: { "x-ms-documentdb-partitionkey": '["ada"]' } }, false],
    [{ key: "ada" }, {}, false],
    [{ container: "carts", partition: "1" }, {}, true],
    [{ container: "carts", partition: "2" }, {}, false],
    [{ connection: "direct" }, {}, false],
    [{ connection: "gateway" }, {}, true],
  ])("%j meets %j: %s", async (condition, given, isMet) => {
    const { faults, meet } = setUp();
    faults.add({ id: "f", condition, result: BUSY });
    expect(await meet(given)).toBe(isMet ? "f" : undefined);
  });

  test("one without key and range asks every partition, also a slow one", async () => {
    const { faults } = setUp();
    faults.add({ id: "f", condition: { container: "carts", partition: "2" }, result: BUSY });
    const anywhere = { partitions: { place: async () => ({ database: "shop", container: "carts" }) } };
    const meet = async (headers: Record<string, string>) =>
      (await faults.meet(new FaultSubject(testRequest({ headers }), anywhere as never)))?.id;
    expect(await meet({})).toBe("f");
    expect(await meet({ "x-ms-documentdb-partitionkeyrangeid": "2" })).toBe("f");
    expect(await meet({ "x-ms-documentdb-partitionkeyrangeid": "0" })).toBeUndefined();
  });

  test("a container that is not there is left to its route", async () => {
    const { faults } = setUp();
    faults.add({ condition: { container: "carts" }, result: BUSY });
    const place = async () => {
      throw new Failure("notFound", "No.");
    };
    expect(
      await faults.meet(new FaultSubject(testRequest({}), { partitions: { place } } as never)),
    ).toBeUndefined();
  });
});

describe("how often", () => {
  test("hits end at the limit, and what is seen is counted on while it is active", async () => {
    const { faults, meet } = setUp();
    faults.add({ id: "f", result: BUSY, hitLimit: 2, skip: 1 });
    expect([await meet(), await meet(), await meet(), await meet()]).toEqual([
      undefined,
      "f",
      "f",
      undefined,
    ]);
    expect(faults.read("f")).toMatchObject({ hits: 2, seen: 3, state: "over" });
  });

  test("times are counted for each operation, and anew when it has got through", async () => {
    const { faults, meet } = setUp();
    faults.add({ id: "f", result: { ...BUSY, times: 2 } });
    const other = { target: "/dbs/shop/colls/carts/docs/2" };
    expect([await meet(), await meet(other), await meet(), await meet()]).toEqual(["f", "f", "f", undefined]);
    expect([await meet(other), await meet(other), await meet()]).toEqual(["f", undefined, "f"]);
  });

  test("operations differ by their bodies, and not by times and signatures", async () => {
    const { faults, meet } = setUp();
    faults.add({ id: "f", result: { ...BUSY, times: 1 } });
    const create = (body: string, date: string) =>
      meet({ ...CREATE, headers: { "x-ms-date": date }, readBody: async () => Buffer.from(body) });
    expect(await create("a", "1")).toBe("f");
    expect(await create("b", "2")).toBe("f");
    expect(await create("a", "3")).toBeUndefined();
  });

  test("more operations than are remembered begin anew", async () => {
    const { faults, meet } = setUp();
    faults.add({ id: "f", result: { ...BUSY, times: 1 } });
    for (let i = 0; i <= FAULT_OPERATIONS_MAX; i++) await meet({ target: `/dbs/shop/colls/carts/docs/${i}` });
    expect(await meet({ target: "/dbs/shop/colls/carts/docs/0" })).toBe("f");
    expect(await meet({ target: `/dbs/shop/colls/carts/docs/${FAULT_OPERATIONS_MAX}` })).toBeUndefined();
  });

  test("chance decides by the rate", async () => {
    const { faults, meet, time } = setUp();
    faults.add({ id: "f", result: { ...BUSY, rate: 0.25 } });
    time.chance = 0.2499;
    expect(await meet()).toBe("f");
    time.chance = 0.25;
    expect(await meet()).toBeUndefined();
    expect(faults.read("f")).toMatchObject({ hits: 1, seen: 2 });
  });

  test("a rule begins and ends by the clock", async () => {
    const { faults, meet, time } = setUp();
    expect(faults.add({ id: "f", result: BUSY, startDelayMs: 100, durationMs: 50 }).state).toBe("waiting");
    expect(await meet()).toBeUndefined();
    time.nowMs += 100;
    expect(await meet()).toBe("f");
    time.nowMs += 50;
    expect(await meet()).toBeUndefined();
    expect(faults.read("f").state).toBe("over");
  });

  test("the first rule that applies decides; one that is switched off does not", async () => {
    const { faults, meet } = setUp();
    faults.add({ id: "a", result: BUSY, enabled: false });
    faults.add({ id: "b", result: BUSY, hitLimit: 1 });
    faults.add({ id: "c", result: BUSY });
    expect([await meet(), await meet()]).toEqual(["b", "c"]);
    expect(faults.setEnabled("a", true).state).toBe("active");
    expect(await meet()).toBe("a");
  });
});

describe("waits", () => {
  test.each([
    [{ ms: 5 }, 0.5, 5],
    [{ fromMs: 10, toMs: 20 }, 0.5, 15],
    [{ meanMs: 100 }, 1 - Math.exp(-2), 200],
    [{ medianMs: 100, p99Ms: 1_000 }, 0, 100],
    [{ meanMs: 600_000 }, 0.999999, 600_000],
  ])("%j", async (latency, chance, expected) => {
    const { faults, time, waits } = setUp();
    time.chance = chance;
    faults.add({ result: { type: "delay", latency } });
    const fault = await faults.meet(new FaultSubject(testRequest({}), PLACES as never));
    await fault!.wait();
    expect(waits[0]).toBeCloseTo(expected, 6);
  });

  test("end when the rule is removed", async () => {
    const faults = new Faults({ nowMs: () => 0, random: () => 0 });
    faults.add({ id: "f", result: { type: "delay", latency: { ms: 600_000 } } });
    const fault = await faults.meet(new FaultSubject(testRequest({}), PLACES as never));
    const waiting = fault!.wait();
    faults.clear();
    await waiting;
    expect(faults.isArmed).toBe(false);
  });
});

describe("rules are read strictly", () => {
  test.each([
    [{}, "'result' is missing: it must be an object."],
    [{ result: { type: "slow" } }, "'type' must be"],
    [{ result: BUSY, hits: 1 }, "The rule has no 'hits'."],
    [{ result: { type: "delay" } }, "needs a 'latency'"],
    [{ result: { type: "delay", latency: { ms: 1 }, carriedOut: false } }, "always carried out"],
    [{ result: { type: "delay", latency: { fromMs: 1 } } }, "must have 'ms', or"],
    [{ result: { type: "delay", latency: { fromMs: 2, toMs: 1 } } }, "must have 'ms', or"],
    [{ result: { type: "delay", latency: { ms: 600_001 } } }, "from 0 to 600000"],
    [{ result: { ...BUSY, retryAfterMs: 1 } }, "'tooManyRequests' and 'retryWith' alone"],
    [{ result: { ...BUSY, rate: 0 } }, "above 0 and at most 1"],
    [{ result: { ...BUSY, times: 1.5 } }, "whole number"],
    [{ result: BUSY, hitLimit: 0 }, "from 1 to"],
    [{ result: BUSY, id: "a b" }, "letters, digits"],
    [{ result: BUSY, condition: { key: [] } }, "partition key value"],
    [{ result: BUSY, condition: { operations: ["write"] } }, "must be 'create' or"],
    [{ result: BUSY, condition: { partition: "0" } }, "name it too"],
  ])("%j", (rule, message) => {
    expect(() => setUp().faults.add(rule)).toThrow(message);
  });

  test("ids are not used twice, and made where absent", () => {
    const { faults } = setUp();
    faults.add({ id: "fault-1", result: BUSY });
    expect(faults.add({ result: BUSY }).id).toBe("fault-2");
    expect(() => faults.add({ id: "fault-1", result: BUSY })).toThrow("already");
    expect(() => faults.remove("other")).toThrow("no rule 'other'");
  });

  test("rules have a number that is not passed", () => {
    const { faults } = setUp();
    for (let i = 0; i < FAULT_RULES_MAX; i++) faults.add({ result: BUSY });
    expect(() => faults.add({ result: BUSY })).toThrow("Remove some");
  });
});
