/**
 * A server is backed up again and again while clients write and partitions are split and merged: each backup is the
 * state of one moment between the start and the end of its command. Some are taken at once, and old ones are removed.
 * ORRERY_RACE_ROUNDS sets how many are taken.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { CosmosClient } from "@azure/cosmos";
import { expect, test } from "vitest";
import { createCrashContainer, expectWholePairs } from "../crash/crash-container.ts";
import type { ItemBody } from "../crash/ledger.ts";
import { movePartitions } from "../crash/partition-mover.ts";
import { write } from "../crash/writer.ts";
import { beside } from "../harness/beside.ts";
import { ControlClient } from "../harness/control-client.ts";
import { integerBelow, seededRandom, testSeed } from "../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { LedgerHistory } from "./ledger-history.ts";

const BACKUPS = Number(process.env.ORRERY_RACE_ROUNDS ?? 3);
/** The others are removed meanwhile. */
const KEPT = Math.ceil(BACKUPS / 2);
const WRITERS = 8;
/** Before each backup. */
const ACKNOWLEDGEMENTS_MAX = 200;
const TIMEOUT_MS = 120_000 + BACKUPS * 20_000;

const seed = testSeed();
const root = temporaryFolder("backup-races");
const data = join(root, "data");
const backups = join(root, "backups");
const restored = join(root, "restored");

interface Taken {
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

async function runJson<T>(...args: string[]): Promise<T> {
  const { code, output, errors } = await runToEnd([...args, "--json"]);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return JSON.parse(output) as T;
}

/** Backs up beside writers, until all backups are taken; then the server is killed. */
async function backUpBesideWriters(
  server: ServerProcess,
  ledger: LedgerHistory,
  random: () => number,
): Promise<Taken[]> {
  const client = new SignedClient(server.endpoint, server.key, WRITERS);
  let left = 0;
  let whenWritten: (() => void) | undefined;
  const onAcknowledged = () => {
    if (--left === 0) whenWritten?.();
  };
  const fork = () => seededRandom(integerBelow(random, 2 ** 31));
  const working = beside(
    Promise.all([
      ...Array.from({ length: WRITERS }, (_, i) =>
        write({ name: `w${i}`, client, ledger, random: fork(), onAcknowledged }),
      ),
      movePartitions(new ControlClient(server), fork()),
    ]),
  );
  const taken: Taken[] = [];
  while (taken.length < BACKUPS) {
    left = 1 + integerBelow(random, ACKNOWLEDGEMENTS_MAX);
    const written = new Promise<void>((resolve) => (whenWritten = resolve));
    await Promise.race([written, working]);
    // Now and then two at once.
    await Promise.all(
      Array.from({ length: 1 + integerBelow(random, 2) }, async () => {
        const from = ledger.now;
        const { name } = await runJson<{ name: string }>(
          ...["backup", "--data", data, "--to", backups, "--endpoint", server.endpoint],
          ...["--keep", `${KEPT}`],
        );
        taken.push({ name, from, until: ledger.now });
      }),
    );
  }
  await server.end("SIGKILL");
  await working;
  client.close();
  return taken.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readRestored(takenAt: string): Promise<ItemBody[]> {
  rmSync(restored, { recursive: true, force: true });
  await runJson("restore", "--from", backups, "--to", restored, "--at", takenAt);
  const check = await runToEnd(["check", "--data", restored]);
  const { endpoint, key, end } = await startProcess(["--data", restored]);
  const container = new CosmosClient({ endpoint, key }).database("db").container("c");
  const { resources } = await container.items.readAll<ItemBody>().fetchAll();
  expect(await end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(check).toMatchObject({ code: 0, errors: "" });
  expect(check.output).toContain(`Everything agrees: ${resources.length} items`);
  return resources;
}

test("each backup of a server that is written to is the state of one moment", {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await startProcess(["--data", data, "--durability", "process"]);
  const ledger = new LedgerHistory();
  let taken: Taken[];
  try {
    await createCrashContainer(server);
    taken = await backUpBesideWriters(server, ledger, seededRandom(seed));
  } catch (error) {
    await server.end("SIGKILL");
    throw new Error(`seed ${seed}: ${(error as Error).message}\n${server.errors()}`, { cause: error });
  }
  const listed = await runJson<{ name: string; takenAt: string }[]>(
    ...["restore", "--from", backups, "--list"],
  );
  const kept = taken.slice(-KEPT);
  expect(listed.map(({ name }) => name)).toEqual(kept.map(({ name }) => name));
  for (const [i, { from, until, name }] of kept.entries()) {
    const items = await readRestored(listed[i]!.takenAt);
    try {
      ledger.assertMoment(items, from, until);
      expectWholePairs(items);
    } catch (error) {
      throw new Error(`backup ${name} of seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
    expect(items.length).toBeGreaterThan(0);
  }
  const during = taken.reduce((sum, { from, until }) => sum + until - from, 0);
  expect(during).toBeGreaterThan(BACKUPS);
  console.log(
    `${taken.length} backups, ${kept.length} restored, beside ${ledger.acknowledgements} acknowledged writes, ${Math.floor(during / 2)} of them while a backup was taken (seed ${seed})`,
  );
});
