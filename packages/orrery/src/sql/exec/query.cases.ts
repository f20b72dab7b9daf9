/** Queries as data: what each answers on the items of its container, in any partitioning and any page size. */
import type { Json, JsonObject } from "@orrerydb/exact-json";

interface QueryCase {
  readonly query: string;
  readonly items: readonly JsonObject[];
  readonly rows: readonly Json[];
  readonly parameters?: readonly { readonly name: string; readonly value: Json }[];
  /** Rows come in no promised order. */
  readonly unordered?: boolean;
}

const PEOPLE: readonly JsonObject[] = [
  { id: "1", name: "Ada", age: 36, tags: ["math", "code"], address: { city: "London" } },
  { id: "2", name: "Bob", age: 25, tags: ["code"], address: { city: "Paris" } },
  { id: "3", name: "Cleo", tags: [], address: { city: "London", zip: null } },
  { id: "4", name: "Dan", age: "old", tags: ["math", "math"] },
];

const people = (query: string, ...rows: readonly Json[]): QueryCase => ({ query, items: PEOPLE, rows });
const peopleSet = (query: string, ...rows: readonly Json[]): QueryCase => ({
  ...people(query, ...rows),
  unordered: true,
});

export const QUERY_CASES: readonly QueryCase[] = [
  // Shapes of SELECT.
  people("SELECT * FROM c WHERE c.id = '2'", PEOPLE[1]!),
  people("SELECT VALUE c.name FROM c WHERE c.id = '2'", "Bob"),
  peopleSet("SELECT VALUE c.age FROM c", 36, 25, "old"),
  peopleSet("SELECT c.age FROM c", { age: 36 }, { age: 25 }, {}, { age: "old" }),
  people("SELECT c.name, c.age + 1, c['id'], c.tags[0], 1 FROM c WHERE c.id = '1'", {
    name: "Ada",
    $1: 37,
    id: "1",
    $2: "math",
    $3: 1,
  }),
  people("SELECT c.name AS n, UPPER(c.name) FROM c WHERE c.id = '1'", { n: "Ada", $1: "ADA" }),
  people("SELECT VALUE [c.age, c.none, {a: c.none, b: c.name}] FROM c WHERE c.id = '1'", [36, { b: "Ada" }]),
  people("SELECT 1 AS one, undefined AS two", { one: 1 }),
  people("SELECT VALUE undefined"),
  people("SELECT TOP 2 VALUE c.name FROM c ORDER BY c.name", "Ada", "Bob"),
  people("SELECT VALUE c.name FROM c ORDER BY c.name OFFSET 1 LIMIT 2", "Bob", "Cleo"),
  people("SELECT TOP 0 * FROM c"),
  // FROM.
  peopleSet("SELECT VALUE a.city FROM c.address a", "London", "Paris", "London"),
  peopleSet("SELECT VALUE t FROM t IN c.tags", "math", "code", "code", "math", "math"),
  peopleSet(
    "SELECT c.id, t FROM c JOIN t IN c.tags WHERE t = 'math'",
    { id: "1", t: "math" },
    { id: "4", t: "math" },
    { id: "4", t: "math" },
  ),
  peopleSet("SELECT VALUE [a, b] FROM c JOIN a IN c.tags JOIN b IN c.tags WHERE c.id = '2'", [
    "code",
    "code",
  ]),
  peopleSet("SELECT VALUE city FROM c.address.city", "London", "Paris", "London"),
  peopleSet("SELECT VALUE x FROM (SELECT VALUE t FROM t IN c.tags WHERE t = 'code') AS x", "code", "code"),
  peopleSet("SELECT VALUE x FROM c JOIN x IN (SELECT VALUE [c.id, 7]) WHERE c.id = '1'", "1", 7),
  peopleSet(
    "SELECT VALUE kv.v FROM c JOIN kv IN OBJECTTOARRAY(c.address, 'k', 'v') WHERE c.id = '3'",
    "London",
    null,
  ),
  people("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE t FROM t IN c.tags)", 2),
  people("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.id FROM c) AS x", 4),
  people(
    "SELECT VALUE x.n FROM (SELECT c.address.city AS city, COUNT(1) AS n FROM c GROUP BY c.address.city) AS x WHERE x.city = 'London'",
    2,
  ),
  // Three-valued logic.
  peopleSet("SELECT VALUE c.id FROM c WHERE c.age > 30", "1"),
  peopleSet("SELECT VALUE c.id FROM c WHERE NOT (c.age > 30)", "2"),
  peopleSet("SELECT VALUE c.id FROM c WHERE c.age > 30 OR c.name = 'Cleo'", "1", "3"),
  peopleSet("SELECT VALUE c.id FROM c WHERE c.age != 25", "1", "4"),
  peopleSet("SELECT VALUE c.id FROM c WHERE c.age IN (25, 'old')", "2", "4"),
  peopleSet("SELECT VALUE c.id FROM c WHERE c.name NOT IN ('Ada', 'Bob')", "3", "4"),
  peopleSet("SELECT VALUE c.id FROM c WHERE c.name BETWEEN 'B' AND 'D'", "2", "3"),
  peopleSet("SELECT VALUE c.id FROM c WHERE c.name LIKE '%o%'", "2", "3"),
  peopleSet("SELECT VALUE c.age ?? 0 FROM c", 36, 25, 0, "old"),
  peopleSet("SELECT VALUE c.age = 25 ? 'young' : 'other' FROM c", "other", "young", "other", "other"),
  peopleSet("SELECT VALUE c.address.zip FROM c", null),
  // Subqueries.
  peopleSet(
    "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 'math')",
    "1",
    "4",
  ),
  peopleSet("SELECT VALUE ARRAY(SELECT VALUE UPPER(t) FROM t IN c.tags) FROM c WHERE c.id = '1'", [
    "MATH",
    "CODE",
  ]),
  peopleSet("SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.tags) FROM c", 2, 1, 0, 2),
  peopleSet(
    "SELECT c.id, (SELECT VALUE MAX(t) FROM t IN c.tags) AS best FROM c WHERE c.id IN ('1', '3')",
    { id: "1", best: "math" },
    { id: "3" },
  ),
  peopleSet("SELECT VALUE FIRST(SELECT VALUE t FROM t IN c.tags) FROM c", "math", "code", "math"),
  peopleSet("SELECT VALUE LAST(SELECT VALUE t FROM t IN c.tags) FROM c WHERE c.id = '1'", "code"),
  peopleSet("SELECT VALUE c.id FROM c WHERE ALL(SELECT VALUE t = 'math' FROM t IN c.tags)", "3", "4"),
  people("SELECT VALUE EXISTS(SELECT VALUE undefined)", false),
  people("SELECT VALUE EXISTS(SELECT undefined)", true),
  people("SELECT VALUE ARRAY(SELECT DISTINCT VALUE t FROM t IN c.tags) FROM c WHERE c.id = '1'", [
    "math",
    "code",
  ]),
  // Aggregates.
  people("SELECT VALUE COUNT(1) FROM c", 4),
  people("SELECT VALUE COUNT(c.age) FROM c", 3),
  people("SELECT COUNT(1) AS n, MIN(c.name) AS first, AVG(c.none) AS none FROM c", { n: 4, first: "Ada" }),
  people("SELECT VALUE SUM(c.age) FROM c"),
  people("SELECT VALUE SUM(c.age) FROM c WHERE IS_NUMBER(c.age)", 61),
  people("SELECT VALUE MAX(c.age) FROM c", "old"),
  people("SELECT VALUE COUNT(1) FROM c WHERE false", 0),
  people(
    'SELECT VALUE [{"item": MIN(c.none), "item2": {"min": MIN(c.none), "count": COUNT(c.none)}}] FROM c',
    [{ item2: { count: 0 } }],
  ),
  people(
    "SELECT c.address.city, COUNT(1) AS n FROM c GROUP BY c.address.city",
    { n: 1 },
    { city: "London", n: 2 },
    { city: "Paris", n: 1 },
  ),
  people("SELECT VALUE c.address.city FROM c GROUP BY c['address'].city", "London", "Paris"),
  people(
    'SELECT [{"item": c.age}] AS groupByItems, {"n": {"item": COUNT(1)}} AS payload FROM c WHERE c.age = 25 GROUP BY c.age',
    { groupByItems: [{ item: 25 }], payload: { n: { item: 1 } } },
  ),
  people("SELECT COUNT(1) AS n FROM c WHERE false GROUP BY c.age"),
  peopleSet(
    "SELECT LOWER(c.address.city) AS city, COUNT(1) AS n FROM c GROUP BY LOWER(c.address.city)",
    { city: "london", n: 2 },
    { city: "paris", n: 1 },
    { n: 1 },
  ),
  people("SELECT VALUE MAKESET(t) FROM t IN c.tags WHERE t = 'math'", ["math"]),
  // DISTINCT.
  peopleSet("SELECT DISTINCT VALUE c.address.city FROM c", "London", "Paris"),
  peopleSet("SELECT DISTINCT c.address.city FROM c", { city: "London" }, { city: "Paris" }, {}),
  people("SELECT DISTINCT VALUE c.address.city FROM c ORDER BY c.address.city", "London", "Paris"),
  people("SELECT DISTINCT TOP 1 VALUE c.address.city FROM c ORDER BY c.address.city DESC", "Paris"),
  // ORDER BY.
  people("SELECT VALUE c.name FROM c ORDER BY c.name DESC", "Dan", "Cleo", "Bob", "Ada"),
  people("SELECT VALUE c.name FROM c ORDER BY c.age", "Cleo", "Bob", "Ada", "Dan"),
  people("SELECT VALUE c.name FROM c WHERE c.name > 'Ada' ORDER BY c.age DESC", "Dan", "Bob", "Cleo"),
  people(
    'SELECT c.id, [{"item": c.age}] AS orderByItems, c.name AS payload FROM c WHERE ((c.age > 1) AND (true)) ORDER BY c.age',
    { id: "2", orderByItems: [{ item: 25 }], payload: "Bob" },
    { id: "1", orderByItems: [{ item: 36 }], payload: "Ada" },
  ),
  people("SELECT VALUE t FROM c JOIN t IN c.tags WHERE c.id != '4' ORDER BY c.name", "math", "code", "code"),
  people("SELECT VALUE c.id FROM c WHERE c.id != '4' ORDER BY c.tags[0]", "3", "2", "1"),
  people("SELECT VALUE c.tags[1] FROM c ORDER BY c.tags[1] DESC", "math", "code"),
  people("SELECT VALUE c.id FROM c WHERE c.id = '1' ORDER BY c.tags[0].none.deeper[2]", "1"),
  // The item among other members.
  people("SELECT c.id, c AS payload FROM c WHERE c.id = '2'", { id: "2", payload: PEOPLE[1]! }),
  people("SELECT c FROM c WHERE c.id = '2'", { c: PEOPLE[1]! }),
  people("SELECT c, c.none, c.age FROM c WHERE c.id = '2'", { c: PEOPLE[1]!, age: 25 }),
  people("SELECT c.none, c AS x, c.none FROM c WHERE c.id = '2'", { x: PEOPLE[1]! }),
  people("SELECT c AS a, c AS b FROM c WHERE c.id = '2'", { a: PEOPLE[1]!, b: PEOPLE[1]! }),
  people("SELECT DISTINCT c AS a FROM c WHERE c.id = '2'", { a: PEOPLE[1]! }),
  people("SELECT c, t FROM c JOIN t IN c.tags WHERE c.id = '2'", { c: PEOPLE[1]!, t: "code" }),
  // Parameters.
  {
    query: "SELECT TOP @n VALUE c.name FROM c WHERE c.age = @age",
    items: PEOPLE,
    rows: ["Bob"],
    parameters: [
      { name: "@n", value: 5 },
      { name: "age", value: 25 },
    ],
  },
];

