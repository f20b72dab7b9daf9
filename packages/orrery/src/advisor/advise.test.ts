import { expect, test } from "vitest";
import { advise } from "./advise.ts";

const ITEMS = Array.from({ length: 200 }, (_, i) => ({
  item: { id: `i${i}`, tenant: `t${i % 20}` },
  bytes: 40,
}));

test.each([true, false])("the verdict says whether there is more than was read: %s", async (isPart) => {
  const { verdict } = await advise({ items: ITEMS, hasMore: () => isPart, replays: 0 });
  expect(verdict.sure[0]).toBe(`${isPart ? "" : "All "}200 items were looked at.`);
  expect(verdict.unsure.some((sentence) => sentence.includes("not read"))).toBe(isPart);
});
