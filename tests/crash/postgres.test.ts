/**
 * Real processes on one PostgreSQL: the database is killed with -9 under load, and so is the server; a server sleeps for
 * longer than its lease. Nothing acknowledged may be lost, and nobody writes but the owner.
 */
import { setTimeout } from "node:timers/promises";
import { CosmosClient } from "@azure/cosmos";
import { afterAll, describe, expect, test } from "vitest";
import { beside } from "../harness/beside.ts";
import { PostgresServer } from "../harness/postgres-server.ts";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { createCrashContainer, expectWholePairs } from "./crash-container.ts";
import { type ItemBody, itemBody, Ledger } from "./ledger.ts";
import { CONTAINER_PATH, write } from "./writer.ts";

const WRITERS = 8;
const seed = testSeed();
const postgres = await PostgresServer.start("kills of PostgreSQL and of servers on it");

describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  afterAll(() => postgres?.stop());

  test.skipIf(!postgres?.isOwn)(
    "PostgreSQL is killed while clients write: the server goes on when it is back",
    async () => {
      const url = await postgres!.newDatabase();
      const server = await startProcess(["--store", url]);
      await createCrashContainer(server);
      const client = new SignedClient(server.endpoint, server.key, WRITERS);
      const acknowledged = new Set<string>();
      const statuses = new Set<number>();
      let isOver = false;
      const writer = async (number: number) => {
        for (let i = 0; !isOver; i++) {
          const id = `w${number}-${i}`;
          const status = await create(client, `pk-${i % 5}`, id);
          statuses.add(status);
          if (status === 201) acknowledged.add(id);
          else await setTimeout(20);
        }
      };
      const writers = beside(Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number))));
      for (let kill = 0; kill < 2; kill++) {
        await expect.poll(() => acknowledged.size).toBeGreaterThan(60 * (2 * kill + 1));
        await postgres!.kill();
        await postgres!.startAgain();
        await expect.poll(() => acknowledged.size).toBeGreaterThan(60 * (2 * kill + 2));
      }
      isOver = true;
      await writers;
      expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
      const found = new Set((await readEverything(server)).map(({ id }) => id));
      expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
      client.close();
      expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
      expect(await runToEnd(["check", "--store", url])).toMatchObject({ code: 0, errors: "" });
    },
  );

  test("a server that is killed is followed by another when its lease is over", async () => {
    const url = await postgres!.newDatabase();
    const random = seededRandom(seed);
    const ledger = new Ledger();
    const first = await startProcess(["--store", url]);
    await createCrashContainer(first);
    const client = new SignedClient(first.endpoint, first.key, WRITERS);
    let left = 150;
    const onAcknowledged = () => {
      if (--left === 0) process.kill(first.pid, "SIGKILL");
    };
    await Promise.all(
      Array.from({ length: WRITERS }, (_, i) =>
        write({
          name: `w${i}`,
          client,
          ledger,
          random: seededRandom(integerBelow(random, 2 ** 31)),
          onAcknowledged,
        }),
      ),
    );
    client.close();
    const second = await startProcess(["--store", url]);
    expect(second.errors()).toContain(`process ${first.pid}: waiting to see if it still runs.`);
    const items = await readEverything(second);
    ledger.reconcile(items);
    expectWholePairs(items);
    expect(await second.end("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(await runToEnd(["check", "--store", url])).toMatchObject({ code: 0, errors: "" });
  });

  test("a server that slept for longer than its lease writes nothing, and ends with a sentence", async () => {
    const url = await postgres!.newDatabase();
    const sleeper = await startProcess(["--store", url]);
    await createCrashContainer(sleeper);
    const client = new SignedClient(sleeper.endpoint, sleeper.key, 2);
    expect(await create(client, "pk", "before")).toBe(201);
    process.kill(sleeper.pid, "SIGSTOP");
    const late = create(client, "pk", "late").catch(() => "cut");
    const read = client.send("GET", `${CONTAINER_PATH}/docs/before`, { headers: keyHeader("pk") }).then(
      ({ status }) => status,
      () => "cut",
    );
    const next = await startProcess(["--store", url]);
    const { code } = await sleeper.end("SIGCONT");
    expect(code).toBe(1);
    expect(sleeper.errors()).toContain("has been taken over by another process");
    expect([503, "cut"]).toContain(await late);
    expect([503, "cut"]).toContain(await read);
    client.close();
    expect((await readEverything(next)).map(({ id }) => id)).toEqual(["before"]);
    expect(await next.end("SIGTERM")).toEqual({ code: 0, signal: null });
  });
});

function keyHeader(pk: string): Record<string, string> {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
}

async function create(client: SignedClient, pk: string, id: string): Promise<number> {
  const body = itemBody(pk, id, 1);
  return (await client.send("POST", `${CONTAINER_PATH}/docs`, { headers: keyHeader(pk), body })).status;
}

async function readEverything({ endpoint, key }: ServerProcess): Promise<ItemBody[]> {
  const container = new CosmosClient({ endpoint, key }).database("db").container("c");
  return (await container.items.readAll<ItemBody>().fetchAll()).resources;
}
