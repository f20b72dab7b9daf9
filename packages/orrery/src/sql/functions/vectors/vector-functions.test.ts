import { describe } from "vitest";
import { checkFunctionCases } from "../function-cases.suite.ts";

describe("vector functions", () => {
  checkFunctionCases([
    [
      "VECTORDISTANCE",
      [
        [1, 0],
        [1, 0],
      ],
      1,
    ],
    [
      "VECTORDISTANCE",
      [
        [1, 0],
        [0, 2],
      ],
      0,
    ],
    [
      "VECTORDISTANCE",
      [
        [1, 0],
        [-3, 0],
      ],
      -1,
    ],
    [
      "VECTORDISTANCE",
      [
        [0, 0],
        [1, 0],
      ],
      0,
    ],
    ["VECTORDISTANCE", [[3, 4], [4, 3], true], 0.96],
    ["VECTORDISTANCE", [[1, 2, 3], [4, 5, 6], false, { distanceFunction: "DotProduct" }], 32],
    ["VECTORDISTANCE", [[1, 2], [4, 6], true, { distanceFunction: "euclidean", dataType: "Float32" }], 5],
    ["VECTORDISTANCE", [[3, 4], [4, 3], false, {}], 0.96],
    ["VECTORDISTANCE", [[1, 2], [4, 6], true, { distanceFunction: "manhattan" }], undefined],
    ["VECTORDISTANCE", [[1, 2], [4, 6], true, "euclidean"], undefined],
    ["VECTORDISTANCE", [[1, 2], [4, 6], "yes"], undefined],
    [
      "VECTORDISTANCE",
      [
        [1, 2],
        [1, 2, 3],
      ],
      undefined,
    ],
    ["VECTORDISTANCE", [[1, 2], [[1, 2]]], undefined],
    [
      "VECTORDISTANCE",
      [
        [1, 2],
        [1, "2"],
      ],
      undefined,
    ],
    ["VECTORDISTANCE", [[], []], undefined],
    ["VECTORDISTANCE", [undefined, [1]], undefined],
    ["VECTORDISTANCE", [[1], null], undefined],
    ["_VectorScore", [[1, 2, 3], [4, 5, 6], true, { distanceFunction: "dotproduct" }], 32],
  ]);
});

describe("item functions", () => {
  checkFunctionCases([
    ["DOCUMENTID", [{ id: "1", _rid: "36ZyAPW+uN8NAAAAAAAAAA==" }], 13],
    ["DOCUMENTID", [{ id: "1", _rid: "n7AmAPTJ480GAAAAAAAAAA==" }], 6],
    ["DOCUMENTID", [{ id: "1" }], undefined],
    ["DOCUMENTID", [{ id: "1", _rid: "36ZyAA==" }], undefined],
    ["DOCUMENTID", ["36ZyAPW+uN8NAAAAAAAAAA=="], undefined],
    ["DOCUMENTID", [undefined], undefined],
  ]);
});
