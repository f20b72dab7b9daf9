/**
 * Takes the rows of the full-text indexes from one version of an item to the next, in its transaction. Long texts
 * are taken apart step by step beforehand, with turns for others in between: `prepare`.
 */

import { setImmediate } from "node:timers/promises";
import { fromByteString, toByteString } from "../../../value/byte-string.ts";
import { type TextTerms, textTermSteps, textTerms } from "../../../value/full-text/text-terms.ts";
import type { StoredItem } from "../../records/item-record.ts";
import { addWords, NO_WORDS, type WordTotals } from "../../records/word-totals.ts";
import type { IndexTransaction, IndexWriter } from "../index-rows.ts";
import type { IndexedText, TextIndexes } from "./text-indexes.ts";
import { textRows } from "./text-rows.ts";

/** A text of so many characters is taken apart in one go. */
const SHORT_CHARACTERS = 32 * 1024;

export class TextWrites implements IndexWriter {
  readonly #transaction: IndexTransaction<TextIndexes>;
  /** By language and text. */
  readonly #prepared = new Map<string, TextTerms>();

  constructor(transaction: IndexTransaction<TextIndexes>) {
    this.#transaction = transaction;
  }

  /** Makes `change` short for these items. */
  async prepare(...items: readonly (StoredItem | undefined)[]): Promise<void> {
    for (const item of items) {
      for (const { index, text } of this.#textsOf(item)) {
        if (text.length <= SHORT_CHARACTERS) continue;
        const steps = textTermSteps(text, index.identity.language);
        for (;;) {
          const { done, value } = steps.next();
          if (done) {
            this.#prepared.set(nameOf({ index, text }), value);
            break;
          }
          await setImmediate();
        }
      }
    }
  }

  async change(
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    isCounted: boolean,
  ): Promise<void> {
    this.#changeNow(before, after, isCounted);
  }

  changeAtCommit(before: StoredItem, after: StoredItem): void {
    this.#changeNow(before, after, true);
  }

  #changeNow(before: StoredItem | undefined, after: StoredItem | undefined, isCounted: boolean): void {
    const old = new Map(this.#textsOf(before).map((text) => [text.index.digest, text]));
    let words = NO_WORDS;
    for (const text of this.#textsOf(after)) {
      const { digest } = text.index;
      const known = old.get(digest);
      old.delete(digest);
      if (known?.text !== text.text) words = addWords(words, this.#replace(after!, known, text));
    }
    for (const gone of old.values()) words = addWords(words, this.#replace(before!, gone, undefined));
    if (isCounted) this.#transaction.addTotals(words);
  }

  #textsOf(item: StoredItem | undefined): readonly IndexedText[] {
    return (item && this.#transaction.indexesOf(item)?.textsOf(item.document)) ?? [];
  }

  /** `before` and `after` are texts of one item and one index. */
  #replace({ ref }: StoredItem, before: IndexedText | undefined, after: IndexedText | undefined): WordTotals {
    const { kv, space, work } = this.#transaction;
    const old = before && this.#termsOf(before);
    const next = after && this.#termsOf(after);
    const { prefix, digest } = (before ?? after)!.index;
    const gone = new Map(
      (old ? textRows(prefix, ref, old) : []).map(({ key, value }) => [toByteString(key), value]),
    );
    for (const { key, value } of next ? textRows(prefix, ref, next) : []) {
      if (gone.size > 0) {
        const name = toByteString(key);
        const known = gone.get(name);
        gone.delete(name);
        if (known?.equals(value)) continue;
      }
      kv.put(space, key, value);
      work.termsAdded++;
    }
    for (const name of gone.keys()) kv.delete(space, fromByteString(name));
    work.termsRemoved += gone.size;
    const words = (next?.length ?? 0) - (old?.length ?? 0);
    return words === 0 ? NO_WORDS : new Map([[digest, words]]);
  }

  #termsOf(text: IndexedText): TextTerms {
    const prepared = this.#prepared.size > 0 ? this.#prepared.get(nameOf(text)) : undefined;
    return prepared ?? textTerms(text.text, text.index.identity.language);
  }
}

function nameOf({ index, text }: IndexedText): string {
  return `${index.identity.language} ${text}`;
}
