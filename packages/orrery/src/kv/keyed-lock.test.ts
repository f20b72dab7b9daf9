import { expect, test } from "vitest";
import { KeyedLock } from "./keyed-lock.ts";

test("work under one key runs one at a time, in the order of arrival", async () => {
  const locks = new KeyedLock();
  const events: string[] = [];
  await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      locks.run("a", async () => {
        events.push(`begin ${i}`);
        for (let turn = 0; turn < 5 - i; turn++) await null;
        events.push(`end ${i}`);
      }),
    ),
  );
  expect(events).toEqual([0, 1, 2, 3, 4].flatMap((i) => [`begin ${i}`, `end ${i}`]));
});

test("work under different keys runs side by side", async () => {
  const locks = new KeyedLock();
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  await Promise.all([locks.run("a", () => met), locks.run("b", () => meet())]);
});

test("a failure goes to its own caller, and the next in line runs", async () => {
  const locks = new KeyedLock();
  const failing = locks.run("a", async () => {
    throw new Error("no");
  });
  const next = locks.run("a", () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("an idle key is forgotten", async () => {
  const locks = new KeyedLock();
  const running = Array.from({ length: 100 }, (_, i) => locks.run(`key ${i % 10}`, () => i));
  expect(locks.size).toBe(10);
  await Promise.all(running);
  expect(locks.size).toBe(0);
});
