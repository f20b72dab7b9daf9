/*
 * A query answers exactly the items in its scope, and visits only the partitions that may hold them, whatever the
 * request gives and however it is combined: partition key, hierarchical prefix, range id, hash range, filter.
 */

import type { Container } from "@azure/cosmos";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "@orrerydb/keys/hash";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../harness/seeded-random.ts";
import { TestServer } from "../harness/test-server.ts";
import {
  epkOf,
  itemsInScope,
  KEY_VALUES,
  randomScope,
  rangesInScope,
  type Scope,
  type ScopedContainer,
  type ScopedItem,
  scopeHeaders,
  scopeQuery,
} from "./random-scope.ts";
import { allPages, fill, type RawPage, rawList, rawQuery, seeingRequests } from "./raw-queries.ts";

const CASES = 200;
const SDK_CASES = 30;
const ITEMS = 24;
/** What a query pays for each physical partition that it visits. All else together stays below it here. */
const PARTITION_CHARGE = 2.5;

const KINDS: readonly (readonly [string, PartitionKeyDefinition, readonly string[]])[] = [
  ["V1", { paths: ["/k"], kind: "Hash", version: 1 }, ["k"]],
  ["V2", { paths: ["/k"], kind: "Hash", version: 2 }, ["k"]],
  ["MultiHash", { paths: ["/a", "/b", "/c"], kind: "MultiHash", version: 2 }, ["a", "b", "c"]],
];

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
});

afterAll(() => server.stop());

describe.each(KINDS)("%s", (kind, definition, properties) => {
  describe.each([1, 5, 25])("on %i partitions", (partitions) => {
    const id = `${kind}-${partitions}`;
    let container: Container;
    let scoped: ScopedContainer;

    beforeAll(async () => {
      container = await server.createContainer(id, { partitionKey: definition, partitions: partitions });
      const items = scopedItems(definition);
      await fill(container, items.map(documentOf));
      const { resources } = await container.readPartitionKeyRanges().fetchAll();
      expect(resources).toHaveLength(partitions);
      const ranges = resources.map((range) => ({
        id: range.id,
        min: range.minInclusive,
        max: range.maxExclusive,
      }));
      scoped = { definition, properties, ranges, items };
    });

    const documentOf = ({ id: itemId, key, n }: ScopedItem) => ({
      id: itemId,
      n,
      ...Object.fromEntries(
        properties
          .map((property, level) => [property, key[level]])
          .filter(([, value]) => value !== undefined),
      ),
    });

    it("answers the rows in scope and visits the partitions in scope, by requests of its own", async () => {
      await fc.assert(
        fc.asyncProperty(randomScope(scoped), fc.constantFrom(-1, 1, 5), async (scope, pageSize) => {
          const query = scopeQuery(scope);
          const { rows, pages } = await allPages((headers) =>
            rawQuery(server, id, {
              ...query,
              headers: { ...query.headers, "x-ms-max-item-count": String(pageSize), ...headers },
            }),
          );
          expectInScope(rows, scope);
          expectVisited(pages, scope);
        }),
        { numRuns: CASES },
      );
    });

    it("counts the rows in scope, and only those", async () => {
      await fc.assert(
        fc.asyncProperty(randomScope(scoped), async (scope) => {
          const { rows } = await rawQuery(server, id, scopeQuery(scope, "SELECT VALUE COUNT(1)"));
          expect(rows).toEqual([itemsInScope(scoped, scope).length]);
        }),
        { numRuns: CASES / 2 },
      );
    });

    it("lists the items in scope in the plain feed", async () => {
      await fc.assert(
        fc.asyncProperty(randomScope(scoped), async ({ filter: _, ...scope }) => {
          const { rows } = await allPages((headers) =>
            rawList(server, id, { ...scopeHeaders(scope), "x-ms-max-item-count": "7", ...headers }),
          );
          expectInScope(
            rows.map((row) => (row as { id: string }).id),
            scope,
          );
        }),
        { numRuns: CASES / 4 },
      );
    });

    it("answers the rows in scope through the SDK", async () => {
      await fc.assert(
        fc.asyncProperty(randomScope(scoped), async ({ range: _range, epkRange: _epkRange, ...scope }) => {
          const { text: query, parameters } = scopeQuery(scope);
          const answer = await container.items
            .query({ query, parameters: parameters as never }, partitionKeyOption(scope))
            .fetchAll();
          expectInScope(answer.resources, scope);
        }),
        { numRuns: SDK_CASES },
      );
    });

    it("sends a client that plans for itself to the partitions in scope", async () => {
      const asked = new Set<string>();
      const client = server.orrery.client(
        seeingRequests((headers) => {
          const range = headers["x-ms-documentdb-partitionkeyrangeid"];
          if (range !== undefined) asked.add(range);
        }),
      );
      const planned = client.database(container.database.id).container(id);
      await fc.assert(
        fc.asyncProperty(
          randomScope(scoped),
          async ({ range: _range, epkRange: _epkRange, key: _key, ...scope }) => {
            asked.clear();
            const { text: query, parameters } = scopeQuery(scope);
            const answer = await planned.items
              .query({ query, parameters: parameters as never }, { forceQueryPlan: true })
              .fetchAll();
            expectInScope(answer.resources, scope);
            const expected = rangesInScope(scoped, scope).map((range) => range.id);
            // Somebody has to say that there is nothing.
            if (expected.length === 0) expect(asked.size).toBe(1);
            else expect([...asked].sort()).toEqual(expected.sort());
          },
        ),
        { numRuns: SDK_CASES },
      );
    });

    function expectInScope(rows: readonly unknown[], scope: Scope): void {
      const expected = itemsInScope(scoped, scope).map((item) => item.id);
      expect([...rows].sort()).toEqual(expected.sort());
    }

    /** The rows of a page are too few to cost as much as a visit. */
    function expectVisited(pages: readonly RawPage[], scope: Scope): void {
      const visited = pages.reduce((sum, { charge }) => sum + Math.floor(charge / PARTITION_CHARGE), 0);
      const inScope = rangesInScope(scoped, scope).length;
      // Somebody has to say that there is nothing.
      if (inScope === 0) expect(visited).toBeLessThanOrEqual(1);
      else expect(visited).toBe(inScope);
    }
  });
});

