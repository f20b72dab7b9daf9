/**
 * The throughput of a container is changed up and down by two clients at once, which splits its partitions, while
 * others write and query, and the server is killed. ORRERY_RACE_ROUNDS sets how often.
 */
import { join } from "node:path";
import { type Container, CosmosClient } from "@azure/cosmos";
import { expect, test } from "vitest";
import { createCrashContainer, expectWholePairs } from "../crash/crash-container.ts";
import { type ItemBody, itemBody, Ledger } from "../crash/ledger.ts";
import { CONTAINER_PATH, write } from "../crash/writer.ts";
import { ControlClient } from "../harness/control-client.ts";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { changeThroughput, OfferChain, readOffer } from "./offer-writer.ts";

const ROUNDS = Number(process.env.ORRERY_RACE_ROUNDS ?? 2);
const WRITERS = 6;
const OFFER_WRITERS = 2;
const CHANGES_PER_ROUND_MAX = 12;
/** Items that no writer touches: every query returns each of them once. */
const CONSTANT_ITEMS = 60;
const PARTITION_RU_PER_SECOND_MAX = 10_000;
const TIMEOUT_MS = 120_000 + ROUNDS * 20_000;
const CONTROL_PATH = CONTAINER_PATH.slice(1);

const seed = testSeed();

function containerOf({ endpoint, key }: ServerProcess): Container {
  return new CosmosClient({ endpoint, key }).database("db").container("c");
}

async function createConstantItems(container: Container, ledger: Ledger): Promise<void> {
  for (let i = 0; i < CONSTANT_ITEMS; i++) {
    const [pk, id, version] = [`constant-${i}`, `${i}`, i + 1];
    ledger.sent(pk, id, version);
    await container.items.create(itemBody(pk, id, version));
    ledger.acknowledge(pk, id);
  }
}

/** Queries until the server is killed; returns how often. */
async function query(container: Container, isKilled: () => boolean): Promise<number> {
  const text = "SELECT c.id, c.pk, c._rid FROM c ORDER BY c.id";
  for (let queries = 0; ; queries++) {
    const iterator = container.items.query<{ pk: string; _rid: string }>(text, { maxItemCount: 20 });
    try {
      const { resources } = await iterator.fetchAll();
      // An item that is deleted and created again between two pages is another one.
      expect(new Set(resources.map(({ _rid }) => _rid)).size).toBe(resources.length);
      expect(resources.filter(({ pk }) => pk.startsWith("constant-"))).toHaveLength(CONSTANT_ITEMS);
    } catch (error) {
      if (isKilled()) return queries;
      throw error;
    }
  }
}

/** Once all splits are done, the partitions have all of the throughput that they can use. */
async function expectSettled(server: ServerProcess, client: SignedClient): Promise<void> {
  await expect.poll(async () => (await readOffer(client)).isPending).toBe(false);
  const { ruPerSecond } = (await readOffer(client)).throughput;
  const { body } = await new ControlClient(server).get(`${CONTROL_PATH}/partitions`);
  const shares = body.partitions.map((partition: { ruPerSecond: number }) => partition.ruPerSecond);
  const sum = shares.reduce((total: number, share: number) => total + share, 0);
  if (Math.max(...shares) < PARTITION_RU_PER_SECOND_MAX) expect(sum).toBeCloseTo(ruPerSecond, 0);
}

test("no item and no acknowledged change is lost when two clients change the throughput", {
  timeout: TIMEOUT_MS,
}, async () => {
  const data = join(temporaryFolder("throughput"), "data");
  const random = seededRandom(seed);
  const ledger = new Ledger();
  let chain: OfferChain | undefined;
  let queries = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const server = await startProcess(["--data", data, "--durability", "process"]);
    const client = new SignedClient(server.endpoint, server.key, WRITERS + OFFER_WRITERS);
    try {
      const container = containerOf(server);
      if (round === 0) {
        await createCrashContainer(server);
        await createConstantItems(container, ledger);
      }
      const offer = await readOffer(client);
      chain ??= new OfferChain(offer);
      chain.reconcile(offer);
      const { resources } = await container.items.readAll<ItemBody>().fetchAll();
      ledger.reconcile(resources);
      expectWholePairs(resources);
      await expectSettled(server, client);
      if (round === ROUNDS) {
        expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
        break;
      }
      let left = 2 + integerBelow(random, CHANGES_PER_ROUND_MAX);
      let death: Promise<unknown> | undefined;
      const onAcknowledged = () => {
        if (--left === 0) death = server.end("SIGKILL");
      };
      const fork = () => seededRandom(integerBelow(random, 2 ** 31));
      const writing = Array.from({ length: WRITERS }, (_, i) =>
        write({ name: `w${i}`, client, ledger, random: fork(), onAcknowledged: () => {} }),
      );
      const changing = Array.from({ length: OFFER_WRITERS }, () =>
        changeThroughput({
          client,
          control: new ControlClient(server),
          container: CONTROL_PATH,
          random: fork(),
          chain: chain!,
          onAcknowledged,
        }),
      );
      const querying = query(container, () => death !== undefined);
      await Promise.all([...writing, ...changing, querying]);
      queries += await querying;
      expect(await death).toEqual({ code: null, signal: "SIGKILL" });
    } catch (error) {
      await server.end("SIGKILL");
      throw new Error(`round ${round} of seed ${seed}: ${(error as Error).message}\n${server.errors()}`, {
        cause: error,
      });
    } finally {
      client.close();
    }
    const check = await runToEnd(["check", "--data", data]);
    expect(check).toMatchObject({ code: 0, errors: "" });
  }
  expect(chain!.acknowledgements).toBeGreaterThan(ROUNDS);
  console.log(
    `${ROUNDS} kills, ${chain!.acknowledgements} changes of throughput and ${ledger.acknowledgements} writes acknowledged, ${queries} queries (seed ${seed})`,
  );
});