interface FailingQueryCase {
  readonly query: string;
  readonly code: string;
  readonly message: RegExp;
}

export const FAILING_QUERY_CASES: readonly FailingQueryCase[] = [
  { query: "SELECT NOPE(c.a) FROM c", code: "SC2005", message: /'NOPE' is not a recognized/ },
  { query: "SELECT ABS() FROM c", code: "SC2050", message: /ABS function requires 1 argument/ },
  {
    query: "SELECT STARTSWITH(c.a, 'a', true, 1) FROM c",
    code: "SC2050",
    message: /requires 2 to 3 argument/,
  },
  { query: "SELECT d.a FROM c", code: "SC2001", message: /'d' could not be resolved/ },
  { query: "SELECT * FROM c JOIN d", code: "SC2001", message: /'d' could not be resolved/ },
  { query: "SELECT * FROM c GROUP BY c.a", code: "SC2041", message: /not allowed with GROUP BY/ },
  { query: "SELECT *", code: "SC2040", message: /FROM clause is omitted/ },
  { query: "SELECT * FROM c JOIN t IN c.tags", code: "SC2040", message: /single input set/ },
  { query: "SELECT c.a, COUNT(1) FROM c", code: "SC2102", message: /'c.a' is invalid in the select list/ },
  { query: "SELECT VALUE MAX(MIN(c.a)) FROM c", code: "SC2101", message: /containing an aggregate/ },
  { query: "SELECT * FROM c WHERE COUNT(1) > 1", code: "SC2100", message: /only valid in the SELECT/ },
  { query: "SELECT * FROM c WHERE c.a = @p", code: "SC2010", message: /'@p' has no value/ },
  { query: "SELECT TOP @p * FROM c", code: "SC2060", message: /TOP clause must be an integer/ },
  { query: "SELECT * FROM c JOIN c IN c.tags", code: "SC2011", message: /'c' is specified more than once/ },
  {
    query: "SELECT * FROM c ORDER BY LOWER(c.a)",
    code: "2206",
    message: /could not be mapped to a document path. Order by a property, or make the expression a computed/,
  },
  {
    query: "SELECT c.a FROM c JOIN t IN c.tags ORDER BY t.a",
    code: "2206",
    message: /correlated collections/,
  },
  { query: "SELECT * FROM c ORDER BY c.hidden", code: "OrderByPathNotIndexed", message: /excluded/ },
  {
    query: "SELECT * FROM c ORDER BY c.a, c.b",
    code: "OrderByWithoutCompositeIndex",
    message: /composite index/,
  },
  { query: "SELECT udf.f(c.a) FROM c", code: "SC2006", message: /udf.f/ },
];
