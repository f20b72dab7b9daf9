/** What a run says that it took, which is what it is charged for. */
import { afterAll, describe, expect, it } from "vitest";
import { ALT_LINK, FakeHost, SELF_LINK, SURE_ENVIRONMENT } from "./fake-host.fixture.ts";
import { scriptLimits } from "./script-limits.ts";
import { ScriptRunner, type TriggerOptions } from "./script-runner.ts";

const SEEDS = ["1".repeat(32), "f".repeat(32), "7".padStart(32, "0"), "0123456789abcdef".repeat(2)];
const WORDS = SEEDS.flatMap((seed) => seed.match(/.{8}/g)!.map((word) => Number.parseInt(word, 16)));
let drawn = 0;
const random = (): number => WORDS[drawn++ % WORDS.length]! / 2 ** 32;
/** One thread, so that every run but the first finds a realm that was used before. */
const runner = new ScriptRunner({ threads: 1, environment: { now: () => Date.now(), random } });
afterAll(() => runner.close());

const links = { selfLink: SELF_LINK, altLink: ALT_LINK };

async function stepsOf(body: string, timeoutMs: number = scriptLimits.timeoutMs, host = new FakeHost()) {
  const run = runner.runStoredProcedure({ ...links, body, parameters: [], host, timeoutMs });
  const code = await run.then(
    () => undefined,
    (error) => error.code,
  );
  return { steps: host.steps, code };
}

const loop = (turns: number): string => `() => { for (let i = 0; i < ${turns}; i++); }`;

/** Hashes objects by their addresses, collects garbage, and enters the sandbox once for each of its items. */
const VARIED = `() => {
  const seen = new Map(), collection = getContext().getCollection();
  for (let i = 0; i < 3000; i++) seen.set({ ["key" + i % 7]: [i] }, { i, seen });
  const next = (left) => left === 0 ? __.response.setBody(seen.size) :
    collection.createDocument(collection.getSelfLink(), { left }, (error, item) => {
      if (error) throw error;
      seen.set(item, item.id);
      next(left - 1);
    });
  next(20);
}`;

describe("the steps of a run", () => {
  it("are the same each time, in a new realm or a used one, whatever the seed and whatever ran before", async () => {
    const { steps } = await stepsOf(VARIED);
    expect(steps).toBeGreaterThan(100_000);
    for (const before of [
      VARIED,
      loop(10),
      "() => { throw 1 }",
      "() => { for (;;) x += 'no' }",
      "not a function",
    ]) {
      await stepsOf(before);
      expect(await stepsOf(VARIED)).toEqual({ steps, code: undefined });
    }
    const another = new ScriptRunner({ threads: 1, environment: SURE_ENVIRONMENT });
    const host = new FakeHost();
    await another.runStoredProcedure({ ...links, body: VARIED, parameters: [], host });
    await another.close();
    expect(host.steps).toBe(steps);
  });

  it("grow with the work", async () => {
    const [none, some, many] = [
      await stepsOf(loop(0)),
      await stepsOf(loop(1_000)),
      await stepsOf(loop(100_000)),
    ];
    const perTurn = (some.steps - none.steps) / 1_000;
    expect(perTurn).toBeGreaterThanOrEqual(1);
    expect((many.steps - none.steps) / 100_000).toBeCloseTo(perTurn, 0);
  });

  it("are those of all entries: of callbacks and of settled promises as well", async () => {
    const spin = "for (let i = 0; i < 10000; i++);";
    const alone = await stepsOf(`() => { ${spin} }`);
    const read = (rest: string) => `__.readDocuments(__.getSelfLink(), () => { ${spin} ${rest} })`;
    const inCallbacks = await stepsOf(`async () => { await null; ${spin} ${read(read(""))} }`);
    expect(inCallbacks.steps).toBeGreaterThan(2.9 * alone.steps);
  });

  it("are told of a trigger, and of a run that fails", async () => {
    const host = new FakeHost();
    const trigger: TriggerOptions = {
      ...links,
      body: loop(1_000),
      host,
      type: "pre",
      operation: "Create",
      requestBody: {},
    };
    await runner.runTrigger(trigger);
    expect(host.steps).toBeGreaterThan(1_000);
    const thrown = await stepsOf("() => { for (let i = 0; i < 1000; i++); throw new Error('no') }");
    expect(thrown).toEqual({ steps: expect.any(Number), code: "thrown" });
    expect(thrown.steps).toBeGreaterThan(1_000);
    const trapped = await stepsOf("() => { [].indexOf.call({ length: 2 ** 53 }) }", 100);
    expect(trapped).toEqual({ steps: 100 * scriptLimits.stoppedStepsPerMs, code: "timeout" });
  });

  it("are told when the host fails, and exactly when the time is up in its turn", async () => {
    const read = "() => { for (let i = 0; i < 1000; i++); __.readDocuments(__.getSelfLink(), () => {}) }";
    const failing = new FakeHost();
    failing.call = () => Promise.reject(new Error("disk on fire"));
    await stepsOf(read, scriptLimits.timeoutMs, failing);
    expect(failing.steps).toBeGreaterThan(1_000);
    const slow = new FakeHost();
    slow.call = () => new Promise(() => undefined);
    expect(await stepsOf(read, 1_000, slow)).toEqual({ steps: failing.steps, code: "timeout" });
  });
});
