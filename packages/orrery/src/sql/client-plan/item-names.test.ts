import type { Json, JsonObject } from "@orrerydb/exact-json";
import { effectivePartitionKey, type PartitionKeyDefinition } from "@orrerydb/keys/hash";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindQuery } from "../bind/bind-query.ts";
import { ITEM_SLOT } from "../bind/environment.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { bindOptions } from "./bind-options.fixture.ts";
import { type NamedItems, namedItemsOf } from "./item-names.ts";

const byKey: PartitionKeyDefinition = { paths: ["/pk"], kind: "Hash", version: 2 };
const byId: PartitionKeyDefinition = { paths: ["/id"], kind: "Hash", version: 2 };
const byLevels: PartitionKeyDefinition = { paths: ["/a", "/b/c"], kind: "MultiHash", version: 2 };
const parameters = new Map<string, Json>([
  ["@id", "1"],
  ["@pk", "x"],
]);

function namedBy(where: string, definition = byKey, header?: readonly string[]): NamedItems | undefined {
  const query = parseQuery(`SELECT * FROM c WHERE ${where}`);
  return namedItemsOf(query, { definition, parameters, ...(header && { header }) });
}

function names(
  definition: PartitionKeyDefinition,
  ...list: readonly (readonly Json[])[]
): NamedItems["names"] {
  return list.map((parts) => ({
    epk: effectivePartitionKey(parts.slice(0, -1) as string[], definition),
    id: parts.at(-1) as string,
  }));
}

describe("what clients send to read many items", () => {
  it.each<[string, PartitionKeyDefinition, readonly (readonly Json[])[]]>([
    ["c.pk = 'x' AND c.id = '1'", byKey, [["x", "1"]]],
    [
      '( (c.id = @id AND  c["pk"] = @pk ) OR (c.id = \'2\' AND  c["pk"] = null ) )',
      byKey,
      [
        ["x", "1"],
        [null, "2"],
      ],
    ],
    [
      "c.pk = @pk AND c.id IN (@id, '2', '2')",
      byKey,
      [
        ["x", "1"],
        ["x", "2"],
      ],
    ],
    [
      "c.id IN ( @id, '2' )",
      byId,
      [
        ["1", "1"],
        ["2", "2"],
      ],
    ],
    [
      "(c.id = '1' AND c[\"a\"] = 'x' AND c[\"b\"][\"c\"] = 7) OR (c.id = '2' AND c.a = 'y' AND c.b.c = true)",
      byLevels,
      [
        ["x", 7, "1"],
        ["y", true, "2"],
      ],
    ],
    ["c.tenant = 'x' AND c.id = '1'", { ...byLevels, paths: ["/tenant", "/id"] }, [["x", "1", "1"]]],
    ["c.pk = 'x' AND c.id = 5", byKey, []],
    ["c.pk = 'x' AND c.id = '1' AND c.pk = 'y'", byKey, []],
  ])("%s", (where, definition, expected) => {
    expect(namedBy(where, definition)).toEqual({ names: names(definition, ...expected), exact: true });
  });

  it("finds items that lack the key", () => {
    const [lacking] = namedBy('c.id = @id AND IS_DEFINED(c["pk"]) = false')!.names;
    expect(lacking).toEqual({ epk: effectivePartitionKey([undefined], byKey), id: "1" });
  });
});

it("takes from the request what the filter leaves open of the key", () => {
  expect(namedBy("c.id IN ('1', '2')", byKey, ["x"])?.names).toEqual(names(byKey, ["x", "1"], ["x", "2"]));
  expect(namedBy("c.b.c = 'y' AND c.id = '1'", byLevels, ["x"])?.names).toEqual(
    names(byLevels, ["x", "y", "1"]),
  );
  expect(namedBy("c.id = '1'", byLevels, ["x"])).toBeUndefined();
});

