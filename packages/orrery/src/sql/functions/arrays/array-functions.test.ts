import { describe } from "vitest";
import { checkFunctionCases } from "../function-cases.suite.ts";

const letters = ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf"];
const shirt = { category: "shirts", color: "blue" };

describe("array functions", () => {
  checkFunctionCases([
    ["ARRAY_CONCAT", [["a", "b"], ["c"]], ["a", "b", "c"]],
    ["ARRAY_CONCAT", [[[1]], [], [2]], [[1], 2]],
    ["ARRAY_CONCAT", [["a"], "b"], undefined],
    ["ARRAY_CONTAINS", [["coats", "jackets"], "coats"], true],
    ["ARRAY_CONTAINS", [["coats", "jackets"], "hoodies"], false],
    ["ARRAY_CONTAINS", [[shirt], { color: "blue", category: "shirts" }], true],
    ["ARRAY_CONTAINS", [[shirt], { category: "shirts" }], false],
    ["ARRAY_CONTAINS", [[shirt], { category: "shirts" }, true], true],
    ["ARRAY_CONTAINS", [[shirt], { category: "shorts", color: "blue" }, true], false],
    ["ARRAY_CONTAINS", [[shirt, 5], 5, true], true],
    ["ARRAY_CONTAINS", [[shirt], { toString: 1 }, true], false],
    ["ARRAY_CONTAINS", [[shirt], {}, true], true],
    ["ARRAY_CONTAINS", [[[1, 2]], [1, 2]], true],
    ["ARRAY_CONTAINS", [["1"], 1], false],
    ["ARRAY_CONTAINS", [["1"], "1", undefined], true],
    ["ARRAY_CONTAINS", [["1"], "1", "x"], undefined],
    ["ARRAY_CONTAINS", [["1"], undefined], undefined],
    ["ARRAY_CONTAINS", ["1", "1"], undefined],
    ["ARRAY_CONTAINS_ALL", [[1, true, "3", [1, 2, 3]], 1, true, "3", [1, 2, 3]], true],
    ["ARRAY_CONTAINS_ALL", [[1, 2, 3, 4], 2, 3, 4, 5], false],
    ["ARRAY_CONTAINS_ALL", [[1, 2, 3, 4], 1, undefined], undefined],
    ["ARRAY_CONTAINS_ALL", [[1, 2, 3, 4], 5, undefined], false],
    ["ARRAY_CONTAINS_ALL", [[], 1, 2, 3], false],
    ["ARRAY_CONTAINS_ANY", [[1, 2, 3, 4], 2, 3, 4, 5], true],
    ["ARRAY_CONTAINS_ANY", [[1, 2, 3, 4], 1, undefined], true],
    ["ARRAY_CONTAINS_ANY", [[1, 2, 3, 4], 5, undefined], undefined],
    ["ARRAY_CONTAINS_ANY", [[1, 2, 3, 4], 5, 6], false],
    ["ARRAY_CONTAINS_ANY", [null, 5], undefined],
    ["ARRAY_LENGTH", [[70, 86, 92, 99, 85, 90, 82]], 7],
    ["ARRAY_LENGTH", [[]], 0],
    ["ARRAY_LENGTH", [null], undefined],
    ["ARRAY_LENGTH", ["ab"], undefined],
    ["ARRAY_SLICE", [letters, 1], letters.slice(1)],
    ["ARRAY_SLICE", [letters, -2], ["Foxtrot", "Golf"]],
    ["ARRAY_SLICE", [letters, 0, 3], ["Alpha", "Bravo", "Charlie"]],
    ["ARRAY_SLICE", [letters, 0, 12], letters],
    ["ARRAY_SLICE", [letters, 3, 5], ["Delta", "Echo", "Foxtrot", "Golf"]],
    ["ARRAY_SLICE", [letters, -2, 1], ["Foxtrot"]],
    ["ARRAY_SLICE", [letters, -20, 1], ["Alpha"]],
    ["ARRAY_SLICE", [letters, 9, 1], []],
    ["ARRAY_SLICE", [letters, 0, -1], []],
    ["ARRAY_SLICE", [letters, 0.5], undefined],
    ["ARRAY_SLICE", [letters, 0, undefined], undefined],
    ["ARRAY_AVG", [[1, 2, 3.3, 4.7]], 2.75],
    ["ARRAY_AVG", [[1, -2.7, 3, -4]], -0.675],
    ["ARRAY_AVG", [[12, "abc"]], undefined],
    ["ARRAY_AVG", [[]], undefined],
    ["ARRAY_MEDIAN", [[1, 2, 3, 4]], 2.5],
    ["ARRAY_MEDIAN", [[7.8, 2, 3.3, 4.7, 1]], 3.3],
    ["ARRAY_MEDIAN", [[1, -2.7, 3, -4]], -0.8500000000000001],
    ["ARRAY_MEDIAN", [[1, null]], undefined],
    ["ARRAY_MEDIAN", [[]], undefined],
    ["ARRAY_SUM", [[1, 2, 3, 4]], 10],
    ["ARRAY_SUM", [[]], 0],
    ["ARRAY_SUM", [[1, true]], undefined],
    ["ARRAY_MAX", [[1, 2, 3, 4]], 4],
    ["ARRAY_MAX", [["abc", "ABC", "aBc", "AbC"]], "abc"],
    ["ARRAY_MAX", [[12, "abc", true, false, null]], "abc"],
    ["ARRAY_MAX", [[null, null]], null],
    ["ARRAY_MAX", [[1, [2]]], undefined],
    ["ARRAY_MAX", [[]], undefined],
    ["ARRAY_MIN", [["abc", "ABC", "aBc", "AbC"]], "ABC"],
    ["ARRAY_MIN", [[true, false]], false],
    ["ARRAY_MIN", [[12, "abc", true, false, null]], null],
    ["ARRAY_MIN", [{}], undefined],
    ["CHOOSE", [1, "Mt.", "Hood"], "Mt."],
    ["CHOOSE", [2, "Mt.", "Hood"], "Hood"],
    ["CHOOSE", [0, "Mt.", "Hood"], undefined],
    ["CHOOSE", [3, "Mt.", "Hood"], undefined],
    ["CHOOSE", [1.5, "Mt.", "Hood"], undefined],
    ["CHOOSE", ["1", "Mt.", "Hood"], undefined],
    [
      "OBJECTTOARRAY",
      [{ a: "12345", b: 7 }],
      [
        { k: "a", v: "12345" },
        { k: "b", v: 7 },
      ],
    ],
    ["OBJECTTOARRAY", [{ a: null }, "key", "value"], [{ key: "a", value: null }]],
    ["OBJECTTOARRAY", [{ a: 1 }, "key"], [{ key: "a", v: 1 }]],
    ["OBJECTTOARRAY", [[1]], undefined],
    ["OBJECTTOARRAY", [{ a: 1 }, 1, "v"], undefined],
  ]);
});

