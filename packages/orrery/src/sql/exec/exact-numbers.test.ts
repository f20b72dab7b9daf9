import { type Json, type JsonObject, parseJsonText } from "@orrerydb/exact-json";
import { describe, expect, it } from "vitest";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

const TEXTS = [
  '{"id":"1","k":"a","n":12345678987654321,"price":1.50,"o":{"b":1,"10":2,"2":3},"list":[9007199254740993,1.0,{"x":1e3}]}',
  '{"id":"2","k":"a","n":9223372036854775807,"price":2.0,"o":{"b":1},"list":[]}',
  '{"id":"3","k":"b","n":-9223372036854775808,"price":3,"o":{"z":-0},"list":[-0]}',
  '{"id":"4","k":"b","n":1234567890123456789012345678901234567890,"price":0.10,"o":{},"list":[12e-1]}',
];
const items = TEXTS.map((text) => parseJsonText(text) as JsonObject);

async function textOf(text: string, fixture: QueryFixture, maxItems?: number): Promise<string> {
  const rows: string[] = [];
  let continuation: string | undefined;
  do {
    const page = await fixture.page(text, {
      page: maxItems === undefined ? {} : { maxItems },
      ...(continuation !== undefined && { continuation }),
    });
    rows.push(...page.rows.map((row) => row.bytes().toString()));
    continuation = page.continuation;
  } while (continuation !== undefined);
  return rows.join(" ");
}

