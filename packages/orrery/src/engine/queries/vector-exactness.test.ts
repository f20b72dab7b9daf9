/** Where a vector index answers exactly, it answers what a scan does: the same rows in the same order. */
import type { Json } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { caseSeeds, integerBelow, seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import { VECTOR_METRICS } from "../../value/rows/vector-search.ts";
import { openEngine, plain } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";
import { newVectorContainer, rowsOf } from "./vector-index.fixture.ts";

const ITEMS = 150;
const DIMENSIONS = 3;
const QUERIES = 12;
/** Ties, what floats cannot tell apart or hold, and vectors without length. */
const COMPONENTS = [0, 1, -1, 0.1, 0.1 + 2 ** -40, 1e-42, 3e39, 1e20, 7, 255];

function randomVector(random: () => number): number[] {
  return Array.from({ length: DIMENSIONS }, () =>
    random() < 0.5 ? COMPONENTS[integerBelow(random, COMPONENTS.length)]! : random() - 0.5,
  );
}

function randomValue(random: () => number): Json {
  const chance = random();
  if (chance < 0.05) return "no vector";
  if (chance < 0.1) return [1, 2];
  return chance < 0.15 ? [1, 2, "3"] : randomVector(random);
}

test.each(caseSeeds(1, 6))(
  "random vectors, seed %i",
  async (seed) => {
    const random = seededRandom(seed);
    const distanceFunction = VECTOR_METRICS[seed % VECTOR_METRICS.length]!;
    const type = seed % 2 === 0 ? "flat" : "quantizedFlat";
    const ruPerSecond = seed % 3 === 0 ? 25_000 : 400;
    const container = await newVectorContainer(await openEngine(), {
      type,
      dimensions: DIMENSIONS,
      distanceFunction,
      ruPerSecond,
    });
    for (let n = 0; n < ITEMS; n++) {
      const v = n % 10 === 9 ? {} : { v: randomValue(random) };
      await createOne(container, { id: `${n}`, pk: `${n % 7}`, n, ...v }, plain);
    }
    for (let i = 0; i < QUERIES; i++) {
      const query = randomVector(random);
      const metric = VECTOR_METRICS[integerBelow(random, VECTOR_METRICS.length)]!;
      const options = random() < 0.3 ? `, true, {"distanceFunction": "${metric}"}` : "";
      const where = random() < 0.5 ? "" : `WHERE c.n % ${1 + integerBelow(random, 20)} = 0`;
      const count = random() < 0.5 ? ["TOP 5 ", ""] : ["", "OFFSET 3 LIMIT 140"];
      const value = random() < 0.3 ? "c.v[0]" : "c.n";
      const text = (vector: string) =>
        `SELECT ${count[0]}VALUE ${value} FROM c ${where} ORDER BY VectorDistance(c.v, ${vector}${options}) ${count[1]}`;
      // What an expression makes is no vector to look up by.
      const expected = await rowsOf(container, text("ARRAY_CONCAT(@q, [])"), query);
      expect(await rowsOf(container, text("@q"), query), text("@q")).toEqual(expected);
      expect(await rowsOf(container, text("@q"), query, { maxItems: 4 }), text("@q")).toEqual(expected);
    }
  },
  60_000,
);
