import { expect, test, vi } from "vitest";
import { KeyedLock, LOCK_LIMITS } from "./keyed-lock.ts";

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
  await Promise.all([locks.run("a", () => met), locks.run("b", async () => meet())]);
});

test("a failure goes to its own caller, and the next in line runs", async () => {
  const locks = new KeyedLock();
  const failing = locks.run("a", async () => {
    throw new Error("no");
  });
  const next = locks.run("a", async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("an idle key is forgotten", async () => {
  const locks = new KeyedLock();
  const running = Array.from({ length: 100 }, (_, i) => locks.run(`key ${i % 10}`, async () => i));
  expect(locks.size).toBe(10);
  await Promise.all(running);
  expect(locks.size).toBe(0);
});

/** Holds a key until told otherwise. */
function hold(locks: KeyedLock, key: string) {
  let letGo = () => {};
  const held = locks.run(key, () => new Promise<void>((resolve) => (letGo = resolve)));
  return { held, letGo: () => letGo() };
}

test("so many wait for a key at most, and whoever comes then is told what to wait for", async () => {
  const locks = new KeyedLock();
  const { held, letGo } = hold(locks, "a");
  const waiting = Array.from({ length: LOCK_LIMITS.waitingMax }, (_, i) => locks.run("a", async () => i));
  await expect(locks.run("a", async () => 0, { name: "the key of all" })).rejects.toMatchObject({
    code: "crowded",
    message: expect.stringContaining("wait for the key of all."),
    retryAfterMs: expect.any(Number),
  });
  const patient = locks.run("a", async () => "late", { isPatient: true });
  letGo();
  await held;
  expect(await Promise.all(waiting)).toEqual(waiting.map((_, i) => i));
  expect(await patient).toBe("late");
  expect(locks.size).toBe(0);
});

test("whoever waits too long gives up, the patient do not, and the line goes on", async () => {
  vi.useFakeTimers();
  try {
    const locks = new KeyedLock();
    const { held, letGo } = hold(locks, "a");
    const begun: string[] = [];
    const impatient = locks.run("a", async () => begun.push("impatient"), { name: "the key 'a'" });
    const patient = locks.run("a", async () => begun.push("patient"), { isPatient: true });
    const refused = expect(impatient).rejects.toMatchObject({
      code: "contended",
      message: expect.stringContaining("30 seconds for the key 'a'"),
    });
    await vi.advanceTimersByTimeAsync(LOCK_LIMITS.waitMs);
    await refused;
    const next = locks.run("a", async () => begun.push("next"));
    letGo();
    await Promise.all([held, patient, next]);
    expect(begun).toEqual(["patient", "next"]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
