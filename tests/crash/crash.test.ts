/**
 * Kills a real server with -9 again and again while many clients write and partitions are split and merged, opens its
 * folder again, and compares. What is checked is the same each time; when the server dies is left to chance, and
 * ORRERY_KILLS says how often. A process that dies takes no page of the
 * operating system with it, so that nothing acknowledged may be lost under either durability.
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CosmosClient } from "@azure/cosmos";
import { describe, expect, test } from "vitest";
import { ControlClient } from "../harness/control-client.ts";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { createCrashContainer, expectWholePairs } from "./crash-container.ts";
import { type ItemBody, Ledger } from "./ledger.ts";
import { movePartitions } from "./partition-mover.ts";
import { write } from "./writer.ts";

const KILLS = Number(process.env.ORRERY_KILLS ?? 16);
const WRITERS = 12;
const ACKNOWLEDGEMENTS_MAX = 400;
/** Acknowledgements come in bursts, after a group has been committed: the server must die between them too. */
const KILL_DELAY_MS_MAX = 5;
const TIMEOUT_MS = 120_000 + KILLS * 20_000;

const seed = testSeed();

function connect({ endpoint, key }: ServerProcess): CosmosClient {
  return new CosmosClient({ endpoint, key });
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
  const mover = movePartitions(new ControlClient(server), seededRandom(integerBelow(random, 2 ** 31)));
  await Promise.all([...writers, mover]);
  expect(await death).toEqual({ code: null, signal: "SIGKILL" });
  client.close();
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
        if (kill === 0) await createCrashContainer(server);
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
