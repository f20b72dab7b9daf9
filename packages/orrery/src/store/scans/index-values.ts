/** What the key of an index entry tells of its values. */
import { CompositeDecoder } from "../../value/composite-key.ts";
import { decodeValue } from "../../value/encode-value.ts";
import type { IndexIdentity } from "../../value/rows/index-identity.ts";
import type { IndexEntry } from "../../value/rows/row-source.ts";

export type IndexValues = Partial<Pick<IndexEntry, "value" | "values">> & Pick<IndexEntry, "exact">;

/** Reads the values of keys that are parts of some bytes. Keys one after another are read faster by one reader. */
export function valueReader(
  index: IndexIdentity,
): (bytes: Buffer, start: number, end: number) => IndexValues {
  switch (index.kind) {
    case "path":
      return decodeValue;
    case "fullText":
    case "functional":
      return () => ({ exact: false });
    case "composite": {
      const decoder = new CompositeDecoder(index.parts);
      return (bytes, start, end) => {
        const values = decoder.decode(bytes, start, end);
        return values === undefined ? { exact: false } : { values, exact: true };
      };
    }
  }
}