const CASES: readonly (readonly [query: string, rows: string])[] = [
  ["SELECT * FROM c WHERE c.id = '1'", TEXTS[0]!],
  ["SELECT VALUE c.n FROM c WHERE c.id = '1'", "12345678987654321"],
  ["SELECT c.n FROM c WHERE c.k = 'a'", '{"n":12345678987654321} {"n":9223372036854775807}'],
  [
    "SELECT VALUE c.n FROM c WHERE c.n > 0 AND c.n < 1e20 ORDER BY c.n",
    "12345678987654321 9223372036854775807",
  ],
  [
    "SELECT c.n FROM c ORDER BY c.n DESC",
    '{"n":1234567890123456789012345678901234567890} {"n":9223372036854775807} {"n":12345678987654321} {"n":-9223372036854775808}',
  ],
  ["SELECT VALUE c.o FROM c WHERE c.id = '1'", '{"b":1,"10":2,"2":3}'],
  [
    "SELECT VALUE { a: c.price, b: [c.n, c.o] } FROM c WHERE c.id = '1'",
    '{"a":1.50,"b":[12345678987654321,{"b":1,"10":2,"2":3}]}',
  ],
  ["SELECT c.o.b, c.o['10'], c.o['2'] FROM c WHERE c.id = '1'", '{"b":1,"10":2,"2":3}'],
  [
    "SELECT VALUE { b: c.price, '10': [c.missing, c.n], '5': c.missing, '2': { x: 1, '1': 2 } } FROM c WHERE c.id = '1'",
    '{"b":1.50,"10":[12345678987654321],"2":{"x":1,"1":2}}',
  ],
  [
    "SELECT VALUE { b: 1, '10': c.n, item: c, d: 1, '2': 2 } FROM c WHERE c.id = '2'",
    `{"b":1,"10":9223372036854775807,"item":${TEXTS[1]},"d":1,"2":2}`,
  ],
  [
    "SELECT c.o.b, c.o['10'], c, c.k, c.o['2'] FROM c WHERE c.id = '1'",
    `{"b":1,"10":2,"c":${TEXTS[0]},"k":"a","2":3}`,
  ],
  [
    "SELECT VALUE { k: c.k, '10': MAX(c.n) } FROM c WHERE c.k = 'a' GROUP BY c.k",
    '{"k":"a","10":9223372036854775807}',
  ],
  ["SELECT VALUE ObjectToArray(c.o, 'k', '1') FROM c WHERE c.id = '2'", '[{"k":"b","1":1}]'],
  ["SELECT VALUE c.list[0] FROM c WHERE c.id = '1'", "9007199254740993"],
  ["SELECT VALUE c['list'][2]['x'] FROM c WHERE c.id = '1'", "1e3"],
  ["SELECT VALUE t FROM c JOIN t IN c.list WHERE c.id = '1'", '9007199254740993 1.0 {"x":1e3}'],
  ["SELECT VALUE t FROM t IN c.list WHERE t < 0 OR t = 0", "-0"],
  [
    "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.list) FROM c WHERE c.id = '1'",
    '[9007199254740993,1.0,{"x":1e3}]',
  ],
  ["SELECT VALUE (SELECT VALUE c.n) FROM c WHERE c.id = '2'", "9223372036854775807"],
  ["SELECT VALUE c.missing ?? c.n FROM c WHERE c.id = '2'", "9223372036854775807"],
  ["SELECT VALUE c.k = 'a' ? c.n : c.price FROM c WHERE c.id IN ('1', '4')", "12345678987654321 0.10"],
  ["SELECT VALUE MAX(c.n) FROM c WHERE c.k = 'a'", "9223372036854775807"],
  ["SELECT VALUE MIN(c.n) FROM c", "-9223372036854775808"],
  ["SELECT MAX(c.price) AS p, COUNT(1) AS n FROM c", '{"p":3,"n":4}'],
  ["SELECT VALUE MAX(c.price) FROM c WHERE c.k = 'a'", "2.0"],
  ["SELECT VALUE SUM(c.price) FROM c", "6.6"],
  [
    "SELECT c.price, COUNT(1) AS n FROM c GROUP BY c.price",
    '{"price":0.10,"n":1} {"price":1.50,"n":1} {"price":2.0,"n":1} {"price":3,"n":1}',
  ],
  [
    "SELECT c.k, MIN(c.n) AS n FROM c GROUP BY c.k",
    '{"k":"a","n":12345678987654321} {"k":"b","n":-9223372036854775808}',
  ],
  ["SELECT DISTINCT VALUE c.price FROM c ORDER BY c.price", "0.10 1.50 2.0 3"],
  ["SELECT VALUE x.price FROM (SELECT VALUE c FROM c WHERE c.id = '1') x", "1.50"],
  ["SELECT VALUE x FROM (SELECT VALUE MAX(c.n) FROM c WHERE c.k = 'a') x", "9223372036854775807"],
  [
    "SELECT VALUE x.n FROM (SELECT c.k, MAX(c.n) AS n FROM c WHERE c.k = 'a' GROUP BY c.k) x",
    "9223372036854775807",
  ],
  ["SELECT c, c.n FROM c WHERE c.id = '2'", `{"c":${TEXTS[1]},"n":9223372036854775807}`],
  [
    "SELECT VALUE [9223372036854775807, -9223372036854775808, { a: 12345678987654321 }, 1.0]",
    '[9223372036854775807,-9223372036854775808,{"a":12345678987654321},1]',
  ],
  ["SELECT VALUE ARRAY_SLICE(c.list, 0, 2) FROM c WHERE c.id = '1'", "[9007199254740993,1.0]"],
  [
    "SELECT VALUE ARRAY_CONCAT(c.list, [c.n]) FROM c WHERE c.id = '4'",
    "[12e-1,1234567890123456789012345678901234567890]",
  ],
  ["SELECT VALUE SetUnion(c.list, [c.n]) FROM c WHERE c.id = '3'", "[-0,-9223372036854775808]"],
  ["SELECT VALUE ARRAY_MAX([c.n, c.price]) FROM c WHERE c.id = '2'", "9223372036854775807"],
  ["SELECT VALUE IIF(c.k = 'a', c.n, 0) FROM c WHERE c.id = '2'", "9223372036854775807"],
  ["SELECT VALUE CHOOSE(2, 0, c.n) FROM c WHERE c.id = '2'", "9223372036854775807"],
  ["SELECT VALUE ObjectToArray({ a: c.n }) FROM c WHERE c.id = '2'", '[{"k":"a","v":9223372036854775807}]'],
  // Whatever is computed is a double.
  ["SELECT VALUE c.n + 0 FROM c WHERE c.id = '1'", "12345678987654320"],
  ["SELECT VALUE c.price * 1 FROM c WHERE c.id = '1'", "1.5"],
];

