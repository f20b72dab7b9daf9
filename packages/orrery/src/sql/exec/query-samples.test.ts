import type { Json, JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { conformanceData } from "../../../../../tests/harness/conformance-data.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

interface Sample {
  readonly name: string;
  readonly query: string;
  readonly seed?: readonly JsonObject[];
  readonly result: readonly Json[];
}

/** Digits that must agree, where the service's own arithmetic is not known. */
const DIGITS: Readonly<Record<string, number>> = {
  // An area on the ellipsoid is a series, and nobody says where the service cuts it off.
  "st-area": 9,
};

const { file, cases: samples } = conformanceData<Sample>("query-samples.json");

if (samples !== undefined) {
  test("there are samples", () => expect(samples.length).toBe(59));
  test.each(samples)(
    "$name answers what the service answered",
    async ({ name, query, seed = [], result }) => {
      const fixture = new QueryFixture({ items: seed });
      const digits = DIGITS[name];
      expect(rounded(await fixture.rows(query), digits)).toEqual(rounded(result, digits));
      const rows = await fixture.repartitioned(equalBorders(5)).rows(query, { page: { maxItems: 2 } });
      expect(sorted(rounded(rows, digits))).toEqual(sorted(rounded(result, digits)));
    },
  );
} else {
  test.skip(`the service's query samples are not at ${file}`, () => {});
}

function sorted(rows: readonly Json[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

function rounded(rows: readonly Json[], digits: number | undefined): readonly Json[] {
  if (digits === undefined) return rows;
  return JSON.parse(JSON.stringify(rows), (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(digits)) : value,
  ) as readonly Json[];
}
