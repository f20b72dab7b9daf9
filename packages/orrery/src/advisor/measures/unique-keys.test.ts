import { expect, test } from "vitest";
import { plainCandidate } from "../candidates/candidate.ts";
import { uniqueKeysOf } from "./unique-keys.ts";

const PRESENT = { key: ["/tenant"], uniqueKeys: [["/email"]] };
const rows = [
  { id: "1", tenant: "a", email: "x", city: "p" },
  { id: "2", tenant: "b", email: "x", city: "p" },
  { id: "3", tenant: "b", email: "y", city: "q" },
].map((item, order) => ({ item, bytes: 1, terms: 1, order }));

test.each([
  ["/tenant", true, 0],
  // Two of the same tenant and email may be in different cities, and two tenants share one of a city.
  ["/city", false, 1],
  ["/email", true, 1],
  ["/id", false, 0],
] as const)("under %s", (path, isKept, refused) => {
  expect(uniqueKeysOf(plainCandidate([path]), PRESENT, rows)).toEqual([
    { paths: ["/email"], isKept, refused },
  ]);
});
