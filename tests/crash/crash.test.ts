/**
 * Kills a real server with -9 again and again while many clients write, opens its folder again, and compares. What is
 * checked is the same each time; when the server dies is left to chance. A process that dies takes no page of the
 * operating system with it, so that nothing acknowledged may be lost under either durability.
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CosmosClient } from "@azure/cosmos";
import { describe, expect, test } from "vitest";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { type ItemBody, Ledger } from "./ledger.ts";
import { isPaired, write } from "./writer.ts";

const KILLS = 16;
const WRITERS = 12;
const ACKNOWLEDGEMENTS_MAX = 400;
/** Acknowledgements come in bursts, after a group has been committed: the server must die between them too. */
const KILL_DELAY_MS_MAX = 5;
/** Several physical partitions. */
const RU_PER_SECOND = 30_000;
const TIMEOUT_MS = 240_000;

const seed = testSeed();

function connect({ endpoint, key }: ServerProcess): CosmosClient {
  return new CosmosClient({ endpoint, key });
}

async function createContainer(client: CosmosClient): Promise<void> {
  const { database } = await client.databases.create({ id: "db" });
  await database.containers.create({ id: "c", partitionKey: "/pk", throughput: RU_PER_SECOND });
}

async function readEverything(client: CosmosClient): Promise<ItemBody[]> {
  const { resources } = await client.database("db").container("c").items.readAll<ItemBody>().fetchAll();
  return resources;
}

/** Writes from all sides until the server is killed, after a number of acknowledgements that chance chooses. */
async function writeUntilKilled(server: ServerProcess, ledger: Ledger, random: () => number): Promise<void> {
  const client = new SignedClient(server.endpoint, server.key, WRITERS);
  let left = 1 + integerBelow(random, ACKNOWLEDGEMENTS_MAX);
  const delayMs = random() * KILL_DELAY_MS_MAX;
  let death: Promise<unknown> | undefined;
  const onAcknowledged = () => {
    if (--left === 0) death = setTimeout(delayMs).then(() => server.end("SIGKILL"));
  };
  const writers = Array.from({ length: WRITERS }, (_, i) =>
    write({
      name: `w${i}`,
      client,
      ledger,
      random: seededRandom(integerBelow(random, 2 ** 31)),
      onAcknowledged,
    }),
  );
  await Promise.all(writers);
  expect(await death).toEqual({ code: null, signal: "SIGKILL" });
  client.close();
}

/** Items of a pair are written by one transaction: both have one version, or neither is there. */
function expectWholePairs(items: readonly ItemBody[]): void {
  const pairs = new Map<string, number[]>();
  for (const { pk, id, version } of items.filter(({ id }) => isPaired(id))) {
    const name = `${pk}/${id.slice(0, id.lastIndexOf("-"))}`;
    pairs.set(name, [...(pairs.get(name) ?? []), version]);
  }
  for (const [name, versions] of pairs) {
    expect([name, ...versions]).toEqual([name, versions[0], versions[0]]);
  }
}

describe.each(["disk", "process"])("durability %s", (durability) => {
  test(`${KILLS} kills lose nothing that was acknowledged and tear nothing`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const data = join(temporaryFolder(`crash-${durability}`), "data");
    const random = seededRandom(seed);
    const ledger = new Ledger();
    for (let kill = 0; kill < KILLS; kill++) {
      let server: ServerProcess | undefined;
      try {
        server = await startProcess(["--data", data, "--durability", durability]);
        if (kill === 0) await createContainer(connect(server));
        const items = await readEverything(connect(server));
        ledger.reconcile(items);
        expectWholePairs(items);
        await writeUntilKilled(server, ledger, random);
        const check = await runToEnd(["check", "--data", data]);
        expect(check).toMatchObject({ code: 0, errors: "" });
      } catch (error) {
        const log = server?.errors() ?? "";
        throw new Error(`kill ${kill} of seed ${seed}: ${(error as Error).message}\n${log}`, {
          cause: error,
        });
      }
    }
    const server = await startProcess(["--data", data, "--durability", durability]);
    const items = await readEverything(connect(server));
    ledger.reconcile(items);
    expectWholePairs(items);
    expect(items.length).toBeGreaterThan(WRITERS);
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
    console.log(
      `${durability}: ${KILLS} kills, ${ledger.acknowledgements} writes acknowledged, none lost, none torn (seed ${seed})`,
    );
  });
});
