/** Reads full-text indexes, for the rows in a request's scope. */
import { countRows } from "../../../kv/count-rows.ts";
import { toByteString } from "../../../value/byte-string.ts";
import { NearWords } from "../../../value/full-text/edit-distance.ts";
import type { FullTextIndex } from "../../../value/rows/index-identity.ts";
import type { Posting, PostingScan, TextSource } from "../../../value/rows/text-source.ts";
import { afterPrefix, REF_BYTES, refAtEnd } from "../../records/key-layout.ts";
import { readSummary } from "../../records/logical-record.ts";
import { INDEX_PREFIX_BYTES } from "../index-prefix.ts";
import type { IndexScope } from "../index-rows.ts";
import { textPrefix } from "./text-indexes.ts";
import { decodePosting, EVERY_TEXT, LONG_TEXTS, termOfKey, termPrefix } from "./text-rows.ts";

/** Postings whose items have to be loaded are read in smaller chunks. */
const EXPIRING_CHUNK_ROWS = 64;
/** Few at a time: the next term of interest may be far away. */
const TERM_CHUNK_ROWS = 32;

export class TextPostings implements TextSource {
  readonly #scope: IndexScope;

  constructor(scope: IndexScope) {
    this.#scope = scope;
  }

  async *postings(scan: PostingScan): AsyncGenerator<readonly Posting[]> {
    const { inScope, live, mayExpire } = this.#scope;
    const { reverse = false } = scan;
    const options = { reverse, ...(mayExpire && { chunkRows: EXPIRING_CHUNK_ROWS }) };
    for (const range of this.#scope.ranges(entryOf(scan), scan)) {
      for await (const rows of this.#scope.reader.scan(this.#scope.space, { ...range, ...options })) {
        const postings: Posting[] = [];
        for (const { key, value } of rows) {
          const ref = refAtEnd(key);
          if (inScope(ref)) postings.push({ ref, ...decodePosting(value) });
        }
        yield mayExpire ? await live(postings) : postings;
      }
    }
  }

  /** Undefined where each has to be looked at to know. */
  async countPostings(scan: PostingScan): Promise<number | undefined> {
    if (!this.#scope.isTight || this.#scope.mayExpire) return undefined;
    let count = 0;
    for (const range of this.#scope.ranges(entryOf(scan), scan)) {
      count += await countRows(this.#scope.reader, this.#scope.space, range);
    }
    return count;
  }

  /** As many as there are up to a bound, in scope or not. */
  async estimatePostings(scan: PostingScan, max: number): Promise<number> {
    let count = 0;
    for (const range of this.#scope.ranges(entryOf(scan), scan)) {
      count += await countRows(this.#scope.reader, this.#scope.space, { ...range, limit: max - count });
      if (count >= max) return max;
    }
    return count;
  }

  /** The terms of the whole partition within some edits of a word. What no such term can begin with is passed over. */
  async nearTerms(index: FullTextIndex, word: string, edits: number): Promise<readonly string[]> {
    const near = new NearWords(word, edits);
    const prefix = textPrefix(index);
    const found: string[] = [];
    const range = { to: afterPrefix(prefix), keysOnly: true, limit: TERM_CHUNK_ROWS };
    let next = afterPrefix(termPrefix(prefix, LONG_TEXTS));
    for (let isEnd = false; !isEnd; ) {
      isEnd = true;
      for await (const rows of this.#scope.reader.scan(this.#scope.space, { ...range, from: next })) {
        isEnd = false;
        for (const { key } of rows) {
          if (Buffer.compare(key, next) < 0) continue;
          const term = termOfKey(key, INDEX_PREFIX_BYTES);
          const dead = near.deadPrefix(term);
          if (dead === undefined && near.has(term)) found.push(term);
          const passed = dead === undefined ? key.subarray(0, -REF_BYTES) : beginning(prefix, dead);
          next = afterPrefix(passed);
        }
      }
    }
    return found;
  }

  /** The lengths of all texts together; undefined where each has to be looked at to know. */
  async wordCount(index: FullTextIndex): Promise<number | undefined> {
    if (!this.#scope.isWhole || this.#scope.mayExpire) return undefined;
    const { words } = await readSummary(this.#scope.reader, this.#scope.space);
    return words.get(toByteString(textPrefix(index), 1)) ?? 0;
  }
}

function beginning(prefix: Buffer, term: string): Buffer {
  return Buffer.concat([prefix, Buffer.from(term)]);
}

function entryOf({ index, of }: PostingScan): Buffer {
  const term = of.kind === "term" ? of.term : of.kind === "texts" ? EVERY_TEXT : LONG_TEXTS;
  return termPrefix(textPrefix(index), term);
}
