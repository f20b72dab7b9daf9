import { expect, test } from "vitest";
import { openEngine } from "../engine.fixture.ts";
import { queryResources } from "./query-resources.ts";

const resources = ["a", "b", "c", "d"].map((id) => ({ id }));

test("a full page is the last one when nothing after it is asked for", async () => {
  const { environment } = await openEngine();
  const query = { text: "SELECT VALUE c.id FROM c WHERE c.id IN ('a', 'b')", parameters: [] };
  const run = (maxItems: number) => queryResources(environment, resources, query, { maxItems });
  expect(await run(2)).toEqual({ rows: ["a", "b"] });
  const first = await run(1);
  expect(first).toEqual({ rows: ["a"], continuation: expect.any(String) });
  const { continuation } = first;
  const second = await queryResources(environment, resources, query, { maxItems: 1, continuation });
  expect(second).toEqual({ rows: ["b"] });
});
