/**
 * What a full-text function searches for: a text, whose words have to follow each other, or such a text with the number
 * of edits in which each of its words may differ: `{"term": "bycicle", "distance": 2}`.
 */
import type { JsonObject, Value } from "@orrerydb/exact-json";
import { EDITS_MAX, NearWords } from "../../../value/full-text/edit-distance.ts";
import { tokenize } from "../../../value/full-text/words.ts";

export interface SearchTerm {
  /** None: it occurs nowhere. */
  readonly words: readonly SearchWord[];
}

export interface SearchWord {
  readonly word: string;
  readonly edits: number;
  matches(word: string): boolean;
}

/** Undefined where the value is not a search term. */
export function searchTerm(value: Value, language: string): SearchTerm | undefined {
  const { term, distance } = isFuzzy(value) ? value : { term: value, distance: 0 };
  if (typeof term !== "string" || !isDistance(distance)) return undefined;
  return { words: tokenize(term, language).map((word) => searchWord(word, distance)) };
}

/** Whether a value asks for near words, rightly or not. */
export function isFuzzy(value: Value): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "term" in value;
}

function isDistance(value: Value): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= EDITS_MAX;
}

function searchWord(word: string, edits: number): SearchWord {
  if (edits === 0) return { word, edits, matches: (other) => other === word };
  const near = new NearWords(word, edits);
  return { word, edits, matches: (other) => near.has(other) };
}

/** How often a term occurs in the words of a text. */
export function countTerm(words: readonly string[], term: SearchTerm): number {
  let count = 0;
  for (let at = nextPlace(words, term, 0); at >= 0; at = nextPlace(words, term, at + 1)) count++;
  return count;
}

export function hasTerm(words: readonly string[], term: SearchTerm): boolean {
  return nextPlace(words, term, 0) >= 0;
}

/** Where a term occurs, at or after a place; -1: nowhere. */
function nextPlace(words: readonly string[], { words: wanted }: SearchTerm, from: number): number {
  const [first, ...rest] = wanted;
  if (first === undefined) return -1;
  const next = (place: number): number =>
    first.edits === 0 ? words.indexOf(first.word, place) : indexOfMatch(words, first, place);
  for (let at = next(from); at >= 0; at = next(at + 1)) {
    if (rest.every((word, i) => at + 1 + i < words.length && word.matches(words[at + 1 + i]!))) return at;
  }
  return -1;
}

function indexOfMatch(words: readonly string[], wanted: SearchWord, from: number): number {
  for (let at = from; at < words.length; at++) if (wanted.matches(words[at]!)) return at;
  return -1;
}
