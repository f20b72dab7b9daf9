import { describe, expect, it } from "vitest";
import { callFunction, checkFunctionCases, TEST_CONTEXT } from "../function-cases.suite.ts";
import { bm25 } from "./bm25.ts";

const text = "Jefferson Township is a township in Berks County, Pennsylvania, United States.";

describe("full-text functions", () => {
  checkFunctionCases([
    ["FULLTEXTCONTAINS", [text, "township"], true],
    ["FULLTEXTCONTAINS", [text, "townships"], true],
    ["FULLTEXTCONTAINS", [text, "town"], false],
    ["FULLTEXTCONTAINS", [text, "United States"], true],
    ["FULLTEXTCONTAINS", [text, "States United"], false],
    ["FULLTEXTCONTAINS", [text, "the"], false],
    ["FULLTEXTCONTAINS", [text, ""], false],
    ["FULLTEXTCONTAINS", [text, 5], undefined],
    ["FULLTEXTCONTAINS", [text, undefined], undefined],
    ["FULLTEXTCONTAINS", [undefined, "town"], undefined],
    ["FULLTEXTCONTAINS", [["town"], "town"], undefined],
    ["FULLTEXTCONTAINSALL", [text, "berks", "county"], true],
    ["FULLTEXTCONTAINSALL", [text, "berks", "ohio"], false],
    ["FULLTEXTCONTAINSALL", [text, "berks", null], undefined],
    ["FULLTEXTCONTAINSALL", [text, "ohio", null], false],
    ["FULLTEXTCONTAINSANY", [text, "ohio", "berks"], true],
    ["FULLTEXTCONTAINSANY", [text, "ohio", "iowa"], false],
    ["FULLTEXTCONTAINSANY", [text, "ohio", undefined], undefined],
    ["FULLTEXTCONTAINS", [text, { term: "jeferson", distance: 1 }], true],
    ["FULLTEXTCONTAINS", [text, { term: "jeferson", distance: 0 }], false],
    ["FULLTEXTCONTAINS", [text, { term: "jeferson", distance: 3 }], undefined],
    ["FULLTEXTCONTAINSALL", [text, { term: "jeferson", distance: 1 }, "berks"], true],
    ["FULLTEXTCONTAINSANY", [text, { term: "iowa", distance: 1 }, { term: "berk", distance: 2 }], true],
    ["_FullTextScore", [text, ["ohio", { term: "iowa", distance: 1 }], 100, 2000, [3, 4]], 0],
    ["_FullTextWordCount", [text], 8],
    ["_FullTextWordCount", [""], 0],
    ["_FullTextWordCount", [5], undefined],
    ["_FullTextScore", [text, ["ohio"], 100, 2000, [3]], 0],
    ["_FullTextScore", [undefined, ["ohio"], 100, 2000, [3]], undefined],
    ["_FullTextScore", [text, "ohio", 100, 2000, [3]], undefined],
    ["_FullTextScore", [text, ["ohio"], 100, 2000, ["3"]], undefined],
  ]);

  it("use the language of the container", () => {
    const german = { ...TEST_CONTEXT, fullTextLanguage: "de-DE" };
    expect(callFunction("FULLTEXTCONTAINS", ["the towns", "the"], german)).toBe(true);
    expect(callFunction("FULLTEXTCONTAINS", ["the towns", "town"], german)).toBe(false);
  });
});

describe("BM25", () => {
  const statistics = { documentCount: 100, totalWordCount: 2000, hitCounts: [10, 50] };

  it("is the formula of the textbook", () => {
    const rarity = Math.log(1 + 90.5 / 10.5);
    expect(bm25([2, 0], 20, statistics)).toBeCloseTo((rarity * 2 * 2.2) / (2 + 1.2), 12);
  });

  it("prefers more occurrences, rarer terms, more terms and shorter texts", () => {
    const one = bm25([1, 0], 20, statistics);
    expect(bm25([2, 0], 20, statistics)).toBeGreaterThan(one);
    expect(bm25([0, 1], 20, statistics)).toBeLessThan(one);
    expect(bm25([1, 1], 20, statistics)).toBeGreaterThan(one);
    expect(bm25([1, 0], 10, statistics)).toBeGreaterThan(one);
    expect(bm25([0, 0], 10, statistics)).toBe(0);
  });

  it("stays finite and positive without texts, and when every text has the term", () => {
    expect(bm25([1], 5, { documentCount: 0, totalWordCount: 0, hitCounts: [0] })).toBeGreaterThan(0);
    expect(bm25([1], 5, { documentCount: 10, totalWordCount: 50, hitCounts: [10] })).toBeGreaterThan(0);
  });

  it("scores a text by its phrases", () => {
    const one = { documentCount: 100, totalWordCount: 2000, hitCounts: [10] };
    expect(callFunction("_fulltextscore", [text, ["United States"], 100, 2000, [10]])).toBe(
      bm25([1], 8, one),
    );
  });
});