const k = { path: "/k", descending: false };
const n = { path: "/n", descending: false };
const price = { path: "/price", descending: false };
const FIXTURES = {
  "with indexes": new QueryFixture({ items }),
  "with paths that every item has": new QueryFixture({ items, explicitPaths: ["/n", "/price", "/k"] }),
  "with composite indexes": new QueryFixture({
    items,
    composites: [
      [k, n],
      [price, k],
    ],
  }),
  "without indexes": new QueryFixture({ items, isIndexed: () => false }),
  "on several partitions": new QueryFixture({ items, borders: equalBorders(3) }),
};

it("shows a parameter with its digits", async () => {
  const parameters = parseJsonText(
    '[{"name":"@n","value":9223372036854775807},{"name":"@o","value":{"x":1.0}}]',
  );
  const page = await FIXTURES["with indexes"].page("SELECT VALUE [@n, @o, c.n = @n] FROM c WHERE c.n = @n", {
    parameters: parameters as unknown as { name: string; value: Json }[],
  });
  expect(page.rows.map((row) => row.bytes().toString())).toEqual(['[9223372036854775807,{"x":1.0},true]']);
});

describe.each(Object.entries(FIXTURES))("numbers keep their digits %s", (name, fixture) => {
  it.each(CASES)("%s", async (query, expected) => {
    if (name === "without indexes" && query.includes("ORDER BY")) return;
    // Partitions come one after another.
    const inOrder = (rows: string) =>
      name === "on several partitions" && !query.includes("ORDER BY")
        ? rows.split(" ").sort().join(" ")
        : rows;
    expect(inOrder(await textOf(query, fixture))).toBe(inOrder(expected));
    expect(inOrder(await textOf(query, fixture, 1))).toBe(inOrder(expected));
  });
});

describe("integers that round to the same double", () => {
  const numbers = Array.from({ length: 8 }, (_, i) => `${2n ** 53n - 1n + BigInt(i)}`);
  const neighbours = numbers.map((n, i) => parseJsonText(`{"id":"${i}","k":"a","n":${n}}`) as JsonObject);
  const indexed = new QueryFixture({ items: neighbours });
  const plain = new QueryFixture({ items: neighbours, isIndexed: (path) => path !== "/n" });

  it.each([indexed, plain])("are each answered once, on pages of any size", async (fixture) => {
    for (const maxItems of [1, 3, 100]) {
      const rows = (await textOf("SELECT VALUE c.n FROM c WHERE c.n > 9e15", fixture, maxItems)).split(" ");
      expect(rows.sort()).toEqual(numbers);
    }
  });

  it("are each answered once in an order, as equals in that of their ids", async () => {
    for (const maxItems of [1, 3, 100]) {
      const rows = await textOf("SELECT VALUE c.n FROM c ORDER BY c.n", indexed, maxItems);
      expect(rows.split(" ")).toEqual(numbers);
      const descending = await textOf("SELECT VALUE c.n FROM c ORDER BY c.n DESC", indexed, maxItems);
      expect(descending.split(" ").sort()).toEqual(numbers);
    }
  });

  it.each([indexed, plain])(
    "are equal in filters, DISTINCT and GROUP BY, and summed as doubles",
    async (fixture) => {
      expect(await textOf("SELECT VALUE c.n FROM c WHERE c.n = 9007199254740993", fixture)).toBe(
        "9007199254740992 9007199254740993",
      );
      expect((await textOf("SELECT DISTINCT VALUE c.n FROM c", fixture)).split(" ")).toHaveLength(5);
      expect(
        (await textOf("SELECT c.n, COUNT(1) AS x FROM c GROUP BY c.n", fixture)).split(" "),
      ).toHaveLength(5);
      const sum = numbers.reduce((total, n) => total + Number(n), 0);
      expect(await textOf("SELECT VALUE SUM(c.n) FROM c", fixture)).toBe(`${sum}`);
    },
  );
});
