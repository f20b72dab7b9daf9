/** What the server tells clients of its limits is what it keeps. */
import { startOrrery } from "orrerydb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SignedClient } from "../harness/signed-client.ts";

const MEGABYTE = 1024 * 1024;

let orrery: Awaited<ReturnType<typeof startOrrery>>;
let client: SignedClient;

beforeAll(async () => {
  orrery = await startOrrery({ storageLimits: { partitionBytes: 64 * MEGABYTE } });
  client = new SignedClient(orrery.endpoint, orrery.key);
  await client.send("POST", "/dbs", { body: { id: "db" } });
  const body = { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash" } };
  await client.send("POST", "/dbs/db/colls", { headers: { "x-ms-offer-throughput": "12000" }, body });
});

afterAll(async () => {
  client.close();
  await orrery.stop();
});

describe("the account document", () => {
  const keptUpTo: Record<string, (size: number) => Promise<boolean>> = {
    maxSqlQueryInputLength: async (length) => (await query("SELECT VALUE 1".padEnd(length))).status === 200,
    maxJoinsPerSqlQuery: async (joins) => {
      const list = Array.from({ length: joins }, (_, i) => `JOIN j${i} IN c.list`);
      return (await query(`SELECT VALUE 1 FROM c ${list.join(" ")}`)).status === 200;
    },
    spatialMaxGeometryPointCount: async (positions) => {
      const ring = Array.from({ length: positions - 1 }, (_, i) => {
        const angle = (2 * Math.PI * i) / (positions - 1);
        return [Math.cos(angle), Math.sin(angle)];
      });
      const polygon = { type: "Polygon", coordinates: [[...ring, ring[0]]] };
      const { text } = await query(`SELECT VALUE ST_ISVALID(${JSON.stringify(polygon)})`);
      return JSON.parse(text).Documents[0];
    },
  };

  test("announces the limits that are kept, and no others", async () => {
    const { text } = await client.send("GET", "/", {});
    const configuration = JSON.parse(JSON.parse(text).queryEngineConfiguration) as Record<string, unknown>;
    const limits = Object.entries(configuration).filter(([, value]) => typeof value === "number");
    expect(limits.map(([name]) => name)).toEqual(Object.keys(keptUpTo));
    for (const [name, limit] of limits as [string, number][]) {
      expect(await keptUpTo[name]!(limit), `${name} at ${limit}`).toBe(true);
      expect(await keptUpTo[name]!(limit + 1), `${name} above ${limit}`).toBe(false);
    }
  });
});

test("the quota of a container is what its partitions hold", async () => {
  const { headers } = await client.send("GET", "/dbs/db/colls/c", {
    headers: { "x-ms-documentdb-populatequotainfo": "true" },
  });
  const quota = String(headers["x-ms-resource-quota"]);
  const kilobytes = (2 * 64 * MEGABYTE) / 1024;
  expect(quota).toContain(`documentSize=2048;documentsSize=${kilobytes};`);
  expect(quota).toContain(`collectionSize=${kilobytes};`);
});

function query(text: string) {
  const headers = {
    "x-ms-documentdb-isquery": "true",
    "content-type": "application/query+json",
    "x-ms-documentdb-query-enablecrosspartition": "true",
  };
  return client.send("POST", "/dbs/db/colls/c/docs", { headers, body: { query: text, parameters: [] } });
}
