import { describe, expect, it } from "vitest";
import type { Scalar } from "./join-parts.ts";
import { suffixHash, suffixOfHash } from "./suffix-hash.ts";

describe("suffixHash, the published vectors", () => {
  it.each<[Scalar[], number, number]>([
    [["1FTFW1ET5DFC10312"], 1169755047, 248],
    [[""], 3272467616, 17],
    [["a"], 3952813209, 10],
    [["Привет"], 3398134832, 33],
    [[0], 517636262, 263],
    [[2018], 1333405259, 60],
    [[-1.5], 3221291938, 339],
    [[true], 1579843702, 103],
    [[false], 1814548639, 240],
    [[null], 3831157163, 364],
    [["a", "b"], 2334066663, 264],
    [["contoso", 7, null], 2019941267, 68],
  ])("%j", (values, hash, suffixOf400) => {
    expect(suffixHash(values)).toBe(hash);
    expect(suffixOfHash(suffixHash(values), 400)).toBe(suffixOf400);
  });

  it("is the same for 0 and -0", () => {
    expect(suffixHash([-0])).toBe(suffixHash([0]));
  });
});
