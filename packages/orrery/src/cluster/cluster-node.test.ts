import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemEnvironment } from "../cli/environment.ts";
import { CATALOG_UNIT, ClusterNode } from "./cluster-node.ts";
import type { Member, Members, UnitOwner } from "./membership.ts";

/** The table of nodes and owners in memory. */
class Table {
  readonly nodes = new Map<string, Member>();
  readonly owners = new Map<string, UnitOwner>();

  members(id: string): Members {
    const isOwner = (unit: string, term: number) =>
      this.owners.get(unit)?.node === id && this.owners.get(unit)?.term === term;
    return {
      id,
      leaseMs: 60_000,
      look: async () => ({ members: [...this.nodes.values()], owners: new Map(this.owners) }),
      removeSilent: async () => {},
      announce: async (address) => {
        this.nodes.set(id, { id, name: id, address, isLeaving: false, leaseLeftMs: 60_000 });
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
      forget: async () => {},
    };
  }
}

const environment = systemEnvironment("silent");

function nodesOn(table: Table) {
  const nodes = new Map<string, ClusterNode>();
  /** `refresh`: what it takes to make the catalogue new. */
  return async (id: string, refresh = async () => {}): Promise<ClusterNode> => {
    const node: ClusterNode = new ClusterNode({
      members: table.members(id),
      isCurrent: () => true,
      askToPass: (from, unit) => nodes.get(from.id)!.pass(unit, id),
    });
    node.use({
      environment,
      refresh,
      units: () => new Map(),
      unitOf: ({ rid }) => rid,
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
  await expect.poll(() => a.write(CATALOG_UNIT, nothing) === undefined).toBe(true);
  first.open();
  await outer;
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(a.has(CATALOG_UNIT)).toBe(true);
  second.open();
  await Promise.all([inner, other]);
  expect(course).toEqual(["a", "b"]);
});
