import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { systemEnvironment } from "../cli/server/environment.ts";
import type { Member, Members, UnitOwner } from "../kv/members.ts";
import { CATALOG_UNIT, ClusterNode } from "./cluster-node.ts";

const LEASE_MS = 60_000;

/** What nodes were asked and told about spending. */
let spent: string[] = [];

afterEach(() => {
  spent = [];
  vi.useRealTimers();
});

/** The table of nodes and owners in memory. */
class Table {
  readonly nodes = new Map<string, Member>();
  readonly owners = new Map<string, UnitOwner>();

  members(id: string): Members {
    const isOwner = (unit: string, term: number) =>
      this.owners.get(unit)?.node === id && this.owners.get(unit)?.term === term;
    return {
      id,
      leaseMs: LEASE_MS,
      look: async () => ({ members: [...this.nodes.values()], owners: new Map(this.owners) }),
      removeSilent: async () => {},
      announce: async (address) => {
        this.nodes.set(id, { id, name: id, address, isLeaving: false, leaseLeftMs: LEASE_MS });
      },
      leave: async () => {},
      take: async (unit, last) => {
        const owner = this.owners.get(unit);
        if (owner !== undefined && owner.term !== last?.term) return undefined;
        if (owner?.node !== undefined && owner.node !== id && this.nodes.has(owner.node)) return undefined;
        const term = (owner?.term ?? 0) + 1;
        this.owners.set(unit, { node: id, term });
        return term;
      },
      pass: async (unit, term, to) => {
        if (isOwner(unit, term)) this.owners.set(unit, { node: to, term: term + 1 });
      },
      forget: async (unit, term) => {
        if (isOwner(unit, term)) this.owners.delete(unit);
      },
    };
  }
}

const environment = systemEnvironment("silent");
const container = { rid: "c", parentRid: "d" };

/** One container, whose partitions have these key spaces. */
function nodesOn(table: Table, spaces: readonly number[] = []) {
  const nodes = new Map<string, ClusterNode>();
  const unitOf = (space: number) => `c/${space}`;
  /** `refresh`: what it takes to make the catalogue new. */
  return async (id: string, refresh = async () => {}): Promise<ClusterNode> => {
    const node: ClusterNode = new ClusterNode({
      members: table.members(id),
      isCurrent: () => true,
      askToPass: (from, unit) => nodes.get(from.id)!.pass(unit, id),
      spendAt: async (at, { rid, space, spent: what }) => {
        spent.push(`${at.id} ${rid} ${space} ${what?.charge ?? "ask"}`);
        return false;
      },
    });
    node.use({
      environment,
      refresh,
      units: () => new Map(spaces.map((space) => [unitOf(space), []])),
      unitOf: (_, space) => unitOf(space),
      unitsOf: () => spaces.map(unitOf),
      staysHere: () => false,
      leave: async (_, left) => left(),
      emptyAbandoned: async () => {},
    });
    nodes.set(id, node);
    await node.begin(`http://${id}`);
    return node;
  };
}

/** Resolves when it is opened. */
class Gate {
  readonly passed: Promise<void>;
  open!: () => void;

