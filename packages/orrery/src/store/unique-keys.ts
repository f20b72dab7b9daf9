/** Unique key policies: inside one logical partition no two items have the same values at a policy's paths. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../value/canonical-json.ts";
import type { JsonObject } from "../value/json.ts";
import { parsePath } from "../value/path.ts";
import { valueAt } from "./index-entries.ts";
import { uniqueKey } from "./key-layout.ts";

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
  keysOf(epk: Buffer, document: JsonObject): Buffer[] {
    return this.#policies.map((paths, policy) => {
      const values = paths.map((segments) => valueAt(document, segments) ?? null);
      const digest = createHash("sha256").update(canonicalJson(values)).digest().subarray(0, DIGEST_BYTES);
      return uniqueKey(epk, policy, digest);
    });
  }
}
