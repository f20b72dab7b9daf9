/**
 * The power fails while clients write to a real server with durability "disk" and partitions are split and merged. A
 * library loaded below LevelDB records what it does to the disk; from that record the disk is made as it may be found
 * after a failure at any moment, unsynced bytes dropped, torn or zeroed. Nothing acknowledged by then may be missing,
 * nothing may be torn, and the check must agree. The next run goes on with one of these disks.
 *
 * ORRERY_POWER_CUTS says how many. It needs Linux and a C compiler; elsewhere this is skipped, and says so.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startOrrery } from "orrerydb";
import { expect, test } from "vitest";
import { ControlClient } from "../../harness/control-client.ts";
import { integerBelow, seededRandom, testSeed } from "../../harness/seeded-random.ts";
import { runToEnd, type ServerProcess, startProcess } from "../../harness/server-process.ts";
import { SignedClient } from "../../harness/signed-client.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { createCrashContainer, expectWholePairs } from "../crash-container.ts";
import type { ItemBody } from "../ledger.ts";
import { movePartitions } from "../partition-mover.ts";
import { write } from "../writer.ts";
import { type DiskRecord, RecordedDisk, readRecords } from "./recorded-disk.ts";
import { WriteHistory } from "./write-history.ts";

const CUTS = Number(process.env.ORRERY_POWER_CUTS ?? 12);
const CUTS_PER_RUN = 20;
const WRITERS = 12;
/** So that LevelDB makes files of its buffer a few times in a run. */
const ACKNOWLEDGEMENTS = 2_500;
const TIMEOUT_MS = 240_000 + CUTS * 30_000;

const seed = testSeed();
const folder = temporaryFolder("power");
const recorder = compileRecorder();

function compileRecorder(): string | undefined {
  const library = join(folder, "record-disk.so");
  const source = fileURLToPath(new URL("record-disk.c", import.meta.url));
  try {
    if (process.platform !== "linux") throw new Error("This is not Linux");
    execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], { stdio: "pipe" });
    return library;
  } catch (error) {
    console.warn(`SKIPPED: failures of the power are not tested here: ${(error as Error).message}.`);
    return undefined;
  }
}

interface Run {
  readonly history: WriteHistory;
  readonly before: ReadonlyMap<string, Buffer>;
  readonly records: readonly DiskRecord[];
  /** The first record after which the container is there. */
  readonly first: number;
}

/** Writes from all sides for a while, and records it. */
async function record(data: string, found: readonly ItemBody[], random: () => number): Promise<Run> {
  const store = join(data, "leveldb");
  mkdirSync(store, { recursive: true });
  const before = readFiles(store);
  const journal = join(folder, "journal");
  rmSync(journal, { force: true });
  const server = await startProcess(["--data", data], {
    environment: { LD_PRELOAD: recorder!, RECORDED_FOLDER: store, RECORDED_TO: journal },
  });
  const isNew = before.size === 0;
  if (isNew) await createCrashContainer(server);
  const readyNs = process.hrtime.bigint();
  const history = new WriteHistory(found);
  await writeUntilEnough(server, history, random);
  const records = readRecords(readFileSync(journal));
  const first = isNew ? records.findIndex(({ timeNs }) => timeNs > readyNs) : 0;
  return { history, before, records, first };
}

async function writeUntilEnough(
  server: ServerProcess,
  history: WriteHistory,
  random: () => number,
): Promise<void> {
  const client = new SignedClient(server.endpoint, server.key, WRITERS);
  let left = ACKNOWLEDGEMENTS;
  const onAcknowledged = () => {
    if (--left === 0) void server.end("SIGKILL");
  };
  const newRandom = () => seededRandom(integerBelow(random, 2 ** 31));
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, i) =>
      write({ name: `w${i}`, client, ledger: history, random: newRandom(), onAcknowledged }),
    ),
    movePartitions(new ControlClient(server), newRandom()),
  ]);
  client.close();
}

/** Half of them anywhere, half of them near a change of names: those are rare, and the order matters there. */
function cutsOf({ records, first }: Run, random: () => number): number[] {
  const changes = records.flatMap(({ kind }, i) => (kind !== "written" && kind !== "synced" ? [i] : []));
  return Array.from({ length: CUTS_PER_RUN }, (_, i) => {
    const near = changes[integerBelow(random, changes.length)]! + integerBelow(random, 9) - 3;
    const anywhere = first + integerBelow(random, records.length - first);
    return Math.min(records.length - 1, Math.max(first, i % 2 === 0 ? near : anywhere));
  });
}

/** The power fails before the record at `cut`; returns what is found afterwards. */
async function failAt(run: Run, cut: number, data: string, random: () => number): Promise<ItemBody[]> {
  const disk = new RecordedDisk(run.before);
  for (const each of run.records.slice(0, cut)) disk.apply(each);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(join(data, "leveldb"), { recursive: true });
  for (const [name, content] of disk.fail(random)) writeFileSync(join(data, "leveldb", name), content);
  expect(await runToEnd(["check", "--data", data])).toMatchObject({ code: 0, errors: "" });
  const items = await readEverything(data);
  run.history.at(run.records[cut]!.timeNs).reconcile(items);
  expectWholePairs(items);
  return items;
}

async function readEverything(data: string): Promise<ItemBody[]> {
  const server = await startOrrery({ data, direct: false });
  try {
    const container = server.client().database("db").container("c");
    return (await container.items.readAll<ItemBody>().fetchAll()).resources;
  } finally {
    await server.stop();
  }
}

function readFiles(store: string): Map<string, Buffer> {
  const names = readdirSync(store).filter((name) => !/^LO/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(store, name))]));
}

test.skipIf(recorder === undefined)(
  `${CUTS} failures of the power lose nothing that was acknowledged`,
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const random = seededRandom(seed);
    const data = join(folder, "data");
    let found: ItemBody[] = [];
    let acknowledged = 0;
    let cuts = 0;
    while (cuts < CUTS) {
      const run = await record(data, found, random);
      acknowledged += run.history.acknowledgements;
      for (const cut of cutsOf(run, random).slice(0, CUTS - cuts)) {
        try {
          found = await failAt(run, cut, data, random);
        } catch (error) {
          const place = `record ${cut} of ${run.records.length}`;
          throw new Error(`cut ${cuts} (${place}) of seed ${seed}: ${(error as Error).message}`, {
            cause: error,
          });
        }
        cuts++;
      }
    }
    console.log(
      `${cuts} failures of the power, ${acknowledged} writes acknowledged, none lost (seed ${seed})`,
    );
  },
);