  constructor() {
    this.passed = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}

const nothing = async () => {};

test("what was passed on to a node that came later than the last look stays with it", async () => {
  const table = new Table();
  const start = nodesOn(table);
  const a = await start("a");
  await a.whileChanging(nothing);
  const b = await start("b");
  await b.whileChanging(nothing);
  expect(a.has(CATALOG_UNIT)).toBe(false);
  await a.whileChanging(nothing);
  expect([a.has(CATALOG_UNIT), b.has(CATALOG_UNIT)]).toEqual([true, false]);
});

test("a catalogue that was made new before a unit went away and came back does not do for it", async () => {
  const table = new Table();
  const start = nodesOn(table);
  const refreshes: Gate[] = [];
  const refresh = () => {
    const gate = new Gate();
    refreshes.push(gate);
    return gate.passed;
  };
  const a = await start("a", refresh);
  table.owners.set(CATALOG_UNIT, { node: "a", term: 1 });
  await a.overview();
  const changing = a.whileChanging(nothing);
  await expect.poll(() => refreshes.length).toBe(1);
  // Another had it since.
  table.owners.set(CATALOG_UNIT, { node: "a", term: 3 });
  await a.overview();
  refreshes[0]!.open();
  await expect.poll(() => refreshes.length).toBe(2);
  expect(a.has(CATALOG_UNIT)).toBe(false);
  refreshes[1]!.open();
  await changing;
  expect(a.has(CATALOG_UNIT)).toBe(true);
});

test("what a change began and goes on after it is no part of it", async () => {
  const table = new Table();
  const start = nodesOn(table);
  const [a, b] = [await start("a"), await start("b")];
  const gate = new Gate();
  let later: Promise<boolean> | undefined;
  await a.whileChanging(async () => {
    later = gate.passed.then(() => a.whileChanging(async () => a.has(CATALOG_UNIT)));
  });
  await b.whileChanging(nothing);
  gate.open();
  expect(await later).toBe(true);
  expect(table.owners.get(CATALOG_UNIT)?.node).toBe("a");
});

test("what a change began while it lasted is over before another node may change anything", async () => {
  const table = new Table();
  const start = nodesOn(table);
  const [a, b] = [await start("a"), await start("b")];
  const [first, second] = [new Gate(), new Gate()];
  const course: string[] = [];
  let inner: Promise<void> | undefined;
  const outer = a.whileChanging(async () => {
    await first.passed;
    inner = a.whileChanging(async () => {
      await second.passed;
      course.push("a");
    });
  });
  await expect.poll(() => a.has(CATALOG_UNIT)).toBe(true);
  const other = b.whileChanging(async () => void course.push("b"));
  // It has been asked for already when the inner one begins.
  await expect.poll(() => !a.mayWrite([CATALOG_UNIT])).toBe(true);
  first.open();
  await outer;
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(a.has(CATALOG_UNIT)).toBe(true);
  second.open();
  await Promise.all([inner, other]);
  expect(course).toEqual(["a", "b"]);
});

const SPACES = [1, 2, 3, 4];

/** Who owns the partitions. */
const ownersIn = (table: Table) => SPACES.map((space) => table.owners.get(`c/${space}`)?.node);

test("all partitions of a container are gathered by one node, which says so by its generation", async () => {
  const table = new Table();
  const start = nodesOn(table, SPACES);
  const [a, b] = [await start("a"), await start("b")];
  for (const [i, space] of SPACES.entries()) {
    const node = i % 2 === 0 ? a : b;
    await node.place(`c/${space}`, { mayTake: true });
    expect(node.serves(container, space)).toBe(true);
  }
  expect(ownersIn(table)).toEqual(["a", "b", "a", "b"]);
  const before = [a.generation, b.generation];
  await b.gather(container);
  expect(ownersIn(table)).toEqual(["b", "b", "b", "b"]);
  expect([a.servesWhole(container), b.servesWhole(container)]).toEqual([false, true]);
  expect([a.generation - before[0]!, b.generation - before[1]!]).toEqual([2, 2]);
});

test("of two that gather at once one has all of them in the end", async () => {
  const table = new Table();
  const start = nodesOn(table, SPACES);
  const nodes = [await start("a"), await start("b")] as const;
  for (let round = 0; round < 5; round++) {
    const outcomes = await Promise.allSettled(nodes.map((node) => node.gather(container)));
    expect(outcomes.map(({ status }) => status)).toContain("fulfilled");
    // Whoever asks again gets them.
    if (new Set(ownersIn(table)).size > 1) await nodes[round % 2]!.gather(container);
    expect(new Set(ownersIn(table)).size).toBe(1);
  }
});

test("partitions that were gathered stay for a while, and are then shared out again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] });
  const table = new Table();
  const start = nodesOn(table, SPACES);
  const a = await start("a");
  await start("b");
  await a.gather(container);
  expect(ownersIn(table)).toEqual(["a", "a", "a", "a"]);
  await vi.advanceTimersByTimeAsync(2.5 * LEASE_MS);
  expect(ownersIn(table)).toEqual(["a", "a", "a", "a"]);
  await vi.advanceTimersByTimeAsync(LEASE_MS);
  expect(ownersIn(table).filter((owner) => owner === "b")).toHaveLength(2);
});

test("partitions that a change makes are its node's before anybody knows them, and are forgotten if it comes to nothing", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] });
  const table = new Table();
  const a = await nodesOn(table)("a");
  await a.whileChanging(async () => {
    await a.claim(container, [8, 9]);
    expect([8, 9].map((space) => table.owners.get(`c/${space}`)?.node)).toEqual(["a", "a"]);
    // A round between does not take them for those of something that is gone.
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(a.serves(container, 8)).toBe(true);
  });
  await vi.advanceTimersByTimeAsync(LEASE_MS);
  expect(a.serves(container, 8)).toBe(false);
  expect(table.owners.has("c/8")).toBe(false);
});

test("a node that leaves gives each of the others its share, and waits for writers of all at once", async () => {
  const table = new Table();
  const start = nodesOn(table, SPACES);
  const [a] = [await start("a"), await start("b"), await start("c")];
  await a.gather(container);
  const gate = new Gate();
  const writing = SPACES.map((space) => a.write([`c/${space}`], () => gate.passed));
  const leaving = a.leave();
  // All of them are on their way.
  await expect.poll(() => SPACES.every((space) => !a.mayWrite([`c/${space}`]))).toBe(true);
  gate.open();
  await Promise.all([leaving, ...writing]);
  const owners = ownersIn(table);
  expect([
    owners.filter((owner) => owner === "b").length,
    owners.filter((owner) => owner === "c").length,
  ]).toEqual([2, 2]);
});

test("who may spend is asked of the owner; where there is none, nobody refuses", async () => {
  const table = new Table();
  const start = nodesOn(table, SPACES);
  const [a, b] = [await start("a"), await start("b")];
  await b.place("c/1", { mayTake: true });
  await a.overview();
  const spender = { priority: "High", bucket: 0 } as const;
  expect(await a.admit(container, 1, spender)).toBe(false);
  expect(await a.admit(container, 2, spender)).toBe(true);
  a.settle(container, 1, spender, { admitted: false, charge: 7 });
  expect(spent).toEqual(["b c 1 ask", "b c 1 7"]);
});
