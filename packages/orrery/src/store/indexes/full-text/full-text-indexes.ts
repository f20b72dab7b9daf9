/** The full-text indexes that a definition asks for. */
import type { JsonObject } from "@orrerydb/exact-json";
import { textLanguages } from "../../../value/full-text/text-languages.ts";
import { canonicalPath, parsePath } from "../../../value/path.ts";
import type { IndexDefinition, IndexingPolicy, IndexKind } from "../index-kind.ts";
import { listMember } from "../policy-input.ts";
import { TextCheck } from "./check-texts.ts";
import { checkFullTextIndexes, checkFullTextPolicy } from "./full-text-policy.ts";
import { FULL_TEXT_KEY_BYTE, TextIndexes } from "./text-indexes.ts";
import { TextWrites } from "./text-writes.ts";

interface TextDefinition extends IndexDefinition {
  /** The indexes of the policy, each with the language of its texts. */
  readonly texts?: readonly { readonly path: string; readonly language: string }[];
}

export const FULL_TEXT: IndexKind<TextIndexes> = {
  name: "fullText",
  keyByte: FULL_TEXT_KEY_BYTE,
  rowsName: "rows of full-text indexes",
  policy: {
    complete: (given) => listMember(given, "fullTextIndexes"),
    others: { fullTextPolicy: checkFullTextPolicy },
    check: ({ indexingPolicy }) => checkFullTextIndexes(indexingPolicy as JsonObject),
  },
  definitionOf({ fullTextIndexes = [] }: IndexingPolicy, { fullTextPolicy }: JsonObject): JsonObject {
    if (fullTextIndexes.length === 0) return {};
    const { defaultLanguage, languages } = textLanguages(fullTextPolicy);
    const texts = fullTextIndexes.map(({ path }) => {
      const canonical = canonicalPath(parsePath(path as string) ?? []);
      return { path: path as string, language: languages.get(canonical) ?? defaultLanguage };
    });
    return { texts };
  },
  compile({ texts = [] }: TextDefinition) {
    const indexes = new TextIndexes(texts);
    return indexes.all.length === 0 ? undefined : indexes;
  },
  rows: {
    writer: (transaction) => new TextWrites(transaction),
    check: (checked) => new TextCheck(checked),
  },
};
