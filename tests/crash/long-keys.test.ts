/**
 * A folder in which an older version hashed long keys wrongly: `orrery check` finds it, the next start moves the items,
 * and a kill in the middle of that costs nothing.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ChangeFeedStartFrom, CosmosClient } from "@azure/cosmos";
import { expect, test } from "vitest";
import { newContainer, openEngine } from "../../packages/orrery/src/engine/engine.fixture.ts";
import {
  markAsFormat1,
  VERSION_1_KEY,
  writeWithOldHash,
} from "../../packages/orrery/src/engine/upkeep/old-hash.fixture.ts";
import { LevelStore } from "../../packages/orrery/src/kv/level-store.ts";
import { isSealedKind } from "../../packages/orrery/src/store/sealed-rows.ts";
import { runToEnd, spawnCommand, startProcess } from "../harness/server-process.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const KEYS = 30;
const ITEMS_OF_KEY = 100;
const BEGINNING = "long key ".repeat(12).slice(0, 98);
const WAIT_MS = 5;

/** Returns the keys in the order in which they are moved. The first and the last come twice, and so do their ids. */
async function writeOldFolder(data: string): Promise<readonly string[]> {
  const kv = await LevelStore.open({ folder: join(data, "store"), durability: "process", isSealedKind });
  const engine = await openEngine(kv);
  const container = await newContainer(engine, VERSION_1_KEY);
  const epkOf = (key: string) => container.partitionKey.epk([key]);
  const keys = Array.from({ length: KEYS }, (_, i) => `${10 + i}${BEGINNING}, and its end`).sort((a, b) =>
    Buffer.compare(epkOf(a), epkOf(b)),
  );
  for (const pk of keys) await writeWithOldHash(container, ...itemsOf(pk));
  for (const pk of [keys[0]!, keys.at(-1)!]) {
    await writeWithOldHash(container, ...itemsOf(`${pk.slice(0, 100)}|`));
  }
  await markAsFormat1(kv);
  await engine.close();
  return keys;
}

function itemsOf(pk: string) {
  return Array.from({ length: ITEMS_OF_KEY }, (_, i) => ({ id: `${i}`, pk, n: i }));
}

test("is found, and moved at the next start although it was killed before", async () => {
  const data = join(temporaryFolder("long-keys"), "data");
  const keys = await writeOldFolder(data);
  const before = await runToEnd(["check", "--data", data]);
  expect(before.code).toBe(1);
  expect(before.output).toContain(
    `${(KEYS + 2) * ITEMS_OF_KEY} items in ${KEYS + 2} logical partitions do not lie where the hash of their key is`,
  );
  expect(before.output).toContain("The next start of a server moves items");

  const file = join(data, "set-aside.jsonl");
  const killed = spawnCommand(["serve", "--port", "0", "--data", data]);
  // An item is set aside: it has begun, and most is still to be done.
  while (!existsSync(file)) await setTimeout(WAIT_MS);
  const ended = new Promise((resolve) => killed.once("close", resolve));
  killed.kill("SIGKILL");
  await ended;
  const halfway = await runToEnd(["check", "--data", data]);
  const [, left] = /(\d+) items in \d+ logical partitions do not lie/.exec(halfway.output)!;
  expect(Number(left)).toBeLessThan((KEYS + 2) * ITEMS_OF_KEY);

  const server = await startProcess(["--data", data]);
  const { endpoint, key } = server;
  const container = new CosmosClient({ endpoint, key }).database("db").container("c");
  for (const pk of keys) {
    const { resource } = await container.item("7", pk).read();
    expect(resource).toMatchObject({ id: "7", pk, n: 7 });
  }
  const query = "SELECT VALUE COUNT(1) FROM c";
  const { resources: all } = await container.items.query(query).fetchAll();
  expect(all).toEqual([KEYS * ITEMS_OF_KEY]);
  const { resources: some } = await container.items.query(query, { partitionKey: keys[1]! }).fetchAll();
  expect(some).toEqual([ITEMS_OF_KEY]);
  const changes = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(keys[2]!),
    maxItemCount: 2 * ITEMS_OF_KEY,
  });
  expect((await changes.readNext()).result.map(({ id }) => id)).toEqual(itemsOf("").map(({ id }) => id));
  await server.end("SIGTERM");
  expect(server.errors()).toContain("could not stay");
  const kept = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(new Set(kept.map(({ item }) => item.id)).size).toBe(ITEMS_OF_KEY);
  expect(kept[0]).toMatchObject({ database: "db", container: "c", item: { n: 0 } });
  expect(await runToEnd(["check", "--data", data])).toMatchObject({ code: 0 });
});
