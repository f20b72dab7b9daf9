import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEngine } from "../../engine/engine.fixture.ts";
import type { Engine } from "../../engine/engine.ts";
import { plantSeed, readSeed } from "./seed.ts";

const TERMS = { priority: "High", bucket: 0, readMultiplier: 1 } as const;
let engine: Engine;
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(() => engine.close());

test.each<[unknown, string]>([
  [
    { shop: { carts: { partitionKey: "/c", itmes: [] } } },
    "container 'shop/carts' has no member 'itmes'. Did you mean 'items'?",
  ],
  [{ shop: { carts: { partitionkey: "/c" } } }, "has no member 'partitionkey'. Did you mean 'partitionKey'?"],
  [
    { shop: { carts: { partitionKey: "/c", colour: "red" } } },
    "has no member 'colour'. It may have partitionKey, throughput,",
  ],
  [
    { shop: { carts: { partitionKey: "/c", items: { id: "1" } } } },
    "The 'items' of the seed's container 'shop/carts' must be a list",
  ],
  [{ shop: { carts: "/c" } }, "container 'shop/carts' must be an object"],
  [{ shop: ["carts"] }, "database 'shop' must be an object"],
  [[], "A seed is an object"],
])("a seed with a mistake is refused, and nothing of it is there: %j", async (seed, sentence) => {
  const all = { first: { whole: { partitionKey: "/pk" } }, ...(seed as object) };
  await expect(plantSeed(engine, (Array.isArray(seed) ? seed : all) as never)).rejects.toThrow(sentence);
  await expect(engine.databases.read("first")).rejects.toThrow();
});

test("what a definition may have is taken", async () => {
  await plantSeed(engine, {
    shop: {
      carts: {
        partitionKey: { paths: ["/tenant", "/user"] },
        defaultTtl: 60,
        throughput: 1_000,
        partitions: 2,
        indexingPolicy: { excludedPaths: [{ path: "/text/?" }] },
        uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/n"] }] },
        computedProperties: [{ name: "lower", query: "SELECT VALUE LOWER(c.name) FROM c" }],
        items: [{ id: "1", tenant: "a", user: "b", n: 1 }],
      },
    },
  });
  expect((await engine.databases.read("shop")).resource.body).toMatchObject({ id: "shop" });
});

test.each([
  ["carts.json", '{"partitionKey":"/pk","items":[ITEM]}'],
  ["carts.yaml", "partitionKey: /pk\nitems: [ITEM]\n"],
])("a seed keeps digits and the order of names: %s", async (file, text) => {
  const item = '{"id":"1","pk":"a","n":12345678987654321,"list":[-9223372036854775808],"b":1,"10":2,"2":3}';
  const folder = mkdtempSync(join(tmpdir(), "orrery-seed-"));
  try {
    mkdirSync(join(folder, "shop"));
    writeFileSync(join(folder, "shop", file), text.replace("ITEM", item));
    writeFileSync(join(folder, "shop", "carts.ndjson"), item.replace('"1"', '"2"'));
    await plantSeed(engine, await readSeed(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const id of ["1", "2"]) {
    const found = await engine.items.read({ database: "shop", container: "carts" }, id, {
      terms: TERMS,
      key: ["a"],
    });
    expect(found.item.json.toString()).toContain(item.slice(item.indexOf('"n"'), -1));
  }
});
