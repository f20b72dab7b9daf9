import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
  [0, "0 bytes"],
  [1_023, "1023 bytes"],
  [1_024, "1 KB"],
  [200_000, "195.3 KB"],
  [1.5 * 2 ** 20, "1.5 MB"],
  [20 * 2 ** 30, "20 GB"],
  [3_000 * 2 ** 40, "3000 TB"],
])("%d is %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