describe("a query that was not allowed to cross partitions", () => {
  const alone = { "x-ms-documentdb-query-enablecrosspartition": "false" };

  it.each([
    ["SELECT * FROM c", 400],
    ["SELECT * FROM c WHERE c.k > 'a'", 400],
    ["SELECT * FROM c WHERE c.k = 'a'", 200],
    ["SELECT * FROM c WHERE c.k = 'a' AND c.n > 3 ORDER BY c.n", 200],
  ])("%s: %i", async (text, status) => {
    for (const container of ["V2-25", "V2-1"]) {
      const page = await rawQuery(server, container, { text, headers: alone });
      expect(page.status, container).toBe(status);
      if (status === 400) expect(page.body.message).toContain("x-ms-documentdb-query-enablecrosspartition");
    }
  });

  it("is answered where there is nothing to cross", async () => {
    const oneRange = { ...alone, "x-ms-documentdb-partitionkeyrangeid": "3" };
    expect((await rawQuery(server, "V2-25", { text: "SELECT * FROM c", headers: oneRange })).status).toBe(
      200,
    );
  });
});

describe("a query of a client that merges partitions itself", () => {
  const python = { "user-agent": "azsdk-python-cosmos/4.16.4" };

  it.each([
    ["SELECT * FROM c WHERE c.n > 3", 200],
    ["SELECT * FROM c ORDER BY c.n", 400],
    ["SELECT VALUE COUNT(1) FROM c WHERE c.k = 'a'", 400],
    ["SELECT * FROM c WHERE c.k = 'a' ORDER BY c.n", 200],
  ])("%s: %i, on one partition as on many", async (text, status) => {
    for (const container of ["V2-25", "V2-1"]) {
      const page = await rawQuery(server, container, { text, headers: python });
      expect(page.status, container).toBe(status);
      if (status === 400) expect(page.headers["x-ms-substatus"]).toBe("1004");
    }
  });
});

describe("a range that is not there", () => {
  it("is gone, for queries and feeds", async () => {
    const headers = { "x-ms-documentdb-partitionkeyrangeid": "25" };
    for (const page of [
      await rawQuery(server, "V2-25", { text: "SELECT * FROM c", headers }),
      await rawList(server, "V2-25", headers),
    ]) {
      expect(page.status).toBe(410);
      expect(page.headers["x-ms-substatus"]).toBe("1002");
    }
  });
});

function partitionKeyOption({ key }: Scope): { partitionKey?: never } {
  if (key === undefined) return {};
  return { partitionKey: key.map((value) => (value === undefined ? {} : value)) as never };
}

/** Every key value on the first level, some twice; few values on the others, so that prefixes have company. */
function scopedItems(definition: PartitionKeyDefinition): ScopedItem[] {
  const random = seededRandom(20260816);
  const pick = (values: readonly PartitionKeyComponent[]) => values[Math.floor(random() * values.length)];
  return Array.from({ length: ITEMS }, (_, n) => {
    const first = n < KEY_VALUES.length ? KEY_VALUES[n] : pick(KEY_VALUES.slice(0, 4));
    const key = [first, pick(["x", 1, null, undefined]), pick([true, "z", undefined])].slice(
      0,
      definition.paths.length,
    );
    return { id: `item ${n}`, key, epk: epkOf(key, definition), n };
  });
}
