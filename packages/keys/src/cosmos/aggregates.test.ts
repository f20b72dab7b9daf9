import type { AggregateType } from "@azure/cosmos";
import { describe, expect, it } from "vitest";
import { aggregateOf, type PartialResult } from "./aggregates.ts";

describe("aggregateOf", () => {
  it.each<[AggregateType | null, PartialResult[], unknown]>([
    ["Count", [{ item: 2 }, { item: 3 }], 5],
    ["Count", [], 0],
    ["CountIf", [{ item: 1 }, { item: 0 }], 1],
    ["Sum", [{ item: 2 }, { item: 3.5 }], 5.5],
    ["Sum", [{ item: 2 }, {}, { item: 1 }], undefined],
    [
      "Average",
      [{ item: { sum: 10, count: 4 } }, { item: { sum: 0, count: 0 } }, { item: { sum: 2, count: 2 } }],
      2,
    ],
    ["Average", [{ item: { sum: 10, count: 4 } }, { item: { count: 1 } }], undefined],
    ["Average", [{ item: { count: 0 } }], undefined],
    ["Min", [{ item2: { count: 0 } }, { item2: { min: "b", count: 1 } }, { item2: { min: 7, count: 2 } }], 7],
    ["Max", [{ item2: { max: null, count: 1 } }, { item2: { max: false, count: 1 } }], false],
    ["Max", [{ item2: { max: 1, count: 1 } }, { item2: { count: 3 } }], undefined],
    ["Min", [{ item: 3 }, { item: 2 }, {}], 2],
    ["MakeList", [{ item: [1, 2] }, { item: [2] }, {}], [1, 2, 2]],
    [
      "MakeSet",
      [{ item: [1, { a: 1, b: 2 }] }, { item: [{ b: 2, a: 1 }, 1, "1"] }],
      [1, { a: 1, b: 2 }, "1"],
    ],
    [null, [{ item: 1 }, { item: 2 }], { item: 1 }],
  ])("%s of %j is %j", (type, partials, expected) => {
    const aggregate = aggregateOf(type);
    for (const partial of partials) aggregate.add(partial);
    expect(aggregate.result()).toEqual(expected);
  });

  it("refuses an aggregate that it does not know", () => {
    expect(() => aggregateOf("Median" as AggregateType)).toThrow(
      expect.objectContaining({ code: "QueryNotMergeable" }),
    );
  });
});
