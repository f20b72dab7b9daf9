/**
 * Kills a server with -9 while batches, stored procedures, triggers, expiry, deletions by key and a change of the
 * indexing policy are under way: never is there half of a transaction, never comes anything back.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CosmosClient, type IndexingPolicy, TriggerOperation, TriggerType } from "@azure/cosmos";
import { expect, test } from "vitest";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import {
  CONTAINER_PATH,
  COUNT_SCRIPT,
  PROCEDURE,
  type StoredItem,
  TRIGGER,
  TransactionWriter,
} from "./transaction-writer.ts";

const KILLS = 12;
const WRITERS = 8;
const ACKNOWLEDGEMENTS_MAX = 150;
const KILL_DELAY_MS_MAX = 5;
const RU_PER_SECOND = 12_000;
const TIMEOUT_MS = 240_000;

const seed = testSeed();

function containerOf({ endpoint, key }: ServerProcess) {
  return new CosmosClient({ endpoint, key }).database("db").container("t");
}

async function createContainer({ endpoint, key }: ServerProcess): Promise<void> {
  const { database } = await new CosmosClient({ endpoint, key }).databases.create({ id: "db" });
  const { container } = await database.containers.create({
    id: "t",
    partitionKey: "/pk",
    throughput: RU_PER_SECOND,
    defaultTtl: -1,
    changeFeedPolicy: { retentionDuration: 10 },
  });
  await container.scripts.storedProcedures.create({ id: PROCEDURE, body: COUNT_SCRIPT });
  await container.scripts.triggers.create({
    id: TRIGGER,
    body: COUNT_SCRIPT.replace("count(entry)", "count()").replace("if (entry)", "if (false)"),
    triggerType: TriggerType.Post,
    triggerOperation: TriggerOperation.Create,
  });
}

/** Every other start asks for another indexing policy, whose application the kill may end. */
async function changeIndexing(server: ServerProcess, round: number): Promise<void> {
  const excludedPaths = round % 2 === 0 ? [] : [{ path: "/epoch/?" }];
  const container = containerOf(server);
  const { resource } = await container.read();
  const indexingPolicy: IndexingPolicy = { includedPaths: [{ path: "/*" }], excludedPaths };
  await container.replace({ ...resource!, indexingPolicy }).catch((error: { code: number }) => {
    // The change before it is still being applied.
    assert.equal(error.code, 409);
  });
}

async function writeUntilKilled(
  server: ServerProcess,
  writers: readonly TransactionWriter[],
  random: () => number,
): Promise<void> {
  let left = 1 + integerBelow(random, ACKNOWLEDGEMENTS_MAX);
  const delayMs = random() * KILL_DELAY_MS_MAX;
  let death: Promise<unknown> | undefined;
  await Promise.all(
    writers.map(async (writer) => {
      for (;;) {
        try {
          await writer.step();
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          return;
        }
        if (--left === 0) death = setTimeout(delayMs).then(() => server.end("SIGKILL"));
      }
    }),
  );
  expect(await death).toEqual({ code: null, signal: "SIGKILL" });
}

test(`${KILLS} kills leave every transaction whole`, { timeout: TIMEOUT_MS }, async () => {
  const data = join(temporaryFolder("crash-transactions"), "data");
  const random = seededRandom(seed);
  let writers: TransactionWriter[] = [];
  for (let kill = 0; kill <= KILLS; kill++) {
    const server = await startProcess(["--data", data, "--durability", "process"]);
    const client = new SignedClient(server.endpoint, server.key, WRITERS);
    try {
      if (kill === 0) {
        await createContainer(server);
        writers = Array.from({ length: WRITERS }, (_, i) => new TransactionWriter(`w${i}`, client, random));
        await Promise.all(writers.map((writer) => writer.begin()));
      }
      const { resources } = await containerOf(server).items.readAll<StoredItem>().fetchAll();
      for (const writer of writers) writer.reconcile(resources);
      if (kill === KILLS) {
        expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
        break;
      }
      writers = writers.map((writer) => writer.resume(client));
      await changeIndexing(server, kill);
      await writeUntilKilled(server, writers, random);
      expect(await runToEnd(["check", "--data", data])).toMatchObject({ code: 0, errors: "" });
    } catch (error) {
      await server.end("SIGKILL");
      throw new Error(`kill ${kill} of seed ${seed}: ${(error as Error).message}\n${server.errors()}`, {
        cause: error,
      });
    } finally {
      client.close();
    }
  }
  const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledgements, 0);
  expect(acknowledged).toBeGreaterThan(KILLS);
  console.log(
    `${KILLS} kills in ${CONTAINER_PATH}: ${acknowledged} transactions acknowledged (seed ${seed})`,
  );
});
