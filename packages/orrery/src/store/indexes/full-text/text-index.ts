/** The full-text indexes that a definition asks for, and the texts that an item has for them. */
import type { FullTextIndex } from "../../../value/index-identity.ts";
import type { JsonObject } from "../../../value/json.ts";
import { canonicalPath, parsePath } from "../../../value/path.ts";
import { valueAt } from "../index-entries.ts";
import { INDEX_PREFIX_BYTES, indexPrefix } from "../index-rules.ts";

export interface TextIndex {
  readonly identity: FullTextIndex;
  readonly segments: readonly string[];
  /** How its keys begin. */
  readonly prefix: Buffer;
  /** As latin1: what totals know it by. */
  readonly digest: string;
}

/** A text of an item that is indexed. */
export interface IndexedText {
  readonly index: TextIndex;
  readonly text: string;
}

/** Paths with wildcards, which the service does not support, are left out; so are those that come again. */
export function textIndexes(
  texts: readonly { readonly path: string; readonly language: string }[],
): TextIndex[] {
  const found = new Map<string, TextIndex>();
  for (const { path, language } of texts) {
    const segments = parsePath(path) ?? [];
    if (segments.at(-1) === "?") segments.pop();
    if (segments.length === 0 || segments.includes(null) || segments.includes("*")) continue;
    const identity: FullTextIndex = { kind: "fullText", path: canonicalPath(segments), language };
    const prefix = indexPrefix(identity);
    const digest = prefix.toString("latin1", 1, INDEX_PREFIX_BYTES);
    found.set(digest, { identity, segments: segments as string[], prefix, digest });
  }
  return [...found.values()];
}

export function textsOf(indexes: readonly TextIndex[], document: JsonObject): IndexedText[] {
  const texts: IndexedText[] = [];
  for (const index of indexes) {
    const text = valueAt(document, index.segments);
    if (typeof text === "string") texts.push({ index, text });
  }
  return texts;
}