it("lets the rest of a filter be evaluated", () => {
  const expected = names(byKey, ["x", "1"]);
  for (const where of ["c.n > 5 AND c.pk = 'x' AND c.id = '1'", "c.pk = 'x' AND c.id = '1' AND NOT c.b"])
    expect(namedBy(where)).toEqual({ names: expected, exact: false });
});

it.each([
  "c.id = '1'",
  "c.pk = 'x'",
  "c.pk = 'x' AND (c.id = '1' OR c.n = 1)",
  "(c.pk = 'x' AND c.id = '1') OR c.id = '2'",
  "c.pk = 'x' AND c.id >= '1'",
  "c.pk = 'x' AND c.id != '1'",
  `c.pk = 'x' AND c.id IN (${Array.from({ length: 5000 }, (_, i) => `'${i}'`).join()})`,
])("names nothing: %.60s", (where) => {
  expect(namedBy(where)).toBeUndefined();
});

it("does not call keys exact of which only the beginning is hashed, nor ids that are stored as others", () => {
  const oldKey: PartitionKeyDefinition = { paths: ["/pk"], kind: "Hash", version: 1 };
  expect(namedBy(`c.pk = '${"x".repeat(100)}' AND c.id = '1'`, oldKey)?.exact).toBe(true);
  expect(namedBy(`c.pk = '${"x".repeat(101)}' AND c.id = '1'`, oldKey)?.exact).toBe(false);
  expect(namedBy("c.pk = 'x' AND c.id = '\\ud800'")?.exact).toBe(false);
});

it("names every item that a random filter finds, and no other where it says so", () => {
  const values: readonly Json[] = ["x", "y", 1, null, true];
  const ids = ["1", "2", "3"];
  const items: JsonObject[] = ids.flatMap((id) => [{ id }, ...values.map((pk) => ({ id, pk }))]);
  const atom = fc.oneof(
    fc.constantFrom(...values.map((value) => `c.pk = ${JSON.stringify(value)}`)),
    fc.constantFrom(...ids.map((id) => `c["id"] = '${id}'`)),
    fc.constantFrom(
      "c.id IN ('1', '2')",
      "c.pk IN ('x', 1)",
      "IS_DEFINED(c.pk) = false",
      "c.id != '1'",
      "NOT c.pk",
    ),
    // Chance alone seldom names items.
    fc.constantFrom(...ids.map((id) => `(c.pk = 'x' AND c.id = '${id}')`)),
  );
  const { filter } = fc.letrec<{ filter: string }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4, depthSize: "medium" },
      atom,
      fc.tuple(tie("filter"), tie("filter")).map((parts) => `(${parts.join(" AND ")})`),
      fc.tuple(tie("filter"), tie("filter")).map((parts) => `(${parts.join(" OR ")})`),
      tie("filter").map((inner) => `NOT (${inner})`),
    ),
  }));
  const seen = { named: 0, exact: 0 };
  fc.assert(
    fc.property(filter, (where) => {
      const query = parseQuery(`SELECT * FROM c WHERE ${where}`);
      const named = namedItemsOf(query, { definition: byKey, parameters });
      if (named === undefined) return;
      seen.named++;
      if (named.exact) seen.exact++;
      const known = new Set(named.names.map(({ epk, id }) => `${epk} ${id}`));
      const { bound, context } = bindQuery(query, bindOptions(parameters));
      const environment = context.newEnvironment();
      for (const item of items) {
        environment[ITEM_SLOT] = item;
        const isFound = bound.where?.(environment) === true;
        const epk = effectivePartitionKey([item.pk as string], byKey);
        const isNamed = known.has(`${epk} ${item.id}`);
        if (isFound || named.exact)
          expect(isNamed, `${JSON.stringify(item)} by ${where}`).toBe(isFound || false);
      }
    }),
    { numRuns: 2000 },
  );
  expect(seen.named).toBeGreaterThan(100);
  expect(seen.exact).toBeGreaterThan(20);
});
