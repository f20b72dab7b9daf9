import { expect, test } from "vitest";
import { ADMISSION_LIMITS, Admission, AdmissionRefusal, type Admitted } from "./admission.ts";

/** A clock that is told what time it is, and calls back then. */
class Clock {
  ms = 0;
  readonly #calls: { readonly atMs: number; readonly go: () => void }[] = [];

  /** Of the time, how much the process has of the processor. */
  share = 1;
  #processorMs = 0;

  now(): number {
    return this.ms;
  }

  processorMs(): number {
    return this.#processorMs;
  }

  later(go: () => void, ms: number): void {
    this.#calls.push({ atMs: this.ms + ms, go });
  }

  async advance(ms: number): Promise<void> {
    const end = this.ms + ms;
    for (;;) {
      const next = this.#calls.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > end) break;
      this.#calls.splice(this.#calls.indexOf(next), 1);
      this.#moveTo(next.atMs);
      next.go();
      await settled();
    }
    this.#moveTo(end);
  }

  #moveTo(ms: number): void {
    this.#processorMs += (ms - this.ms) * this.share;
    this.ms = ms;
  }
}

const settled = () => new Promise<void>((done) => setImmediate(done));

const LIMITS = {
  ...ADMISSION_LIMITS,
  lightMax: 4,
  heavyMax: 2,
  waitingMax: 100,
  waitMs: 10_000,
  waitByClockMs: 60_000,
  heavyHeapBytes: 1,
};

/** Work that is told when to go on, and counts how much of it holds something at a time. */
class Shop {
  readonly clock = new Clock();
  readonly admission: Admission;
  readonly begun: string[] = [];
  readonly ended: string[] = [];
  heavy = 0;
  heavyMost = 0;
  readonly #goOn: (() => void)[] = [];

  constructor(limits = LIMITS) {
    this.admission = new Admission(this.clock, limits);
  }

