/** The indexes of paths: one entry for each value at each path that the policy includes. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { NewKeys } from "../../../kv/write.ts";
import { pathIndex } from "../../../value/rows/index-identity.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import type { CompiledIndexes } from "../compiled-indexes.ts";
import type { IndexKind } from "../index-kind.ts";
import { PathWalk } from "./entry-walk.ts";
import { PATH_KEY_BYTE, PathRules } from "./path-rules.ts";
import { completePaths } from "./range-policy.ts";

export class RangeIndexes implements CompiledIndexes {
  readonly #rules: PathRules;

  constructor(rules: PathRules) {
    this.#rules = rules;
  }

  indexAt(path: string) {
    return this.#rules.isIndexed(path) ? { name: path, index: pathIndex(path) } : undefined;
  }

  /** Whether items that lack a path have an entry that says so. */
  isExplicit(path: string): boolean {
    return this.#rules.isExplicit(path);
  }

  addEntries(keys: NewKeys, document: JsonObject, ref: ItemRef): PathWalk {
    return new PathWalk(this.#rules, keys, document, ref);
  }
}

export const RANGE: IndexKind<RangeIndexes> = {
  name: "path",
  keyByte: PATH_KEY_BYTE,
  rowsName: "index entries",
  policy: { complete: completePaths },
  namedPaths: ({ includedPaths = [] }) => includedPaths.map(({ path }) => path),
  compile: ({ policy }) => new RangeIndexes(new PathRules(policy)),
};
