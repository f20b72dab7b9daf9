/**
 * Nodes in processes of their own, under load, with faults of all kinds at random, from a seed: nothing that was acknowledged is
 * lost, and every logical partition has one order of all that was done. ORRERY_NODE_FAULTS says how many faults.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { PostgresServer } from "../harness/postgres-server.ts";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd } from "../harness/server-process.ts";
import { changePartitions, Load } from "./load.ts";
import { type NodeProcess, NodeProcesses } from "./node-processes.ts";

const FAULTS = Number(process.env.ORRERY_NODE_FAULTS ?? 4);
const NODES = 3;
const CONTAINERS = 4;
const CLIENTS = 12;
const LEASE_SECONDS = 3;
/** Before the next fault. */
const OPERATIONS_BETWEEN = 50;
const seed = testSeed();
const postgres = await PostgresServer.start("faults of several nodes on one PostgreSQL");

describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  afterAll(() => postgres?.stop());

  test(`three nodes, ${FAULTS} faults, seed ${seed}`, { timeout: 120_000 + FAULTS * 60_000 }, async () => {
    const random = seededRandom(seed);
    const url = await postgres!.newDatabase();
    const nodes = new NodeProcesses(url, LEASE_SECONDS);
    await Promise.all(Array.from({ length: NODES }, () => nodes.add()));
    const load = new Load(CONTAINERS, random, () => nodes.endpoints);
    onTestFinished(async () => {
      load.stop();
      await nodes.stop();
    });
    await load.prepare();
    const running = load.run(CLIENTS);
    const pick = (): NodeProcess => nodes.nodes[integerBelow(random, nodes.nodes.length)]!;
    const faults: Record<string, () => Promise<unknown>> = {
      "kill -9 of a node": () => signal(pick(), "SIGKILL"),
      "a node that sleeps for longer than its lease": () => pause(pick(), 1_500 * LEASE_SECONDS),
      "a node that sleeps for less": () => pause(pick(), 300 * LEASE_SECONDS),
      "a planned stop, and another node": async () => {
        const [, added] = await Promise.all([nodes.remove(pick()), nodes.add()]);
        return added;
      },
      ...(postgres!.isOwn && {
        "kill -9 of PostgreSQL": async () => {
          await postgres!.kill();
          await sleep(integerBelow(random, 1_000));
          await postgres!.startAgain();
        },
      }),
      "cut connections to the database": async () => pick().wayToStore.cutAll(),
      "cut connections between nodes, and of clients": async () => pick().way.cutAll(),
      "a database that is out of reach for one node": () => away(pick(), 1_500 * LEASE_SECONDS),
      "a slow way to the database": () => slow(pick(), 300 * LEASE_SECONDS),
      "a split or a merge": async () => {
        const container = load.containers[integerBelow(random, CONTAINERS)]!;
        await changePartitions(nodes.endpoints[0]!, container, random).catch(() => {});
      },
    };
    const kinds = Object.keys(faults);
    const done: Record<string, number> = {};
    let longestMs = 0;
    for (let i = 0; i < FAULTS; i++) {
      // Each kind in turn, in an order of chance.
      if (i % kinds.length === 0) kinds.sort(() => random() - 0.5);
      const kind = kinds[i % kinds.length]!;
      done[kind] = (done[kind] ?? 0) + 1;
      const beganMs = performance.now();
      await faults[kind]!();
      const healedMs = performance.now();
      const operations = load.operations;
      const isWritten = (each: string) => (load.acknowledgedAtMs.get(each) ?? 0) > healedMs;
      const goesOn = () =>
        load.containers.every(isWritten) && load.operations > operations + OPERATIONS_BETWEEN;
      await expect
        .poll(goesOn, { timeout: 60_000 })
        .toBe(true)
        .catch(async (error: unknown) => {
          const waiting = load.containers.filter((each) => !isWritten(each));
          console.log(`After ${kind}, nobody writes to ${waiting}.`, load.lastAnswers, await nodes.state());
          throw error;
        });
      longestMs = Math.max(longestMs, performance.now() - beganMs);
      if (process.env.ORRERY_NODE_FAULTS !== undefined)
        console.log(
          `${i + 1} ${kind}: all written to again ${(performance.now() - beganMs).toFixed(0)} ms after its begin`,
        );
    }
    load.stop();
    await running;
    await expect.poll(() => nodes.endpoints.length).toBe(NODES);
    expect({ faults: await load.faults(), bugs: nodes.bugs() }).toEqual({ faults: [], bugs: [] });
    console.log(
      `${FAULTS} faults, seed ${seed}: ${load.operations} operations, ${load.unknown} of unknown outcome, ${load.batchSnapshots} snapshots of a batch, ${nodes.ends} nodes started again, longest ${longestMs.toFixed(0)} ms`,
      done,
    );
    load.close();
    await nodes.stop();
    expect(await runToEnd(["check", "--store", url])).toMatchObject({ code: 0, errors: "" });
  });
});

async function signal({ process, ended }: NodeProcess, name: NodeJS.Signals): Promise<void> {
  if (process === undefined) return;
  await process.end(name);
  await ended;
}

async function pause({ process: server }: NodeProcess, ms: number): Promise<void> {
  if (server === undefined) return;
  process.kill(server.pid, "SIGSTOP");
  await sleep(ms);
  process.kill(server.pid, "SIGCONT");
}

async function away({ wayToStore }: NodeProcess, ms: number): Promise<void> {
  wayToStore.isDown = true;
  wayToStore.cutAll();
  await sleep(ms);
  wayToStore.isDown = false;
}

async function slow({ wayToStore }: NodeProcess, ms: number): Promise<void> {
  wayToStore.halt();
  await sleep(ms);
  wayToStore.flow();
}
