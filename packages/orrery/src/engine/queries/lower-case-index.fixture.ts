/**
 * Test support: a kind of index that there is not, of strings in lower case, for `LOWER(c.name) = 'ada'`. It is added the
 * way that docs/architecture/indexes.md describes, for the tests that load this file.
 */

import type { JsonObject } from "@orrerydb/exact-json";
import type { NewKeys } from "../../kv/write.ts";
import { entryPathOf } from "../../sql/bind/document-path.ts";
import type { IndexFilter } from "../../sql/plan/predicates/index-filter.ts";
import { INDEX_FILTERS } from "../../sql/plan/predicates/index-filters.ts";
import { ALL, NONE } from "../../sql/plan/predicates/index-predicate.ts";
import { comparedTo, equalTo } from "../../sql/plan/predicates/key-interval.ts";
import type { CompiledIndexes } from "../../store/indexes/compiled-indexes.ts";
import type { IndexDefinition, IndexingPolicy, IndexKind } from "../../store/indexes/index-kind.ts";
import { INDEX_KINDS } from "../../store/indexes/index-kinds.ts";
import { indexPrefix } from "../../store/indexes/index-prefix.ts";
import { badPolicy, listMember } from "../../store/indexes/policy-input.ts";
import { parsePolicyPath } from "../../store/indexes/policy-path.ts";
import { valueAt } from "../../store/indexes/value-at.ts";
import { refBytes } from "../../store/records/key-layout.ts";
import { encodeValue } from "../../value/encode-value.ts";
import { canonicalPath } from "../../value/path.ts";
import type { FunctionalIndex } from "../../value/rows/index-identity.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";

interface LowerCasePolicy extends IndexingPolicy {
  readonly lowerCaseIndexes?: readonly { readonly path: string }[];
}

interface LowerCaseIndex extends FunctionalIndex {
  readonly segments: readonly string[];
}

class LowerCaseIndexes implements CompiledIndexes {
  readonly #all: readonly LowerCaseIndex[];

  constructor(paths: readonly string[]) {
    this.#all = paths.map(lowerCaseIndex);
  }

  indexAt(path: string) {
    const index = this.#all.find((other) => other.path === path);
    return index && { name: index.name, index };
  }

  addEntries(keys: NewKeys, document: JsonObject, ref: ItemRef): undefined {
    for (const { name, segments, valuesOf } of this.#all) {
      const prefix = indexPrefix(LOWER_CASE.keyByte, name);
      for (const value of valuesOf(valueAt(document, segments))) {
        keys.add(Buffer.concat([prefix, encodeValue(value), refBytes(ref)]));
      }
    }
  }
}

const LOWER_CASE: IndexKind<LowerCaseIndexes> = {
  name: "lowerCase",
  keyByte: 0x4f,
  rowsName: "lower-case index entries",
  policy: {
    complete: (given) => listMember(given, "lowerCaseIndexes"),
    check({ indexingPolicy }) {
      const { lowerCaseIndexes = [] } = indexingPolicy as LowerCasePolicy;
      for (const { path } of lowerCaseIndexes) {
        if (namesIn(path) === undefined)
          throw badPolicy(`The path of a lower-case index must name a property (got ${String(path)}).`);
      }
    },
  },
  compile({ policy }: IndexDefinition) {
    const { lowerCaseIndexes } = policy as LowerCasePolicy;
    return lowerCaseIndexes && new LowerCaseIndexes(lowerCaseIndexes.map(({ path }) => path));
  },
};

/** Undefined for a path that leads through arrays, or to more than one place. */
function namesIn(path: string): string[] | undefined {
  const segments = parsePolicyPath(path);
  const isOfOne = segments?.every((name) => name !== null && name !== "*" && name !== "?");
  return isOfOne && segments!.length > 0 ? (segments as string[]) : undefined;
}

function lowerCaseIndex(policyPath: string): LowerCaseIndex {
  const segments = namesIn(policyPath) ?? [];
  const path = canonicalPath(segments);
  return {
    kind: "functional",
    type: "lowerCase",
    path,
    name: `${path} lower`,
    policyEnding: "",
    valuesOf: (value) => (typeof value === "string" ? [value.toLowerCase()] : []),
    segments,
  };
}

/** `LOWER(c.name) = 'ada'`, or any other comparison with a constant. */
const LOWER_FILTER: IndexFilter = {
  functions: ["LOWER"],
  ofComparison({ args: [text] }, operator, value, { scope, indexing }) {
    const location = text && entryPathOf(text, scope);
    const index = location && indexing.indexAt?.("lowerCase", location.path);
    if (index === undefined) return ALL;
    const cover = operator === "=" ? equalTo(value) : comparedTo(operator, value);
    return cover === undefined
      ? NONE
      : { kind: "functional", index, intervals: [cover.interval], exact: cover.exact };
  },
};

INDEX_KINDS.push(LOWER_CASE as IndexKind);
INDEX_FILTERS.push(LOWER_FILTER);

export const LOWER_CASE_BYTE = LOWER_CASE.keyByte;
