import { expect, test } from "vitest";
import { HLL_ERROR, HyperLogLog } from "./hyper-log-log.ts";

test.each([1, 50, 3_000, 20_000, 200_000])("counts %i different texts within its error", (count) => {
  const sketch = new HyperLogLog();
  for (let i = 0; i < count; i++) sketch.add(`s"device-${i}`);
  for (let i = 0; i < count; i += 3) sketch.add(`s"device-${i}`);
  expect(Math.abs(sketch.count() - count) / count).toBeLessThan(HLL_ERROR);
});
