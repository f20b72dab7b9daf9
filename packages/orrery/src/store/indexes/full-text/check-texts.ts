/** Proves that the texts of items and the rows of full-text indexes agree. */
import { textTerms } from "../../../value/full-text/text-terms.ts";
import type { StoredItem } from "../../records/item-record.ts";
import { refName } from "../../records/key-layout.ts";
import type { WordTotals } from "../../records/word-totals.ts";
import type { CheckedPartition, IndexCheck } from "../index-rows.ts";
import type { IndexedText, TextIndexes } from "./text-indexes.ts";
import { textRows } from "./text-rows.ts";

export class TextCheck implements IndexCheck {
  readonly #checked: CheckedPartition<TextIndexes>;
  #expected = 0;

  constructor(checked: CheckedPartition<TextIndexes>) {
    this.#checked = checked;
  }

  async checkItem(item: StoredItem): Promise<WordTotals> {
    const words = new Map<string, number>();
    for (const text of this.#checked.indexesOf(item)?.textsOf(item.document) ?? []) {
      words.set(text.index.digest, await this.#checkText(item, text));
    }
    return words;
  }

  /** Returns the length of the text in words. */
  async #checkText(item: StoredItem, { index, text }: IndexedText): Promise<number> {
    const { reader, space, report } = this.#checked;
    const terms = textTerms(text, index.identity.language);
    const rows = textRows(index.prefix, item.ref, terms);
    this.#expected += rows.length;
    const keys = rows.map(({ key }) => key);
    const values = await reader.getMany(space, keys);
    const wrong = rows.filter(({ value }, i) => values[i]?.equals(value) !== true).length;
    if (wrong > 0) {
      const found = `${wrong} of the ${rows.length} rows of ${index.identity.path}`;
      report(
        `Item "${item.id}" (${refName(item.ref)}) lacks ${found} in the full-text index, or they differ.`,
      );
    }
    return terms.length;
  }

  async finish(): Promise<number> {
    return this.#expected;
  }
}
