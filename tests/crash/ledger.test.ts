import { beforeEach, expect, test } from "vitest";
import { itemBody, Ledger } from "./ledger.ts";

let ledger: Ledger;
beforeEach(() => {
  ledger = new Ledger();
  ledger.sent("a", "1", 7);
  ledger.acknowledge("a", "1");
});

test("takes what was acknowledged", () => {
  ledger.reconcile([itemBody("a", "1", 7)]);
  expect(ledger.current("a", "1")).toBe(7);
});

test.each([7, 8])("takes version %d of a write that was under way", (version) => {
  ledger.sent("a", "1", 8);
  ledger.reconcile([itemBody("a", "1", version)]);
  expect(ledger.current("a", "1")).toBe(version);
});

test("takes a delete that was under way", () => {
  ledger.sent("a", "1", 0);
  ledger.reconcile([]);
  expect(ledger.current("a", "1")).toBe(0);
});

test.each([
  ["lost", [], "was acknowledged last"],
  ["older", [itemBody("a", "1", 6)], "was acknowledged last"],
  ["torn", [{ ...itemBody("a", "1", 7), payload: "x" }], "is torn"],
  ["twice", [itemBody("a", "1", 7), itemBody("a", "1", 7)], "twice"],
  ["nobody's", [itemBody("a", "1", 7), itemBody("a", "2", 1)], "nobody wrote it"],
])("notices what is %s", (_, found, message) => {
  expect(() => ledger.reconcile(found)).toThrow(message);
});
