/** Composite indexes: one entry for each item, of the values at several paths. */

import type { JsonObject } from "@orrerydb/exact-json";
import type { NewKeys } from "../../../kv/write.ts";
import { ENCODED_VALUE_BYTES_MAX, writeValue } from "../../../value/encode-value.ts";
import { canonicalPath, parsePath } from "../../../value/path.ts";
import {
  type CompositePart,
  type CompositeParts,
  type IndexIdentity,
  indexName,
} from "../../../value/rows/index-identity.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import { refBytes } from "../../records/key-layout.ts";
import type { CompiledIndexes } from "../compiled-indexes.ts";
import type { IndexKind } from "../index-kind.ts";
import { indexPrefix } from "../index-prefix.ts";
import { valueAt } from "../value-at.ts";
import { completeComposites } from "./composite-policy.ts";

interface CompositeIndex {
  readonly name: string;
  /** How its keys begin. */
  readonly prefix: Buffer;
  readonly parts: readonly (CompositePart & { readonly segments: readonly string[] })[];
}

export class CompositeIndexes implements CompiledIndexes {
  readonly all: readonly CompositeIndex[];

  constructor(all: readonly CompositeIndex[]) {
    this.all = all;
  }

  has(parts: CompositeParts): boolean {
    const name = indexName({ kind: "composite", parts });
    return this.all.some((index) => index.name === name);
  }

  addEntries(keys: NewKeys, document: JsonObject, ref: ItemRef): undefined {
    for (const index of this.all) {
      keys.add(Buffer.concat([index.prefix, encodeParts(index, document), refBytes(ref)]));
    }
  }
}

export const COMPOSITE: IndexKind<CompositeIndexes> = {
  name: "composite",
  keyByte: 0x41,
  rowsName: "composite index entries",
  policy: { complete: completeComposites },
  namedPaths: ({ compositeIndexes = [] }) => compositeIndexes.flat().map(({ path }) => path),
  compile({ policy: { compositeIndexes = [] } }) {
    return compositeIndexes.length === 0
      ? undefined
      : new CompositeIndexes(compositeIndexes.map(compileComposite));
  },
};

function compileComposite(parts: readonly { path: string; order?: string }[]): CompositeIndex {
  const compiled = parts.map(({ path, order }) => {
    const segments = (parsePath(path) ?? []).filter((segment) => segment !== null && segment !== "?");
    return {
      path: canonicalPath(segments),
      segments: segments as string[],
      descending: order?.toLowerCase() === "descending",
    };
  });
  const identity: IndexIdentity = { kind: "composite", parts: compiled };
  const name = indexName(identity);
  return { name, prefix: indexPrefix(COMPOSITE.keyByte, name), parts: compiled };
}

/** The values one after another; a descending one with its bits inverted, which inverts its order. */
function encodeParts({ parts }: CompositeIndex, document: JsonObject): Buffer {
  return Buffer.concat(
    parts.map(({ segments, descending }) => {
      const bytes = Buffer.allocUnsafe(ENCODED_VALUE_BYTES_MAX);
      const part = bytes.subarray(0, writeValue(bytes, 0, valueAt(document, segments)));
      if (descending) for (let at = 0; at < part.length; at++) part[at] = ~part[at]! & 0xff;
      return part;
    }),
  );
}
