import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { LogicalNumbers } from "./logical-numbers.ts";

test("a block that another process took meanwhile is not given again", async () => {
  const kv = new MemoryStore();
  const [one, other] = [new LogicalNumbers(kv, "rid"), new LogicalNumbers(kv, "rid")];
  const given: number[] = [];
  const { get } = kv;
  // Once, between the look at what is taken and the taking.
  kv.get = async (space, key) => {
    const stored = await get.call(kv, space, key);
    kv.get = get;
    given.push(await other.next());
    return stored;
  };
  for (let i = 0; i < 1_500; i++) given.push(await one.next(), await other.next());
  expect(new Set(given).size).toBe(3_001);
});

test("numbers that were used are not given again, whatever was noted", async () => {
  const kv = new MemoryStore();
  await new LogicalNumbers(kv, "rid").raise(5_000);
  await new LogicalNumbers(kv, "rid").raise(100);
  expect(await new LogicalNumbers(kv, "rid").next()).toBe(5_001);
});
