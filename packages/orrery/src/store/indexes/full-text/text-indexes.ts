/** Full-text indexes, compiled, and the texts that an item has for them. */
import type { JsonObject } from "@orrerydb/exact-json";
import { toByteString } from "../../../value/byte-string.ts";
import { canonicalPath, parsePath } from "../../../value/path.ts";
import { type FullTextIndex, indexName } from "../../../value/rows/index-identity.ts";
import type { CompiledIndexes } from "../compiled-indexes.ts";
import { INDEX_PREFIX_BYTES, indexPrefix } from "../index-prefix.ts";
import { valueAt } from "../value-at.ts";

/** On disk: do not change. */
export const FULL_TEXT_KEY_BYTE = 0x43;

interface TextIndex {
  readonly identity: FullTextIndex;
  readonly segments: readonly string[];
  /** How its keys begin. */
  readonly prefix: Buffer;
  /** What totals know it by. */
  readonly digest: string;
}

/** A text of an item that is indexed. */
export interface IndexedText {
  readonly index: TextIndex;
  readonly text: string;
}

export class TextIndexes implements CompiledIndexes {
  readonly all: readonly TextIndex[];

  /** Paths with wildcards, which the service does not support, are left out; so are those that come again. */
  constructor(texts: readonly { readonly path: string; readonly language: string }[]) {
    const found = new Map<string, TextIndex>();
    for (const { path, language } of texts) {
      const segments = parsePath(path) ?? [];
      if (segments.at(-1) === "?") segments.pop();
      if (segments.length === 0 || segments.includes(null) || segments.includes("*")) continue;
      const identity: FullTextIndex = { kind: "fullText", path: canonicalPath(segments), language };
      const prefix = textPrefix(identity);
      const digest = toByteString(prefix, 1, INDEX_PREFIX_BYTES);
      found.set(digest, { identity, segments: segments as string[], prefix, digest });
    }
    this.all = [...found.values()];
  }

  indexAt(path: string) {
    const found = this.all.find(({ identity }) => identity.path === path);
    return found && { name: indexName(found.identity), index: found.identity };
  }

  textsOf(document: JsonObject): IndexedText[] {
    const texts: IndexedText[] = [];
    for (const index of this.all) {
      const text = valueAt(document, index.segments);
      if (typeof text === "string") texts.push({ index, text });
    }
    return texts;
  }
}

/** How the keys of an index begin. */
export function textPrefix(index: FullTextIndex): Buffer {
  return indexPrefix(FULL_TEXT_KEY_BYTE, indexName(index));
}
