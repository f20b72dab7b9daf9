/** A text as a full-text index holds it: its terms with their places, and its length. */
import { atOnce } from "../at-once.ts";
import { wordPieces } from "./words.ts";

/**
 * A text of more terms is only listed in the index, and whoever searches reads it: writing its entries would hold up
 * everybody else.
 */
export const TERMS_MAX = 10_000;

export interface TextTerms {
  /** For scoring. */
  readonly length: number;
  /** Where each term stands among the words of the text, ascending; undefined where the terms are too many. */
  readonly places: ReadonlyMap<string, readonly number[]> | undefined;
}

/** Takes a text apart step by step, each bounded, however long it is. */
export function* textTermSteps(text: string, language: string): Generator<void, TextTerms> {
  let places: Map<string, number[]> | undefined = new Map();
  let length = 0;
  let at = 0;
  for (const piece of wordPieces(text, language)) {
    length += piece.length;
    if (places !== undefined) {
      for (const word of piece.words) addPlace(places, word, at++);
      if (places.size > TERMS_MAX) places = undefined;
    }
    yield;
  }
  return { length, places };
}

function addPlace(places: Map<string, number[]>, word: string, place: number): void {
  const known = places.get(word);
  if (known === undefined) places.set(word, [place]);
  else known.push(place);
}

/** All at once. */
export function textTerms(text: string, language: string): TextTerms {
  return atOnce(textTermSteps(text, language));
}
