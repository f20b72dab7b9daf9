import { expect, test } from "vitest";
import { chooseNode, planMoves } from "./share-out.ts";

const nodesOf = (count: number) => Array.from({ length: count }, (_, i) => `node${i}`);

/** Owners after all moves, and how many there were. */
function settle(nodes: readonly string[], owners: ReadonlyMap<string, string>) {
  const after = new Map(owners);
  const moves = planMoves(nodes, owners);
  for (const { unit, from, to } of moves) {
    expect(after.get(unit)).toBe(from);
    after.set(unit, to);
  }
  return { after, moves: moves.length };
}

function loads(nodes: readonly string[], owners: ReadonlyMap<string, string>): number[] {
  return nodes.map((node) => [...owners.values()].filter((each) => each === node).length);
}

/** Each unit given to the node that owns least when it came. */
function fresh(units: number, nodes: readonly string[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (let i = 0; i < units; i++) owners.set(`unit${i}`, chooseNode(`unit${i}`, nodes, owners)!);
  return owners;
}

test.each([
  [4, 2],
  [10, 3],
  [400, 16],
])("%i units on %i nodes are shared out evenly, and then stay", (units, count) => {
  const nodes = nodesOf(count);
  const owners = fresh(units, nodes);
  const each = loads(nodes, owners);
  expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
  expect(planMoves(nodes, owners)).toEqual([]);
});

test.each([
  [6, 2],
  [100, 7],
  [400, 15],
])("of %i units no more move to a node that joins %i others than its share", (units, count) => {
  const owners = fresh(units, nodesOf(count));
  const nodes = nodesOf(count + 1);
  const { after, moves } = settle(nodes, owners);
  const each = loads(nodes, after);
  expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
  expect(moves).toBe(each.at(-1));
});

test("what a node leaves goes to those that own least, and nothing else moves", () => {
  const owners = fresh(30, nodesOf(3));
  const left = nodesOf(2);
  for (const [unit, node] of [...owners]) {
    if (node !== "node2") continue;
    owners.delete(unit);
    owners.set(unit, chooseNode(unit, left, owners)!);
  }
  expect(loads(left, owners)).toEqual([15, 15]);
  expect(planMoves(left, owners)).toEqual([]);
});

test("without a node nobody is chosen", () => {
  expect(chooseNode("unit", [], new Map())).toBeUndefined();
  expect(planMoves([], new Map([["unit", "gone"]]))).toEqual([]);
});

test("what may not move stays, and counts where it is", () => {
  const owners = new Map(["a1", "a2", "a3", "a4"].map((unit) => [unit, "a"]));
  const stays = new Set(["a3", "a4"]);
  const moves = planMoves(["a", "b", "c"], owners, (unit) => !stays.has(unit));
  expect(moves.map(({ unit, to }) => `${unit} ${to}`)).toEqual(["a2 b", "a1 c"]);
  expect(planMoves(["a", "b"], owners, () => false)).toEqual([]);
});
