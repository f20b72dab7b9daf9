/* How many distinct rows all partitions have together: by a client that cannot count them, nothing wrong. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ANNOUNCED_FEATURES } from "../harness/announced-features.ts";
import { TestServer } from "../harness/test-server.ts";
import { fill, rawQuery } from "./raw-queries.ts";

const TEXT = "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.n FROM c)";
const DISTINCT = 4;

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  const items = Array.from({ length: 40 }, (_, i) => ({ id: `${i}`, pk: `key${i}`, n: i % DISTINCT }));
  await fill(await server.createContainer("counted", { partitions: 5 }), items);
});

afterAll(() => server.stop());

it("is counted by the gateway for the JavaScript client", async () => {
  const { resources } = await server.database.container("counted").items.query(TEXT).fetchAll();
  expect(resources).toEqual([DISTINCT]);
});

it("is not planned for a client that does not announce it", async () => {
  const query = server.database.container("counted").items.query(TEXT, { forceQueryPlan: true });
  await expect(query.fetchAll()).rejects.toThrow(/does not support: .*DCount/);
});

it("is planned for one that does", async () => {
  const { status, body } = await rawQuery(server, "counted", {
    text: TEXT,
    headers: {
      "x-ms-cosmos-is-query-plan-request": "True",
      "x-ms-cosmos-supported-query-features": ANNOUNCED_FEATURES["Java 4.81.0"],
    },
  });
  expect(status).toBe(200);
  expect(body.queryInfo).toMatchObject({ distinctType: "Unordered", dCountInfo: { dCountAlias: "" } });
});
