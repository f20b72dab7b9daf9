/** Passes over items by their text, unparsed, as long as that spares more than it costs. */
import type { ItemRow } from "../../value/rows/row-source.ts";

const ITEMS_PER_JUDGEMENT = 64;
/** The share of items that must be passed over. */
const WORTH_IT = 0.6;

export class TextFilter {
  readonly #text: Buffer;
  #isWorthIt = true;
  #seen = 0;
  #rejected = 0;

  constructor(requiredText: string) {
    this.#text = Buffer.from(requiredText);
  }

  /** Whether an item is known not to pass the filter. */
  rejects(item: ItemRow): boolean {
    if (!this.#isWorthIt) return false;
    const isRejected = !item.bytes().includes(this.#text);
    if (isRejected) this.#rejected++;
    if (++this.#seen === ITEMS_PER_JUDGEMENT) {
      this.#isWorthIt = this.#rejected >= ITEMS_PER_JUDGEMENT * WORTH_IT;
      this.#seen = 0;
      this.#rejected = 0;
    }
    return isRejected;
  }
}
