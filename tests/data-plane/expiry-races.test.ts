/**
 * Items expire and are swept while clients create, replace, patch, delete, read and query them, the clock moves, and
 * partitions are split and merged. ORRERY_RACE_ROUNDS sets how long that takes.
 */
import { join } from "node:path";
import { ChangeFeedStartFrom, type Container, CosmosClient, StatusCodes } from "@azure/cosmos";
import { expect, test } from "vitest";
import { movePartitions } from "../crash/partition-mover.ts";
import { CONTAINER_PATH } from "../crash/writer.ts";
import { beside } from "../harness/beside.ts";
import { ControlClient } from "../harness/control-client.ts";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import {
  DEFAULT_TTL,
  ExpiringItems,
  type FeedRow,
  LONGEST_LIFE_SECONDS,
  lastSecondOf,
  MovedClock,
} from "./expiring-items.ts";

const ROUNDS = Number(process.env.ORRERY_RACE_ROUNDS ?? 2);
const CLIENTS = 10;
const STEPS_PER_ROUND = 100;
const STEPS_PER_ADVANCE = 40;
const ADVANCE_MS_MAX = 900;
/** Several physical partitions. */
const RU_PER_SECOND = 12_000;
/** Longer than the clock moves in a round, after which the feed is read. */
const RETENTION_MINUTES = 60;
const TIMEOUT_MS = 120_000 + ROUNDS * 20_000;

const seed = testSeed();

async function createContainer({ endpoint, key }: ServerProcess): Promise<Container> {
  const { database } = await new CosmosClient({ endpoint, key }).databases.create({ id: "db" });
  const { container } = await database.containers.create({
    id: "c",
    partitionKey: { paths: ["/pk"], version: 2 },
    throughput: RU_PER_SECOND,
    defaultTtl: DEFAULT_TTL,
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/name"] }] },
    changeFeedPolicy: { retentionDuration: RETENTION_MINUTES },
  });
  return container;
}

/** All versions of the items with one key, in turn. */
class VersionFeed {
  readonly #container: Container;
  #from: ReturnType<typeof ChangeFeedStartFrom.Now> | ReturnType<typeof ChangeFeedStartFrom.Continuation>;

  constructor(container: Container, key: string) {
    this.#container = container;
    this.#from = ChangeFeedStartFrom.Now(key);
  }

  async read(): Promise<FeedRow[]> {
    const rows: FeedRow[] = [];
    const iterator = this.#container.items.getChangeFeedIterator({
      changeFeedMode: "Full-Fidelity Feed" as never,
      changeFeedStartFrom: this.#from,
      maxItemCount: 100,
    });
    for (;;) {
      const response = await iterator.readNext();
      this.#from = ChangeFeedStartFrom.Continuation(response.continuationToken);
      if (response.statusCode === StatusCodes.NotModified) return rows;
      rows.push(...(response.result as unknown as FeedRow[]));
    }
  }
}

/** Reads the whole container until it is told to stop; returns how often. */
async function readEverything(container: Container, clock: MovedClock, isOver: () => boolean) {
  let queries = 0;
  for (; !isOver(); queries++) {
    const earliest = clock.earliest;
    const text = queries % 2 === 0 ? "SELECT * FROM c" : "SELECT * FROM c WHERE c.version > 0 ORDER BY c.pk";
    const { resources } = await container.items.query(text, { maxItemCount: 50 }).fetchAll();
    const expired = resources.filter((item) => lastSecondOf(item) < earliest);
    expect(expired).toEqual([]);
    expect(new Set(resources.map(({ _rid }) => _rid)).size).toBe(resources.length);
  }
  return queries;
}

test("items that expire are neither seen nor lost beside writers, sweeps and splits", {
  timeout: TIMEOUT_MS,
}, async () => {
  const data = join(temporaryFolder("expiry"), "data");
  const server = await startProcess(["--data", data, "--durability", "process", "--controllable-clock"]);
  const random = seededRandom(seed);
  const container = await createContainer(server);
  const control = new ControlClient(server);
  const clock = new MovedClock(control);
  const client = new SignedClient(server.endpoint, server.key, CLIENTS);
  const owners = Array.from({ length: CLIENTS }, (_, i) => {
    const own = seededRandom(integerBelow(random, 2 ** 31));
    return new ExpiringItems({ key: `pk-${i}`, path: CONTAINER_PATH, client, clock, random: own });
  });
  const feeds = owners.map(({ key }) => new VersionFeed(container, key));
  for (const feed of feeds) expect(await feed.read()).toEqual([]);
  const compareFeeds = async () => {
    for (const [i, owner] of owners.entries()) owner.compareFeed(await feeds[i]!.read());
  };
  const storedItems = async () => {
    const { body } = await control.get(`${CONTAINER_PATH.slice(1)}/partitions`);
    return body.partitions.reduce((sum: number, { items }: { items: number }) => sum + items, 0);
  };
  let isOver = false;
  let queries = 0;
  try {
    const moving = beside(movePartitions(control, seededRandom(integerBelow(random, 2 ** 31))));
    const reading = beside(readEverything(container, clock, () => isOver));
    for (let round = 0; round < ROUNDS; round++) {
      let steps = 0;
      await Promise.all(
        owners.map(async (owner) => {
          for (let i = 0; i < STEPS_PER_ROUND; i++) {
            await owner.step();
            if (++steps % STEPS_PER_ADVANCE === 0) await clock.advance(integerBelow(random, ADVANCE_MS_MAX));
          }
        }),
      );
      await compareFeeds();
    }
    await clock.advance(LONGEST_LIFE_SECONDS * 1000);
    const lasting = owners.reduce((sum, owner) => sum + owner.lasting, 0);
    await expect.poll(storedItems).toBe(lasting);
    isOver = true;
    queries = await reading;
    await compareFeeds();
    for (const owner of owners) owner.assertOnlyLastingInFeed();
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    await moving;
    const check = await runToEnd(["check", "--data", data]);
    expect(check.output).toContain(`Everything agrees: ${lasting} items`);
    expect(check).toMatchObject({ code: 0, errors: "" });
  } catch (error) {
    isOver = true;
    await server.end("SIGKILL");
    throw new Error(`seed ${seed}: ${(error as Error).message}\n${server.errors()}`, { cause: error });
  } finally {
    client.close();
  }
  const sum = (figure: (owner: ExpiringItems) => number) =>
    owners.reduce((total, owner) => total + figure(owner), 0);
  const expirations = sum((owner) => owner.expirations);
  expect(expirations).toBeGreaterThan(ROUNDS * CLIENTS);
  expect(sum((owner) => owner.requestsAfterExpiry)).toBeGreaterThan(ROUNDS * CLIENTS);
  console.log(
    `${sum((owner) => owner.acknowledgements)} writes acknowledged, ${expirations} items expired, ${queries} queries of everything (seed ${seed})`,
  );
});
