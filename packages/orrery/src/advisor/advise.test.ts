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

test("items of which no property can be a key are refused with a sentence", async () => {
  const items = Array.from({ length: 200 }, () => ({ item: { id: "same", kind: "x" }, bytes: 30 }));
  await expect(advise({ items, replays: 0 })).rejects.toThrow(
    "No property of these items can be a partition key. /id: always the same value; /kind: always the same value.",
  );
});
