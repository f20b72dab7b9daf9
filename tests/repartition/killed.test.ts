/**
 * A move that is killed with -9 at random moments, while an application writes to the container, and both sides are
 * split. Whatever was told the application must be in the live container in the end, and both containers must agree: after
 * the move, after the cut-over, after what was written then, after the way back. ORRERY_KILLS says how often it is killed:
 * kills that came too late, when the process had ended, are not counted, and more of them come while it follows.
 */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Container } from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, spawnCommand } from "../harness/server-process.ts";
import { TestServer } from "../harness/test-server.ts";
import { BusyApplication, type Order } from "./busy-application.ts";

const KILLS = Number(process.env.ORRERY_KILLS ?? 4);
const ITEMS = 400;
const WRITERS = 2;
const DELAY_MS_MAX = 2_000;
const DELAY_MS_MIN = 100;

const seed = testSeed();
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test.each([
  ["all versions", { changeFeedPolicy: { retentionDuration: 60 } }, false],
  ["latest versions", {}, true],
])(
  `with ${"%s"}, seed ${seed}`,
  async (mode, more, stopsForSwitch) => {
    const name = mode.replace(" ", "-");
    const random = seededRandom(seed + mode.length);
    const options = { partitionKey: "/customer", partitions: 2, ...more };
    const container = await server.createContainer(name, options);
    const application = new BusyApplication(container, random);
    for (let i = 0; i < ITEMS; i++) await application.create();
    const { endpoint } = server.orrery;
    const moved = ["--from", `${endpoint}/test/${name}`, "--to", `${endpoint}/test/${name}-new`];
    const command = (...args: string[]) => [
      "repartition",
      ...args,
      ...moved,
      ...["--key", "/region", "--lease", "3", "--max-lag", "600", "--json"],
    ];
    const run = async (...args: string[]): Promise<string> => {
      // The lease is short, so that a kill costs little, and a busy machine may not answer in its time: it goes on.
      let ended = await runToEnd(command(...args));
      for (let tries = 1; tries < 5 && ended.code !== 0 && /TimeoutError/.test(ended.errors); tries++)
        ended = await runToEnd(command(...args));
      const { code, output, errors } = ended;
      expect(code, `${args.join(" ")}: ${output} ${errors}`).toBe(0);
      return output;
    };
    const isCutOver = async (): Promise<boolean> => JSON.parse(await run("status")).isCutOver;
    const agree = async () => {
      const there = sorted(application.orders.values());
      expect(await ordersIn(name)).toEqual(there);
      expect(await ordersIn(`${name}-new`)).toEqual(there);
    };
    /** Killed so often, and then done. */
    const switchOver = async (way: "cut-over" | "roll-back", kills: number) => {
      // A program that names a key must know that it may be either, for as long as it changes.
      application.keys = ["customer", "region"];
      if (stopsForSwitch) await application.stop();
      const args = [way, ...(stopsForSwitch ? ["--writers-stopped"] : [])];
      const isDone = async () => (await isCutOver()) === (way === "cut-over");
      for (let i = 0; i < kills && !(await isDone()); i++) await kill(way, command(...args));
      if (!(await isDone())) await run(...args);
      application.keys = [way === "cut-over" ? "region" : "customer"];
      if (stopsForSwitch) application.start(WRITERS);
    };
    const [quarter, half] = [Math.ceil(KILLS / 4), Math.ceil(KILLS / 2)];
    /** Of the kills, those that hit, by what they hit. */
    const hits = { move: 0, "cut-over": 0, follow: 0, "roll-back": 0 };
    const hitsInAll = () => Object.values(hits).reduce((sum, count) => sum + count);
    let delayMsMax = DELAY_MS_MAX;
    const kill = async (what: keyof typeof hits, args: readonly string[]) => {
      const isHit = await runUntilKilled(args, integerBelow(random, delayMsMax));
      if (isHit) hits[what]++;
      else delayMsMax = Math.max(DELAY_MS_MIN, delayMsMax / 2);
    };

    application.start(WRITERS);
    for (let i = 0; i < half; i++) {
      await kill("move", command("--repair"));
      if (i === 0) await split(name);
      if (i === half - 1) await split(`${name}-new`);
    }
    await run("--repair");

    await switchOver("cut-over", quarter);
    // Following does not end by itself, so here every kill hits.
    while (hitsInAll() < KILLS - quarter) await kill("follow", command("follow"));
    await application.stop();
    await run("verify", "--repair");
    await agree();

    application.start(WRITERS);
    await switchOver("roll-back", quarter);
    while (hitsInAll() < KILLS) await kill("follow", command("follow"));
    await application.stop();
    await run("follow", "--until-caught-up");
    await run("verify", "--repair");
    await agree();
    expect((await fresh(name).read()).resource!.partitionKey!.paths).toEqual(["/customer"]);
    expect(hitsInAll()).toBe(KILLS);
    if (process.env.ORRERY_KILLS !== undefined) console.info(`${mode}: kills that hit:`, hits);
  },
  600_000 + KILLS * 60_000,
);

/** Kills it so long after it has begun to work, if it is not over by then: whether it was not. */
async function runUntilKilled(args: readonly string[], delayMs: number): Promise<boolean> {
  const before = await leaseBeats();
  const child = spawnCommand(args);
  const ended = once(child, "close");
  const begun = async () => {
    while (child.exitCode === null && (await leaseBeats()) === before) await setTimeout(20);
    await setTimeout(delayMs);
  };
  await Promise.race([ended, begun()]);
  child.kill("SIGKILL");
  await ended;
  return child.signalCode === "SIGKILL";
}

/** Another text whenever a process took or renewed a lease. */
async function leaseBeats(): Promise<string> {
  const query = "SELECT VALUE c.beat FROM c WHERE c.id = 'lease' ORDER BY c.job";
  const found = fresh("orrery-repartition").items.query(query).fetchAll();
  return found.then(
    ({ resources }) => resources.join(),
    () => "",
  );
}

async function split(container: string): Promise<void> {
  const path = `dbs/test/colls/${container}/partitions`;
  const { body } = await server.control.get(path);
  const { status } = await server.control.post(`${path}/${body.partitions[0].id}/split`);
  expect(status).toBe(200);
}

function fresh(container: string): Container {
  return server.orrery.client().database("test").container(container);
}

async function ordersIn(container: string): Promise<Order[]> {
  const query = "SELECT c.id, c.customer, c.region, c.n FROM c";
  return sorted((await fresh(container).items.query<Order>(query).fetchAll()).resources);
}

function sorted(orders: Iterable<Order>): Order[] {
  return [...orders].sort((a, b) => Number(a.id) - Number(b.id));
}
