import { expect, test } from "vitest";
import { KnownPlaces } from "./known-places.ts";

const place = { key: ["a"], etag: "e" };

test("no more are remembered than its bound, and those of late are", () => {
  const known = new KnownPlaces(10);
  const names = Array.from({ length: 100 }, (_, i) => `${i}`);
  for (const name of names) {
    known.set(name, place);
    expect(names.filter((each) => known.get(each) !== undefined).length).toBeLessThanOrEqual(10);
  }
  for (const name of names.slice(-5)) expect(known.get(name)).toBe(place);
});

test("what is forgotten is forgotten, old or young", () => {
  const known = new KnownPlaces(4);
  for (const name of ["a", "b", "c"]) known.set(name, place);
  for (const name of ["a", "c"]) known.forget(name);
  expect(["a", "b", "c"].map((name) => known.get(name))).toEqual([undefined, place, undefined]);
});
