/**
 * Unique key policies: inside one logical partition no two items have the same values at a policy's paths. Integers are
 * compared by their digits, also those that round to the same double: two ids of 64 bits are no conflict.
 */

import { createHash } from "node:crypto";
import { ExactNumber, exactMember, integerOf, type JsonObject } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import { canonicalJson } from "../../value/json-text/canonical-json.ts";
import { parsePath } from "../../value/path.ts";
import { valueAt } from "../indexes/value-at.ts";
import { uniqueKey } from "../records/key-layout.ts";

const DIGEST_BYTES = 16;

export class UniqueKeys {
  readonly #policies: readonly (readonly (readonly string[])[])[];

  constructor(
    policy: { readonly uniqueKeys?: readonly { readonly paths: readonly string[] }[] } | undefined,
  ) {
    this.#policies = (policy?.uniqueKeys ?? []).map(({ paths }) =>
      paths.map((path) => (parsePath(path) ?? []).filter((segment) => segment !== null)),
    );
  }

  get count(): number {
    return this.#policies.length;
  }

  /** One key for each policy. A missing value counts as null. */
  keysOf(epk: Epk, document: JsonObject): Buffer[] {
    return this.#policies.map((paths, policy) => {
      const values = paths.map((segments) => uniqueText(document, segments));
      const digest = createHash("sha256").update(`[${values}]`).digest().subarray(0, DIGEST_BYTES);
      return uniqueKey(epk, policy, digest);
    });
  }
}

/** The same text for values that may not be there twice. On disk, as a digest: do not change. */
function uniqueText(document: JsonObject, segments: readonly string[]): string {
  const value = valueAt(document, segments) ?? null;
  if (typeof value !== "number") return canonicalJson(value);
  const parent = valueAt(document, segments.slice(0, -1)) as JsonObject;
  const exact = exactMember(parent, segments.at(-1)!);
  const integer = exact instanceof ExactNumber ? integerOf(exact) : undefined;
  return integer === undefined ? canonicalJson(value) : `${integer}`;
}
