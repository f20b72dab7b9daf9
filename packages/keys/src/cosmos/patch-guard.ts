import type { PatchRequestBody } from "@azure/cosmos";
import type { Scalar } from "../synthetic/join-parts.ts";
import { parsePath } from "../synthetic/part-list.ts";
import { withValueAt } from "../synthetic/single-path-strategy.ts";
import type { KeyValue, SyntheticKeyStrategy } from "../synthetic/strategy.ts";
import { keyWouldChange } from "./key-location.ts";

/** Refuses a patch after which the item would have another key. One that leaves the key as it is (the same day) may pass. */
export function assertPatchKeepsKey(
  strategy: SyntheticKeyStrategy,
  target: object,
  key: KeyValue,
  patch: PatchRequestBody,
): void {
  const watched = [...strategy.dependsOn, ...strategy.into].map((path) => parsePath(path).join("/"));
  let changed = strategy.put(target, key);
  for (const operation of Array.isArray(patch) ? patch : patch.operations) {
    const touched = [operation.path, "from" in operation ? operation.from : undefined]
      .filter((path) => typeof path === "string")
      .map((path) => path.replace(/^\//, ""))
      .filter((path) => watched.some((name) => overlaps(name, path)));
    if (touched.length === 0) continue;
    const [path] = touched;
    const isSet = operation.op === "set" || operation.op === "replace" || operation.op === "add";
    if (!isSet || path === undefined || !watched.includes(path)) throw keyWouldChange(strategy);
    changed = withValueAt(changed, path.split("/"), operation.value as Scalar);
  }
  const after = strategy.carriedKeyOf(changed);
  if (JSON.stringify(after) !== JSON.stringify(key)) throw keyWouldChange(strategy);
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
