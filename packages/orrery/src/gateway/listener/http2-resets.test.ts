import { expect, test } from "vitest";
import { ResetBudget, resetsIn } from "./http2-resets.ts";

test("resets come back with time, up to the burst", () => {
  let nowMs = 0;
  const budget = new ResetBudget({ resetsMax: 3, resetsPerSecondMax: 2 }, () => nowMs);
  const taken = (count: number) => Array.from({ length: count }, () => budget.take());
  expect(taken(4)).toEqual([true, true, true, false]);
  nowMs += 1_500;
  expect(taken(3)).toEqual([true, true, false]);
  nowMs += 60_000;
  expect(taken(4)).toEqual([true, true, true, false]);
});

test("resets are counted among the first frames, the last of which may be cut off", () => {
  const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  const settings = Buffer.from("000000040000000000", "hex");
  const reset = Buffer.from("00000403000000000100000008", "hex");
  const bytes = Buffer.concat([preface, settings, reset, reset, settings, reset]);
  expect(resetsIn(bytes)).toBe(3);
  expect(resetsIn(bytes.subarray(0, -10))).toBe(2);
  for (let end = 0; end < bytes.length; end++) resetsIn(bytes.subarray(0, end));
});
