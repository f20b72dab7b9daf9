/**
 * Light stemming of English words: the steps of Porter's algorithm for plural, -ed and -ing and for a final e or y,
 * so that "running", "runs" and "run" are one word. What derives a new word (-ness, -ation) is left alone.
 * https://tartarus.org/martin/PorterStemmer/def.txt
 * How the service stems is not published.
 */
const VOWEL = /[aeiou]|(?<=[^aeiou])y/;
/** A vowel followed by a consonant; how many there are is what Porter calls m. */
const MEASURE = /(?:[aeiou]|(?<=[^aeiou])y)[^aeiouy]/g;
/** Consonant, vowel, consonant that is not w, x or y: a short syllable, which had lost its e. */
const SHORT = /^[^aeiou]+[aeiouy][^aeiouwxy]$/;
const DOUBLED = /([^aeioulsz])\1$/;

/** `word` is in lower case. */
export function stemEnglish(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word;
  return finalE(finalY(pastOrProgressive(singular(word))));
}

/** How many vowel groups are followed by a consonant. */
function measure(stem: string): number {
  return stem.match(MEASURE)?.length ?? 0;
}

function singular(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss")) return word;
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.slice(0, -1);
}

function pastOrProgressive(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const stem = word.slice(0, word.length - ending);
  return ending === 0 || !VOWEL.test(stem) ? word : mend(stem);
}

/** Gives back the e that -ed and -ing swallow, and takes off the consonant that they double. */
function mend(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLED.test(stem)) return stem.slice(0, -1);
  return SHORT.test(stem) ? `${stem}e` : stem;
}

function finalY(word: string): string {
  return word.endsWith("y") && VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function finalE(word: string): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  const syllables = measure(stem);
  return syllables > 1 || (syllables === 1 && !SHORT.test(stem)) ? stem : word;
}
