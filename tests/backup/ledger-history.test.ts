import { beforeEach, expect, test } from "vitest";
import { itemBody } from "../crash/ledger.ts";
import { LedgerHistory } from "./ledger-history.ts";

let ledger: LedgerHistory;
let begin: number;
let end: number;

function write(id: string, version: number): void {
  ledger.sent("k", id, version);
  ledger.acknowledge("k", id);
}

function items(versions: Readonly<Record<string, number>>) {
  return Object.entries(versions).map(([id, version]) => itemBody("k", id, version));
}

/** Before the begin: a1 b1. Between begin and end: a2, then b2, then the deletion of a. After the end: b3, c1. */
beforeEach(() => {
  ledger = new LedgerHistory();
  write("a", 1);
  write("b", 1);
  begin = ledger.now;
  write("a", 2);
  write("b", 2);
  write("a", 0);
  end = ledger.now;
  write("b", 3);
  write("c", 1);
});

test.each([[{ a: 1, b: 1 }], [{ a: 2, b: 1 }], [{ a: 2, b: 2 }], [{ b: 2 }]])("takes %j", (versions) => {
  ledger.assertMoment(items(versions), begin, end);
});

test.each([
  ["an acknowledged write that is lost", { b: 1 }, "no moment had all of the items"],
  ["a later write without an earlier one", { a: 1, b: 2 }, "no moment had all of the items"],
  ["an item that was never acknowledged as deleted", { a: 1 }, "no moment had these items"],
  ["a write that was sent after the end", { b: 3 }, "no moment had these items"],
  ["an item that was created after the end", { b: 2, c: 1 }, "no moment had these items"],
  ["an item that nobody wrote", { b: 2, d: 1 }, "nobody wrote it"],
])("notices %s", (_, versions, message) => {
  expect(() => ledger.assertMoment(items(versions), begin, end)).toThrow(message);
});

test("takes a write that was sent before the end with and without it", () => {
  ledger.sent("k", "d", 1);
  const pending = ledger.now;
  ledger.assertMoment(items({ b: 3, c: 1 }), pending, pending);
  ledger.assertMoment(items({ b: 3, c: 1, d: 1 }), pending, pending);
});
