/**
 * 1,000 values of the key make 1,000 logical partitions, which lie on the physical ones as their hashes say; ids are
 * unique in each of them and no wider.
 */
import { join } from "node:path";
import { type Container, CosmosClient } from "@azure/cosmos";
import { effectivePartitionKey } from "@orrerydb/keys/hash";
import { beforeAll, expect, test } from "vitest";
import { runToEnd, type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const KEYS = 1000;
const IDS = ["1", "2"];
const RU_PER_SECOND = 30_000;
const PHYSICAL_PARTITIONS = 5;
const AT_ONCE = 50;

const data = join(temporaryFolder("logical-partitions"), "data");
const keys = Array.from({ length: KEYS }, (_, i) => `customer-${i}`);
let server: ServerProcess;
let container: Container;

beforeAll(async () => {
  server = await startProcess(["--data", data, "--durability", "process", "--log-level", "error"]);
  const client = new CosmosClient({ endpoint: server.endpoint, key: server.key });
  const { database } = await client.databases.create({ id: "db" });
  const definition = {
    id: "c",
    partitionKey: { paths: ["/customer"], version: 2 },
    throughput: RU_PER_SECOND,
  };
  ({ container } = await database.containers.create(definition));
  for (let start = 0; start < KEYS; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE);
    const items = some.flatMap((customer) => IDS.map((id) => ({ id, customer, text: `${customer}/${id}` })));
    await Promise.all(items.map((item) => container.items.create(item)));
  }
});

interface Range {
  readonly id: string;
  readonly minInclusive: string;
  readonly maxExclusive: string;
}

async function ranges(): Promise<Range[]> {
  const { resources } = await container.readPartitionKeyRanges().fetchAll();
  return resources as unknown as Range[];
}

function epk(customer: string): string {
  return effectivePartitionKey([customer], { paths: ["/customer"], kind: "Hash", version: 2 });
}

/** Which range holds each key, by its hash alone. */
async function expectedRange(): Promise<Map<string, string>> {
  const all = await ranges();
  return new Map(
    keys.map((customer) => {
      const hash = epk(customer);
      const holders = all.filter(
        ({ minInclusive, maxExclusive }) => minInclusive <= hash && hash < maxExclusive,
      );
      expect(holders).toHaveLength(1);
      return [customer, holders[0]!.id];
    }),
  );
}

test("the throughput asks for five physical partitions, which share the hash space evenly", async () => {
  const all = await ranges();
  expect(all).toHaveLength(PHYSICAL_PARTITIONS);
  expect(all[0]!.minInclusive).toBe("");
  expect(all.at(-1)!.maxExclusive).toBe("FF");
  for (const [i, { minInclusive }] of all.entries()) {
    if (i > 0) expect(minInclusive).toBe(all[i - 1]!.maxExclusive);
  }
});

test("each physical partition holds the keys whose hashes it owns, and no others", async () => {
  const expected = await expectedRange();
  const found: [customer: string, range: string][] = [];
  for (const { id } of await ranges()) {
    for (const { customer } of await itemsOfRange(id)) found.push([customer, id]);
  }
  expect(found).toHaveLength(KEYS * IDS.length);
  expect(new Map(found)).toEqual(expected);
  expect(found.filter(([customer, range]) => expected.get(customer) !== range)).toEqual([]);
});

/** All items of one physical partition, page by page. */
async function itemsOfRange(rangeId: string): Promise<{ customer: string }[]> {
  const client = new SignedClient(server.endpoint, server.key);
  const items: { customer: string }[] = [];
  let continuation = "";
  do {
    const headers = { "x-ms-documentdb-partitionkeyrangeid": rangeId, "x-ms-continuation": continuation };
    const answer = await client.send("GET", "/dbs/db/colls/c/docs", { headers });
    items.push(...(JSON.parse(answer.text) as { Documents: { customer: string }[] }).Documents);
    continuation = (answer.headers["x-ms-continuation"] as string | undefined) ?? "";
  } while (continuation !== "");
  client.close();
  return items;
}

test("every request on an item is answered by the range that its hash says", async () => {
  const expected = await expectedRange();
  for (let start = 0; start < KEYS; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE);
    await Promise.all(
      some.flatMap((customer) =>
        IDS.map(async (id) => {
          const { resource, headers } = await container.item(id, customer).read();
          expect(resource).toMatchObject({ id, customer, text: `${customer}/${id}` });
          expect(headers["x-ms-documentdb-partitionkeyrangeid"]).toBe(expected.get(customer));
        }),
      ),
    );
  }
});

test("an id is taken in its own logical partition only", async () => {
  await expect(container.items.create({ id: "1", customer: keys[0] })).rejects.toMatchObject({ code: 409 });
  const { statusCode } = await container.items.create({ id: "1", customer: "one more" });
  expect(statusCode).toBe(201);
  expect((await container.item("1", "one more").delete()).statusCode).toBe(204);
});

test("the check counts 1,000 logical partitions, placed as the hashes say", async () => {
  const expected = await expectedRange();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  const { code, output } = await runToEnd(["check", "--data", data]);
  expect(code).toBe(0);
  const found = [...output.matchAll(/partition (\d+): (\d+) items in (\d+) logical partitions/g)];
  const perRange = Object.fromEntries(found.map(([, range, , logical]) => [range!, Number(logical)]));
  const wanted: Record<string, number> = {};
  for (const range of expected.values()) wanted[range] = (wanted[range] ?? 0) + 1;
  expect(perRange).toEqual(wanted);
  expect(Object.values(perRange).reduce((sum, count) => sum + count)).toBe(KEYS);
});
