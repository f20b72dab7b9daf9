import { describe, expect, it } from "vitest";
import { stemEnglish } from "./stem-english.ts";
import { countPhrase, scoringLength, tokenize } from "./words.ts";

describe("words of a text", () => {
  it("are the same, whether other letters stand behind them or not", () => {
    const ascii = 'Words, w0rds! (and "words")\tin_a 2nd-rate text...';
    expect(tokenize(`${ascii} é`, "de-DE").slice(0, -1)).toStrictEqual(tokenize(ascii, "de-DE"));
  });

  it.each([
    ["The quick, brown FOX's den.", "en-US", ["quick", "brown", "fox", "s", "den"]],
    ["of the and", "en-US", []],
    ["Les maisons de l’été", "fr-FR", ["les", "maisons", "de", "l", "été"]],
    ["größere Häuser", "de-DE", ["größere", "häuser"]],
    ["東京 2020", "en-US", ["東京", "2020"]],
    ["", "en-US", []],
  ])("of %j in %s are %j", (text, language, words) => {
    expect(tokenize(text, language)).toStrictEqual(words);
  });

  it.each([
    ["run", ["run", "runs", "running"]],
    ["citi", ["city", "cities"]],
    ["box", ["box", "boxes", "boxing", "boxed"]],
    ["fall", ["fall", "falls", "falling"]],
    ["hop", ["hop", "hops", "hopping", "hopped"]],
    ["hope", ["hope", "hopes", "hoping", "hoped"]],
    ["agre", ["agree", "agrees", "agreed"]],
    ["caress", ["caress", "caresses"]],
    ["state", ["state", "states"]],
    ["sky", ["sky"]],
    ["feed", ["feed"]],
    ["sing", ["sing"]],
    ["is", ["is"]],
    ["café", ["café"]],
  ])("are stemmed to %s", (stem, words) => {
    expect(words.map(stemEnglish)).toStrictEqual(words.map(() => stem));
  });

  it("are counted without stop words, with dashes", () => {
    const length = (text: string, language: string): number => scoringLength(text, tokenize(text, language));
    expect(length("The years 1865 – 1959 were well-known", "en-US")).toBe(6);
    expect(length("The years", "de-DE")).toBe(2);
  });

  it.each([
    ["the united states of the united kingdom", "united states", 1],
    ["united united states", "United States", 1],
    ["states united", "united states", 0],
    ["united", "united states", 0],
    ["run, run, running", "runs", 3],
    ["the", "the", 0],
  ])("of %j hold the phrase %j %i times", (text, phrase, count) => {
    expect(countPhrase(tokenize(text, "en-US"), tokenize(phrase, "en-US"))).toBe(count);
  });
});
