/**
 * Full text as words: what FULLTEXTCONTAINS compares and FULLTEXTSCORE counts.
 *
 * A word is a run of letters, marks and digits, in lower case. English texts lose their stop words, and what is left
 * is stemmed; texts of the other languages are taken word by word as they are. A search term of several words
 * matches as a phrase.
 */
import { stemEnglish } from "./stem-english.ts";

/** Also caps what one call may cost: words beyond it are not searched. */
const WORDS_MAX = 500_000;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A dash counts towards the length of a text, though nobody can search for it: the service's rankings show it. */
const DASH = /\p{Pd}/gu;

const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about after all also an and another any are as at be because been before being between both but by came can " +
    "come could did do does each else for from get got had has have he her here him himself his how if in into is " +
    "it its just like make many me might more most much must my never no now of on only or other our out over said " +
    "same see should since so some still such take than that the their them then there these they this those " +
    "through to too under up use very want was way we well were what when where which while who will with would " +
    "you your"
  ).split(" "),
);

function isEnglish(language: string): boolean {
  return language.toLowerCase().startsWith("en");
}

/** The words of a text that can be searched, in order. `language` is a tag such as "en-US". */
export function tokenize(text: string, language: string): string[] {
  const english = isEnglish(language);
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (english && ENGLISH_STOP_WORDS.has(word)) continue;
    words.push(english ? stemEnglish(word) : word);
    if (words.length === WORDS_MAX) break;
  }
  return words;
}

/** The length of a text for scoring. */
export function countWords(text: string, language: string): number {
  return tokenize(text, language).length + (text.match(DASH)?.length ?? 0);
}

/** How often the words of `phrase` follow each other in `words`; a phrase without words occurs nowhere. */
export function countPhrase(words: readonly string[], phrase: readonly string[]): number {
  const first = phrase[0];
  if (first === undefined) return 0;
  let count = 0;
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (phrase.every((word, i) => words[at + i] === word)) count++;
  }
  return count;
}
