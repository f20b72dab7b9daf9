/** Whatever a filter finds must lie under the keys that it was routed to: random filters over all small items. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "@orrerydb/keys/hash";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bindQuery } from "../bind/bind-query.ts";
import { ITEM_SLOT } from "../bind/environment.ts";
import { runSubquery } from "../bind/subquery/run-subquery.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { bindOptions } from "./bind-options.fixture.ts";
import { type PartitionKeys, partitionKeysOf } from "./partition-filter.ts";

const definition: PartitionKeyDefinition = { paths: ["/a", "/b/c"], kind: "MultiHash", version: 2 };

const components: PartitionKeyComponent[] = [undefined, null, false, true, 0, 1, -1, "a", "b"];

const items = components.flatMap((a) =>
  components.flatMap((c) =>
    [1, "a"].map((x) => ({
      key: [a, c],
      item: { ...(a !== undefined && { a }), b: c === undefined ? {} : { c }, x, tags: [x, 1] } as JsonObject,
    })),
  ),
);

const literal = fc.constantFrom(
  "null",
  "false",
  "true",
  "0",
  "1",
  "- 1",
  "'a'",
  "'b'",
  "undefined",
  "[]",
  "@p",
  "@list",
);
const path = fc.constantFrom("c.a", "c.b.c", 'c["a"]', "c.x", "c.b");
const { filter } = fc.letrec<{ filter: string; operand: string }>((tie) => ({
  operand: fc.oneof(
    path,
    path,
    literal,
    path.map((of) => `ABS(${of})`),
  ),
  filter: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    fc
      .tuple(tie("operand"), fc.constantFrom("=", "=", "!=", "<", ">="), tie("operand"))
      .map((parts) => parts.join(" ")),
    fc
      .tuple(path, fc.array(literal, { minLength: 1, maxLength: 3 }))
      .map(([of, list]) => `${of} IN (${list.join(", ")})`),
    fc.tuple(path, literal).map(([of, value]) => `${of} NOT IN (${value})`),
    fc.tuple(literal, path, path).map(([value, first, second]) => `${value} IN (${first}, ${second})`),
    fc
      .tuple(path, fc.constantFrom("'a'", "'a%'", "'_'", "'b' ESCAPE '!'"))
      .map((parts) => parts.join(" LIKE ")),
    fc
      .tuple(fc.constantFrom("IS_DEFINED", "IS_NULL", "IS_BOOL", "IS_STRING"), path)
      .map(([name, of]) => `${name}(${of})`),
    path.map((of) => `ARRAY_CONTAINS(@list, ${of})`),
    path,
    fc
      .tuple(tie("filter"), fc.constantFrom("AND", "OR"), tie("filter"))
      .map((parts) => `(${parts.join(" ")})`),
    fc
      .tuple(tie("filter"), fc.constantFrom("AND", "OR"), tie("filter"))
      .map((parts) => `(${parts.join(" ")})`),
    tie("filter").map((inner) => `NOT (${inner})`),
    tie("filter").map((inner) => `EXISTS(SELECT VALUE t FROM t IN c.tags WHERE ${inner})`),
    tie("filter").map((inner) => `1 = (SELECT VALUE t FROM t IN c.tags WHERE t = 1 AND ${inner})`),
    tie("filter").map((inner) => `0 < (SELECT VALUE COUNT(1) FROM t IN c.tags WHERE ${inner})`),
    tie("filter").map((inner) => `(${inner} ? true : c.a)`),
  ),
}));

function isRouted(keys: PartitionKeys, key: readonly PartitionKeyComponent[]): boolean {
  return keys === "all" || keys.some((prefix) => prefix.every((component, i) => component === key[i]));
}

it("finds no row that it was not routed to", { timeout: 600_000 }, () => {
  const parameters = new Map<string, Json>([
    ["@p", "a"],
    ["@list", ["a", 1, null]],
  ]);
  let routed = 0;
  let found = 0;
  fc.assert(
    fc.property(filter, (where) => {
      const query = parseQuery(`SELECT VALUE 1 FROM c WHERE ${where}`);
      const keys = partitionKeysOf(query, definition, parameters);
      if (keys === "all") return;
      routed++;
      const { bound, context } = bindQuery(query, bindOptions(parameters));
      const environment = context.newEnvironment();
      for (const { key, item } of items) {
        environment[ITEM_SLOT] = item;
        context.startItem();
        runSubquery(bound, environment, context, () => {
          found++;
          expect(isRouted(keys, key), `${JSON.stringify(item)} is found by ${where}`).toBe(true);
          return true;
        });
      }
    }),
    { numRuns: Number(process.env.ORRERY_FUZZ_CASES ?? 2000) },
  );
  expect(routed).toBeGreaterThan(100);
  expect(found).toBeGreaterThan(100);
});
