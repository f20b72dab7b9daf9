/**
 * Words within a few edits of another, an edit being a character put in, left out or replaced. Beside the test of one
 * word there is the question of what to pass over in a sorted list: all that begins with what no ending can mend.
 */

/** As on the service. */
export const EDITS_MAX = 2;

export class NearWords {
  readonly #characters: readonly string[];
  readonly #edits: number;

  constructor(word: string, edits: number) {
    this.#characters = [...word];
    this.#edits = edits;
  }

  has(word: string): boolean {
    return this.#compare(word).isNear;
  }

  /** The shortest beginning of `word` with which no near word begins; undefined: a near word may begin with all of it. */
  deadPrefix(word: string): string | undefined {
    return this.#compare(word).deadPrefix;
  }

  /**
   * Only beginnings whose lengths differ by no more than the edits can be near: of each row of the usual table a band is
   * computed, in which the middle stands for equal lengths.
   */
  #compare(word: string): { readonly isNear: boolean; readonly deadPrefix?: string } {
    const wanted = this.#characters;
    const most = this.#edits;
    const band = 2 * most + 1;
    // Edits between what has been seen of `word` and beginnings of the other.
    let edits = Array.from({ length: band }, (_, k) => (k < most ? FAR : k - most));
    let count = 0;
    let seen = "";
    for (const character of word) {
      count++;
      seen += character;
      const next: number[] = [];
      for (let k = 0; k < band; k++) {
        const length = count - most + k;
        const isThere = length >= 0 && length <= wanted.length;
        const replaced = length > 0 ? edits[k]! + (wanted[length - 1] === character ? 0 : 1) : FAR;
        next.push(isThere ? Math.min(replaced, (edits[k + 1] ?? FAR) + 1, (next[k - 1] ?? FAR) + 1) : FAR);
      }
      edits = next;
      if (Math.min(...edits) > most) return { isNear: false, deadPrefix: seen };
    }
    return { isNear: (edits[wanted.length - count + most] ?? FAR) <= most };
  }
}

const FAR = Number.POSITIVE_INFINITY;
