import { describe, expect, it } from "vitest";
import { createOperationQueue, type GuestOperation } from "./operation-queue.ts";

const operation: GuestOperation = { kind: "readFeed", pageSize: 1 };
const FUTURE_MS = Number.POSITIVE_INFINITY;

describe("createOperationQueue", () => {
  it("accepts a bounded number of operations", () => {
    const queue = createOperationQueue(FUTURE_MS, 2);
    const accepted = [1, 2, 3].map(() => queue.add(operation, () => undefined));
    expect(accepted).toEqual([true, true, false]);
    queue.deliver({ status: 200 });
    expect(queue.add(operation, () => undefined)).toBe(false);
  });

  it("accepts nothing when the time is nearly over", () => {
    expect(createOperationQueue(0, 2).add(operation, () => undefined)).toBe(false);
  });

  it("delivers each result once, in order, while callbacks add more", () => {
    const queue = createOperationQueue(FUTURE_MS, 10);
    const seen: string[] = [];
    queue.add(operation, ({ status }) => {
      seen.push(`first ${status}`);
      queue.add(operation, ({ status }) => seen.push(`third ${status}`));
    });
    queue.add({ ...operation, pageSize: 2 }, ({ status }) => seen.push(`second ${status}`));
    const sizes: number[] = [];
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      sizes.push(next.kind === "readFeed" ? next.pageSize : 0);
      queue.deliver({ status: 200 + sizes.length });
    }
    expect(sizes).toEqual([1, 2, 1]);
    expect(seen).toEqual(["first 201", "second 202", "third 203"]);
  });
});
