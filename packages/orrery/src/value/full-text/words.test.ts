import { describe, expect, it } from "vitest";
import { stemEnglish } from "./stem-english.ts";
import { tokenize, WORDS_MAX, wordPieces, wordsAndLength } from "./words.ts";

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
    const length = (text: string, language: string): number => wordsAndLength(text, language).length;
    expect(length("The years 1865 – 1959 were well-known", "en-US")).toBe(6);
    expect(length("The years", "de-DE")).toBe(2);
  });

  it("of a long text are found in pieces, none of which cuts a word", () => {
    const words = Array.from({ length: 30_000 }, (_, i) => `wort${"x".repeat(i % 17)}${i}`);
    const text = words.join(" – ");
    const pieces = [...wordPieces(text, "de-DE")];
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map((piece) => piece.words.length))).toBeLessThan(5_000);
    expect(wordsAndLength(text, "de-DE")).toEqual({ words, length: 2 * words.length - 1 });
  });

  it("end at a bound", () => {
    expect(tokenize("x ".repeat(WORDS_MAX + 10), "de-DE")).toHaveLength(WORDS_MAX);
  });
});
