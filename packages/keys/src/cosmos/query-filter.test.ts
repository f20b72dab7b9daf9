import { describe, expect, it } from "vitest";
import { withKeyFilter } from "./query-filter.ts";

const equals = [{ path: "/pk", equals: "x" }] as const;
const flat = (query: string | undefined) => query?.replace(/\s+/g, " ").trim();

describe("withKeyFilter", () => {
  it.each([
    ["SELECT * FROM c", 'SELECT * FROM c WHERE c["pk"] = @orreryKey0'],
    ["select * from root r", 'select * from root r WHERE r["pk"] = @orreryKey0'],
    ["SELECT * FROM Families AS f", 'SELECT * FROM Families AS f WHERE f["pk"] = @orreryKey0'],
    [
      "SELECT * FROM c WHERE c.a = 1 OR c.b = 2",
      'SELECT * FROM c WHERE c["pk"] = @orreryKey0 AND ( c.a = 1 OR c.b = 2 )',
    ],
    ["SELECT * FROM c ORDER BY c.a", 'SELECT * FROM c WHERE c["pk"] = @orreryKey0 ORDER BY c.a'],
    [
      "SELECT c.order FROM c WHERE c.where = 'ORDER BY x' GROUP BY c.order",
      `SELECT c.order FROM c WHERE c["pk"] = @orreryKey0 AND ( c.where = 'ORDER BY x' ) GROUP BY c.order`,
    ],
    [
      "SELECT t FROM c JOIN t IN c.tags OFFSET 1 LIMIT 2",
      'SELECT t FROM c JOIN t IN c.tags WHERE c["pk"] = @orreryKey0 OFFSET 1 LIMIT 2',
    ],
    [
      "SELECT (SELECT VALUE 1 FROM t WHERE t.x) FROM c -- where",
      'SELECT (SELECT VALUE 1 FROM t WHERE t.x) FROM c -- where WHERE c["pk"] = @orreryKey0',
    ],
    [
      "SELECT VALUE EXISTS(SELECT 1 FROM x IN c.y WHERE x) FROM c WHERE c.a = ') WHERE' /* WHERE */",
      `SELECT VALUE EXISTS(SELECT 1 FROM x IN c.y WHERE x) FROM c WHERE c["pk"] = @orreryKey0 AND ( c.a = ') WHERE' /* WHERE */ )`,
    ],
  ])("%s", (query, expected) => {
    const filtered = withKeyFilter({ query }, equals);
    expect(flat(filtered?.query)).toBe(expected);
    expect(filtered?.parameters).toEqual([{ name: "@orreryKey0", value: "x" }]);
  });

  it.each([
    "SELECT 1",
    "SELECT * FROM t IN c.tags",
    "SELECT * FROM c.children",
    "SELECT * FROM c[0]",
    "SELECT * FROM (SELECT * FROM c) AS d",
    "SELECT 'a FROM c",
    "SELECT (1 FROM c",
    "UPDATE c SET x",
  ])("is not sure of %s", (query) => {
    expect(withKeyFilter({ query }, equals)).toBeUndefined();
  });

  it("puts a filter below a line comment, and keeps parameters", () => {
    const spec = {
      query: "SELECT * FROM c WHERE c.a = @a -- the end",
      parameters: [{ name: "@a", value: 1 }],
    };
    const filtered = withKeyFilter(spec, equals)!;
    expect(filtered.query).toMatch(/-- the end\n\)/);
    expect(filtered.parameters).toHaveLength(2);
  });

  it("narrows to a base and its suffixes", () => {
    const filtered = withKeyFilter({ query: "SELECT * FROM c" }, [{ path: "/a/b", startsWith: "2018." }])!;
    expect(flat(filtered.query)).toBe(
      'SELECT * FROM c WHERE (STARTSWITH(c["a"]["b"], @orreryKey0) AND INDEX_OF(c["a"]["b"], ".", 5) = -1)',
    );
    expect(filtered.parameters).toEqual([{ name: "@orreryKey0", value: "2018." }]);
  });
});
