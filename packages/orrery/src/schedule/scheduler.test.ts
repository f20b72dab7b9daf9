import { expect, test } from "vitest";
import { type ScheduledTask, Scheduler } from "./scheduler.ts";
import { TestLoop } from "./test-loop.fixture.ts";

const STEP_MS = 0.1;

/** Works in steps of a tenth of a millisecond; counts the steps that all together do in a turn. */
class Workshop {
  readonly loop = new TestLoop();
  readonly scheduler = new Scheduler(this.loop);
  readonly stepsInTurn = new Map<number, number>();

  async work(task: ScheduledTask, steps: number): Promise<void> {
    for (let done = 0; done < steps; done++) {
      if (task.isDue()) await task.pause();
      this.#step();
    }
  }

  #step(): void {
    this.loop.ms += STEP_MS;
    this.stepsInTurn.set(this.loop.turns, (this.stepsInTurn.get(this.loop.turns) ?? 0) + 1);
  }

  get longestTurn(): number {
    return Math.max(...this.stepsInTurn.values());
  }
}

test.each([1, 10, 100])("a turn is as long for %i tasks as for one", async (count) => {
  const shop = new Workshop();
  await Promise.all(
    Array.from({ length: count }, (_, i) => shop.work(shop.scheduler.begin(i.toString()), 500)),
  );
  expect(shop.longestTurn).toBeLessThanOrEqual(51);
  // And what it has is used.
  expect(shop.stepsInTurn.size).toBeLessThanOrEqual((500 * count) / 50 + count);
});

test("an owner of one task is done long before the owner of a hundred", async () => {
  const shop = new Workshop();
  const ended: string[] = [];
  const run = async (owner: string) => {
    await shop.work(shop.scheduler.begin(owner), 1_000);
    ended.push(owner);
  };
  await Promise.all([...Array.from({ length: 100 }, () => run("many")), run("one")]);
  expect(ended.indexOf("one")).toBeLessThanOrEqual(1);
});

test("a task that has used little goes before those that have used much, which still go on", async () => {
  const shop = new Workshop();
  const ended: string[] = [];
  const long = Array.from({ length: 20 }, async (_, i) => {
    await shop.work(shop.scheduler.begin(`long ${i}`), 2_000);
    ended.push("long");
  });
  while (shop.stepsInTurn.size < 200) await new Promise(setImmediate);
  const turns = shop.loop.turns;
  await shop.work(shop.scheduler.begin("short"), 150);
  ended.push("short");
  expect(shop.loop.turns - turns).toBeLessThanOrEqual(8);
  expect(ended[0]).toBe("short");
  let others = true;
  const flood = (async () => {
    while (others) await shop.work(shop.scheduler.begin("flood"), 150);
  })();
  await Promise.all(long);
  others = false;
  await flood;
});

test("a task that begins without a pause in between finds the turn used up", async () => {
  const shop = new Workshop();
  let outside = 0;
  const turn = () => {
    outside++;
    if (outside < 10) setImmediate(turn);
  };
  setImmediate(turn);
  // One that asks again and again, and never waits for anything.
  for (let i = 0; i < 1_000; i++) await shop.work(shop.scheduler.begin("asker"), 1);
  expect(outside).toBe(10);
});

test("only its own time is a task's, and what took a turn was waiting", async () => {
  const shop = new Workshop();
  const used = [1, 2, 3].map(async (i) => {
    const task = shop.scheduler.begin(`${i}`);
    await shop.work(task, 300);
    return task.usedMs;
  });
  for (const ms of await Promise.all(used)) expect(ms).toBeCloseTo(30);
  const task = shop.scheduler.begin("reader");
  const before = task.usedMs;
  const disk = async () => {
    await new Promise((done) => setImmediate(() => setImmediate(done)));
    shop.loop.ms += 1_000;
  };
  await task.waitFor(disk());
  expect(task.usedMs - before).toBeLessThanOrEqual(1);
  await task.waitFor(
    Promise.resolve().then(() => {
      shop.loop.ms += 7;
    }),
  );
  expect(task.usedMs - before).toBeGreaterThanOrEqual(7);
});

/** Other processes have the machine three quarters of the time. */
class BusyMachine extends TestLoop {
  override processorMs(): number {
    return this.ms / 4;
  }
}

test.each([
  ["a quiet", TestLoop],
  ["a busy", BusyMachine],
])(
  "while short operations keep coming, tasks leave them more than half of the time on %s machine",
  async (_, Machine) => {
    const loop = new Machine();
    const scheduler = new Scheduler(loop);
    const task = scheduler.begin("task");
    let working = true;
    const short = () => {
      loop.ms += 0.5;
      scheduler.noteShort();
      if (working) setImmediate(short);
    };
    setImmediate(short);
    for (let steps = 0; steps < 1_000; steps++) {
      if (task.isDue()) await task.pause();
      loop.ms += STEP_MS;
    }
    working = false;
    expect(loop.ms - 1_000 * STEP_MS).toBeGreaterThanOrEqual(115);
  },
);

