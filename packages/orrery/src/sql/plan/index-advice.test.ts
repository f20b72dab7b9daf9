/** Which indexes a query is told to have used, and which it lacks: by its shape, on a container without items. */
import { describe, expect, it } from "vitest";
import { indexName } from "../../value/rows/index-identity.ts";
import { type FixtureOptions, QueryFixture } from "../exec/query.fixture.ts";
import type { IndexUse } from "./index-advice.ts";

const INDEXED: FixtureOptions = { isIndexed: (path) => !path.startsWith("/hidden") };

async function advice(text: string, options: FixtureOptions = INDEXED) {
  const { indexUsage } = await new QueryFixture(options).page(text);
  const named = ({ index, impact }: IndexUse) => `${indexName(index)} ${impact}`;
  return { used: indexUsage.used.map(named), potential: indexUsage.potential.map(named) };
}

describe("used", () => {
  it.each([
    ["c.a = 1", ["/a High"]],
    ["c.a = 1 AND c.b > 2", ["/a High", "/b High"]],
    ["c.a = 1 OR c.b = 2", ["/a High", "/b High"]],
    ["STARTSWITH(c.a, 'x')", ["/a High"]],
    ["IS_DEFINED(c.a)", ["/a Low"]],
    ["IS_STRING(c.a) AND c.b = 1", ["/a Low", "/b High"]],
    ["c.a = 1 OR c.b + 0 = 2", []],
  ])("%s", async (filter, used) => {
    expect((await advice(`SELECT * FROM c WHERE ${filter}`)).used).toEqual(used);
  });

  it("names the index of the order as well", async () => {
    expect((await advice("SELECT * FROM c WHERE c.a = 1 ORDER BY c.b")).used).toEqual(["/a High", "/b High"]);
  });

  it("names the key that the filter asks for", async () => {
    const known = [{ path: "/pk", value: "p" }];
    const { used } = await advice("SELECT * FROM c WHERE c.pk = 'p' AND c.a = 1", { ...INDEXED, known });
    expect(used).toEqual(["/pk High", "/a High"]);
  });
});

describe("potential", () => {
  it.each([
    ["c.hidden = 1", ["/hidden High"]],
    ["c.a = 1 AND c.hidden.x > 1", ["/hidden/x High", "/a ASC,/hidden/x ASC High"]],
    ["IS_DEFINED(c.hidden)", ["/hidden Low"]],
    ["c.hidden = 1 OR c.a + 0 = 2", ["/hidden Low"]],
    ["c.hidden = 1 OR c.a = 2", ["/hidden High"]],
    // What no policy can index.
    ["c._etag = 'x'", []],
    // One value for each path: their own indexes do as well.
    ["c.a = 1 AND c.b = 2", []],
    ["c.a > 1 AND c.b > 2", []],
    ["c.a = 1 AND c.b > 2", ["/a ASC,/b ASC High"]],
    ["c.b > 2 AND c.a = 1", ["/a ASC,/b ASC High"]],
    [
      "c.a = 'x' AND c.n > 15 AND c.b = 'y' AND c.t > 2",
      ["/a ASC,/b ASC,/n ASC High", "/a ASC,/b ASC,/t ASC High"],
    ],
    ["c.a = 1 AND IS_DEFINED(c.b)", []],
    ["(c.a = 1 AND c.b > 2) OR c.d = 1", []],
  ])("%s", async (filter, potential) => {
    expect((await advice(`SELECT * FROM c WHERE ${filter}`)).potential).toEqual(potential);
  });

  it.each([
    ["c.a = 1 AND c.b = 2", "c.a, c.b", ["/a ASC,/b ASC High"]],
    ["c.a = 1 AND c.b = 2", "c.a", []],
    ["c.a = 1", "c.a, c.b", []],
  ])("%s GROUP BY %s", async (filter, keys, potential) => {
    const text = `SELECT COUNT(1) AS n FROM c WHERE ${filter} GROUP BY ${keys}`;
    expect((await advice(text)).potential).toEqual(potential);
  });
});
