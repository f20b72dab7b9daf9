import { expect, test } from "vitest";
import { whenKnown } from "./when-known.ts";

test("of what is here it follows at once, of a promise when it comes", async () => {
  const next = (value: number) => value + 1;
  expect(whenKnown(1, next)).toBe(2);
  const later = whenKnown(Promise.resolve(1), next);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});