test("a task that never lines up, because it waits for others instead, leaves them as much", async () => {
  const loop = new TestLoop();
  const scheduler = new Scheduler(loop);
  const task = scheduler.begin("reader");
  let working = true;
  const short = () => {
    loop.ms += 0.5;
    scheduler.noteShort();
    if (working) setImmediate(short);
  };
  setImmediate(short);
  for (let chunks = 0; chunks < 50; chunks++) {
    await task.waitFor(new Promise((read) => setImmediate(read)));
    if (task.isDue()) await task.pause();
    loop.ms += 2;
  }
  working = false;
  expect(loop.ms - 50 * 2).toBeGreaterThanOrEqual(115);
});

test("when short operations have stopped coming, tasks go on at once, however much they have used", async () => {
  const loop = new TestLoop();
  const scheduler = new Scheduler(loop);
  const task = scheduler.begin("task");
  scheduler.noteShort();
  expect(task.isDue()).toBe(false);
  // The tenth of the rest that is waited for another is over as well.
  loop.ms += 500;
  const turns = loop.turns;
  await task.pause();
  expect(loop.turns - turns).toBe(1);
});

test("after a long piece of work, clients that take a while to come back find the time left to them", async () => {
  const loop = new TestLoop();
  const scheduler = new Scheduler(loop);
  const task = scheduler.begin("task");
  task.isDue();
  loop.ms += 100;
  scheduler.noteShort();
  // One comes every 8 ms.
  loop.later = (go) => {
    loop.ms += 8;
    scheduler.noteShort();
    loop.nextTurn(go);
  };
  await task.pause();
  expect(loop.ms).toBeGreaterThanOrEqual(225);
});

test("parts of a task that work side by side all go on, and no moment is counted twice", async () => {
  const shop = new Workshop();
  const task = shop.scheduler.begin("task");
  await Promise.all([1, 2, 3].map(() => shop.work(task, 200)));
  expect(task.usedMs).toBeCloseTo(60);
  expect(shop.longestTurn).toBeLessThanOrEqual(51);
});

test("a task has used what the process had of the processor, not the time of others on the machine", async () => {
  const loop = new BusyMachine();
  const task = new Scheduler(loop).begin("somebody");
  loop.ms += 40;
  expect(task.usedMs).toBe(10);
  const pausing = task.pause();
  loop.ms += 400;
  await pausing;
  expect(task.usedMs).toBe(10);
  loop.ms += 4;
  expect(task.usedMs).toBe(11);
});

test("what other threads of the process use is not the task's", () => {
  class ManyThreads extends TestLoop {
    override processorMs(): number {
      return this.ms * 3;
    }
  }
  const loop = new ManyThreads();
  const task = new Scheduler(loop).begin("somebody");
  loop.ms += 40;
  expect(task.usedMs).toBe(40);
});

test("small tasks share a rest, which takes long on a busy machine", async () => {
  const loop = new TestLoop();
  const scheduler = new Scheduler(loop);
  let rests = 0;
  loop.later = (go) => {
    rests++;
    // Others have the machine, and short operations still come.
    loop.ms += 10;
    scheduler.noteShort();
    loop.nextTurn(go);
  };
  const small = async (owner: string) => {
    const task = scheduler.begin(owner);
    await task.pause();
    scheduler.noteShort();
    loop.ms += 0.1;
    await task.pause();
  };
  await Promise.all(Array.from({ length: 200 }, (_, i) => small(`${i}`)));
  // 20 ms are four turns' work.
  expect(rests).toBeLessThanOrEqual(8);
});

test("what others wait for has every second turn, however many tasks there are", async () => {
  const shop = new Workshop();
  let working = true;
  const crowd = Array.from({ length: 50 }, async (_, i) => {
    const task = shop.scheduler.begin(`${i}`);
    while (working) await shop.work(task, 50);
  });
  await new Promise(setImmediate);
  const turns = shop.loop.turns;
  await shop.work(shop.scheduler.begin("writers", { isUrgent: true }), 500);
  // 50 ms of work: ten turns of its own.
  expect(shop.loop.turns - turns).toBeLessThanOrEqual(24);
  expect(shop.loop.turns - turns).toBeGreaterThanOrEqual(18);
  working = false;
  await Promise.all(crowd);
});

test("many brief waits are counted without asking for the processor's time at each", async () => {
  let asked = 0;
  class AskedLoop extends TestLoop {
    override processorMs(): number {
      asked++;
      return super.processorMs();
    }
  }
  const loop = new AskedLoop();
  const task = new Scheduler(loop).begin("a");
  for (let i = 0; i < 1_000; i++) {
    loop.ms += 0.01;
    await task.waitFor(Promise.resolve());
  }
  expect(task.usedMs).toBeCloseTo(10);
  expect(asked).toBeLessThan(150);
});