describe("set functions", () => {
  checkFunctionCases([
    [
      "SETDIFFERENCE",
      [
        [1, 2, 3],
        [1, 2, 6, 7],
      ],
      [3],
    ],
    [
      "SETDIFFERENCE",
      [
        [1, 1, 1, 1],
        [2, 3, 4],
      ],
      [1],
    ],
    ["SETDIFFERENCE", [[], [1]], []],
    ["SETDIFFERENCE", [[{ a: 1, b: 2 }, { a: 1 }], [{ b: 2, a: 1 }]], [{ a: 1 }]],
    ["SETDIFFERENCE", [[1], null], undefined],
    [
      "SETEQUAL",
      [
        [1, 2, 3, 3],
        [1, 2, 2, 3, 1, 2],
      ],
      true,
    ],
    [
      "SETEQUAL",
      [
        [1, true, "abc"],
        [true, 1, "abc"],
      ],
      true,
    ],
    ["SETEQUAL", [[1], ["1"]], false],
    ["SETEQUAL", [[], [1, 2, 3]], false],
    [
      "SETINTERSECT",
      [
        [1, 2, 3, 4],
        [3, 4, 5, 6],
      ],
      [3, 4],
    ],
    [
      "SETINTERSECT",
      [
        [1, 2, 3, 4],
        [1, 1, 1, 1],
      ],
      [1],
    ],
    [
      "SETINTERSECT",
      [
        [1, 2, "A", "B"],
        ["A", 1],
      ],
      ["A", 1],
    ],
    ["SETINTERSECT", [[1, 2], []], []],
    [
      "SETUNION",
      [
        [1, 2, 3, 4],
        [3, 4, 5, 6],
      ],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      "SETUNION",
      [
        [1, 2, "A", "B"],
        ["A", 1],
      ],
      [1, 2, "A", "B"],
    ],
    ["SETUNION", [[1], undefined], undefined],
  ]);
});

describe("conditional functions", () => {
  checkFunctionCases([
    ["IIF", [true, 123, 456], 123],
    ["IIF", [false, 123, 456], 456],
    ["IIF", [123, 123, 456], 456],
    ["IIF", ["ABC", 123, 456], 456],
    ["IIF", [undefined, 123, 456], 456],
    ["IIF", [true, undefined, 456], undefined],
  ]);
});
