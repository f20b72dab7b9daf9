import type { Value } from "@orrerydb/exact-json";
import { describe } from "vitest";
import { checkFunctionCases, type FunctionCase } from "../function-cases.suite.ts";

const SAMPLES: readonly (readonly [Value, string])[] = [
  [undefined, ""],
  [null, "NULL PRIMITIVE DEFINED"],
  [true, "BOOL BOOLEAN PRIMITIVE DEFINED"],
  [65, "NUMBER INTEGER FINITE_NUMBER PRIMITIVE DEFINED"],
  [0.5, "NUMBER FINITE_NUMBER PRIMITIVE DEFINED"],
  [Number.NaN, "NUMBER PRIMITIVE DEFINED"],
  [Number.POSITIVE_INFINITY, "NUMBER PRIMITIVE DEFINED"],
  ["AdventureWorks", "STRING PRIMITIVE DEFINED"],
  ["2024-12-12", "STRING PRIMITIVE DEFINED DATETIME"],
  [[25344], "ARRAY DEFINED"],
  [{ size: "small" }, "OBJECT DEFINED"],
];

const CHECKS =
  "ARRAY BOOL BOOLEAN DATETIME DEFINED FINITE_NUMBER INTEGER NULL NUMBER OBJECT PRIMITIVE STRING".split(" ");

describe("type checks", () => {
  checkFunctionCases(
    CHECKS.flatMap((check) =>
      SAMPLES.map(
        ([value, types]): FunctionCase => [`IS_${check}`, [value], types.split(" ").includes(check)],
      ),
    ),
  );

  checkFunctionCases([
    ["IS_INTEGER", [-(2 ** 63)], true],
    ["IS_INTEGER", [2 ** 63], true],
    ["IS_INTEGER", [2 ** 64], false],
    ["IS_DATETIME", ["2024-12-12Z"], true],
    ["IS_DATETIME", ["2024-12-12 20:21:25"], true],
    ["IS_DATETIME", ["2024-12-12T20:21:25Z"], true],
    ["IS_DATETIME", ["2024-12-12T20:21:25.123"], true],
    ["IS_DATETIME", ["2024-12-12 20:21:25.1234567Z"], true],
    ["IS_DATETIME", ["2024-12-12 20:21:25.12345678Z"], false],
    ["IS_DATETIME", ["2024-12-12T20Z"], false],
    ["IS_DATETIME", ["2024-12-12 20:21:25."], false],
    ["IS_DATETIME", ["2024-12-12 20:21:25.Z"], false],
    ["IS_DATETIME", ["2024-12-12t20:21:25"], false],
    ["IS_DATETIME", ["2024-02-30"], false],
    ["IS_DATETIME", ["2023-02-29"], false],
    ["IS_DATETIME", ["2024-12-12T24:00:00"], false],
    ["IS_DATETIME", ["2024-12-12T20:2a:25"], false],
    ["IS_DATETIME", ["0000-12-12"], false],
    ["IS_DATETIME", ["2024-1-12"], false],
  ]);
});
