import type { Json } from "@orrerydb/exact-json";
import { describe, expect, it } from "vitest";
import { tokenize } from "../../../value/full-text/words.ts";
import { countTerm, hasTerm, searchTerm } from "./search-term.ts";

describe("search terms", () => {
  it.each<[string, Json, number]>([
    ["the united states of the united kingdom", "united states", 1],
    ["united united states", "United States", 1],
    ["states united", "united states", 0],
    ["united", "united states", 0],
    ["run, run, running", "runs", 3],
    ["the", "the", 0],
    ["a red bicycle, a rad one, reds and rods", { term: "red", distance: 1 }, 4],
    ["a red bicycle", { term: "bycycle", distance: 2 }, 1],
    ["a red bicycle", { term: "bycycle", distance: 1 }, 1],
    ["a red bicycle", { term: "bycycle", distance: 0 }, 0],
    ["a red bicycle", { term: "rad bycycle", distance: 1 }, 1],
    ["a red bicycle", { term: "bycycle rad", distance: 1 }, 0],
  ])("%j holds %j %i times", (text, phrase, count) => {
    const words = tokenize(text, "en-US");
    const term = searchTerm(phrase, "en-US")!;
    expect(countTerm(words, term)).toBe(count);
    expect(hasTerm(words, term)).toBe(count > 0);
  });

  it.each<[Json]>([
    [5],
    [null],
    [["red"]],
    [{ term: 5, distance: 1 }],
    [{ term: "red" }],
    [{ term: "red", distance: 3 }],
    [{ term: "red", distance: -1 }],
    [{ term: "red", distance: 0.5 }],
    [{ distance: 1 }],
  ])("%j is none", (value) => {
    expect(searchTerm(value, "en-US")).toBeUndefined();
  });
});
