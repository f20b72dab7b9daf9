/**
 * Proves the checker: nodes whose commits are not fenced, because the way to the database takes the fence out of the statement, must
 * be found out when one of them sleeps for longer than its lease. The same with the fence is in faults.test.ts.
 */
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { PostgresServer } from "../harness/postgres-server.ts";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd } from "../harness/server-process.ts";
import { Load } from "./load.ts";
import { NodeProcesses } from "./node-processes.ts";

/** What one sleep has not shown, the next may. */
const SLEEPS_MAX = 8;
const CLIENTS = 24;
const seed = testSeed();
const postgres = await PostgresServer.start("that a missing fence is found out");

describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  afterAll(() => postgres?.stop());

  test(`without the fence a node that slept does harm, seed ${seed}`, { timeout: 300_000 }, async () => {
    for (let i = 0; i < SLEEPS_MAX; i++) {
      const found = await harmOf(seed + i);
      if (found.length > 0) {
        if (process.env.ORRERY_NODE_FAULTS !== undefined)
          console.log(`after ${i + 1} sleeps`, found.slice(0, 10));
        return;
      }
    }
    expect.unreachable(`Nothing was found out in ${SLEEPS_MAX} sleeps.`);
  });
});

/** What is found after one of two nodes has slept, while others wrote. */
async function harmOf(caseSeed: number): Promise<string[]> {
  const random = seededRandom(caseSeed);
  const url = await postgres!.newDatabase();
  const nodes = new NodeProcesses(url, 1, withoutFence);
  onTestFinished(() => nodes.stop());
  await Promise.all([nodes.add(), nodes.add()]);
  let asleep: string | undefined;
  const awake = () => nodes.endpoints.filter(({ endpoint }) => endpoint !== asleep);
  const load = new Load(2, random, awake);
  await load.prepare();
  const running = load.run(CLIENTS);
  const before = load.operations;
  await expect.poll(() => load.operations).toBeGreaterThan(before + 100);
  const sleeper = nodes.nodes[integerBelow(random, nodes.nodes.length)]!;
  const { pid, ended } = sleeper.process!;
  process.kill(pid, "SIGSTOP");
  asleep = `http://127.0.0.1:${sleeper.way.port}`;
  const asleepMs = performance.now();
  await expect
    .poll(() => load.containers.every((each) => (load.acknowledgedAtMs.get(each) ?? 0) > asleepMs + 1_000))
    .toBe(true);
  const then = load.operations;
  await expect.poll(() => load.operations).toBeGreaterThan(then + 100);
  process.kill(pid, "SIGCONT");
  await ended;
  load.stop();
  await running;
  // What is read from now on is read anew.
  await nodes.stop();
  const readers = new NodeProcesses(url, 10);
  onTestFinished(() => readers.stop());
  await readers.add();
  const found = await load.faults(readers.endpoints);
  load.close();
  await readers.stop();
  const { code, output } = await runToEnd(["check", "--store", url]);
  return code === 0 ? found : [...found, output];
}

/** Same lengths, so that nothing else changes. */
function withoutFence(bytes: Buffer): Buffer {
  let text = bytes.toString("latin1");
  if (!text.includes("FROM fence")) return bytes;
  text = text.replaceAll("EXISTS (SELECT FROM fence)", "true".padEnd("EXISTS (SELECT FROM fence)".length));
  text = text.replace(
    ") SELECT term FROM fence",
    ") SELECT '1'::text".padEnd(") SELECT term FROM fence".length),
  );
  return Buffer.from(text, "latin1");
}