  light(name: string, owner = name, isUnwanted = () => false): Promise<void> {
    return this.admission.run({ owner, isUnwanted }, async () => {
      this.begun.push(name);
      await new Promise<void>((go) => this.#goOn.push(go));
      this.ended.push(name);
    });
  }

  grow(name: string, owner = name): Promise<void> {
    return this.admission.run({ owner }, async (admitted: Admitted) => {
      this.begun.push(name);
      await settled();
      admitted.turnHeavy();
      this.heavyMost = Math.max(this.heavyMost, ++this.heavy);
      await new Promise<void>((go) => this.#goOn.push(go));
      this.heavy--;
      this.ended.push(name);
    });
  }

  async letGo(count = this.#goOn.length): Promise<void> {
    for (const go of this.#goOn.splice(0, count)) go();
    for (let turns = 0; turns < 4; turns++) await settled();
  }

  async until(done: () => boolean): Promise<void> {
    while (!done()) await this.letGo();
  }
}

test("a hundred heavy pieces of work all succeed, two at a time", async () => {
  const shop = new Shop();
  const all = Promise.all(Array.from({ length: 100 }, (_, i) => shop.grow(`${i}`)));
  await shop.until(() => shop.ended.length === 100);
  await all;
  expect(shop.heavyMost).toBe(2);
  // Each was begun once more at most.
  expect(shop.begun.length).toBeLessThanOrEqual(200);
  expect(shop.admission.figures).toEqual({ light: 0, heavy: 0, waiting: 0 });
});

test("light work does not wait behind heavy work", async () => {
  const shop = new Shop();
  const crowd = Array.from({ length: 20 }, (_, i) => shop.grow(`heavy ${i}`));
  for (let turns = 0; turns < 20; turns++) await settled();
  expect(shop.admission.figures).toEqual({ light: 0, heavy: 2, waiting: 18 });
  const light = shop.light("light");
  await settled();
  expect(shop.begun.at(-1)).toBe("light");
  await shop.until(() => shop.ended.length === 21);
  await Promise.all([...crowd, light]);
});

test("an owner of one piece of work is served before most of another's hundred", async () => {
  const shop = new Shop();
  const many = Array.from({ length: 50 }, (_, i) => shop.grow(`many ${i}`, "many"));
  for (let turns = 0; turns < 60; turns++) await settled();
  const one = shop.grow("one");
  await shop.until(() => shop.ended.length === 51);
  await Promise.all([...many, one]);
  expect(shop.ended.indexOf("one")).toBeLessThan(8);
});

test("what has waited too long is refused, with the time that the line takes", async () => {
  const shop = new Shop();
  const crowd = Array.from({ length: 12 }, (_, i) => shop.grow(`${i}`).catch((error: unknown) => error));
  for (let turns = 0; turns < 20; turns++) await settled();
  // One leaves every two seconds.
  for (let left = 0; left < 4; left++) {
    await shop.clock.advance(2_000);
    await shop.letGo(1);
  }
  await shop.clock.advance(4_000);
  const begun = shop.begun.length;
  await shop.letGo();
  const results = await Promise.all(crowd);
  const refusals = results.filter((result) => result instanceof AdmissionRefusal);
  expect(refusals).toHaveLength(6);
  expect(shop.begun).toHaveLength(begun);
  for (const { retryAfterMs } of refusals) {
    expect(retryAfterMs).toBeGreaterThanOrEqual(1_000);
    expect(retryAfterMs).toBeLessThanOrEqual(12_000);
  }
  expect(shop.admission.figures).toEqual({ light: 0, heavy: 0, waiting: 0 });
});

test("waiting is counted by what the process had of the processor, and has an end by the clock", async () => {
  const shop = new Shop();
  shop.clock.share = 0.1;
  const refused: unknown[] = [];
  const crowd = Array.from({ length: 5 }, (_, i) => shop.grow(`${i}`).catch((error) => refused.push(error)));
  for (let turns = 0; turns < 20; turns++) await settled();
  await shop.clock.advance(50_000);
  expect(refused).toEqual([]);
  expect(shop.admission.figures.waiting).toBe(3);
  await shop.clock.advance(11_000);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ message: expect.stringContaining("it has waited 60 seconds") });
  await shop.letGo();
  await Promise.all(crowd);
});

test("only so many wait", async () => {
  const shop = new Shop({ ...LIMITS, waitingMax: 3 });
  const all = Array.from({ length: 8 }, (_, i) => shop.light(`${i}`).catch((error: unknown) => error));
  await settled();
  expect(await all[7]).toBeInstanceOf(AdmissionRefusal);
  await shop.until(() => shop.ended.length === 7);
});

test("work that fails gives its place back", async () => {
  const shop = new Shop();
  for (let i = 0; i < 10; i++) {
    const fails = shop.admission.run({ owner: "owner" }, async (admitted) => {
      admitted.turnHeavy();
      throw new RangeError("no");
    });
    await expect(fails).rejects.toThrow(RangeError);
  }
  expect(shop.admission.figures).toEqual({ light: 0, heavy: 0, waiting: 0 });
});

test("who has gone is passed over, and those behind them begin", async () => {
  const shop = new Shop();
  const first = Array.from({ length: 4 }, (_, i) => shop.light(`first ${i}`));
  let isGone = false;
  const gone = Array.from({ length: 50 }, () =>
    shop.light("gone", "crowd", () => isGone).catch((error: unknown) => error),
  );
  const last = shop.light("last", "crowd");
  await settled();
  isGone = true;
  await shop.letGo(1);
  expect(shop.begun).toEqual([...Array.from({ length: 4 }, (_, i) => `first ${i}`), "last"]);
  for (const refusal of await Promise.all(gone)) expect(refusal).toBeInstanceOf(AdmissionRefusal);
  await shop.until(() => shop.ended.length === 5);
  await Promise.all([...first, last]);
  expect(shop.admission.figures).toEqual({ light: 0, heavy: 0, waiting: 0 });
});

test("who has gone does not stand in the line until a place is free", async () => {
  const shop = new Shop();
  const first = Array.from({ length: 4 }, (_, i) => shop.light(`first ${i}`));
  const gone = shop.light("gone", "gone", () => true).catch((error: unknown) => error);
  await shop.clock.advance(1_000);
  expect(await gone).toBeInstanceOf(AdmissionRefusal);
  expect(shop.admission.figures.waiting).toBe(0);
  await shop.letGo();
  await Promise.all(first);
});
