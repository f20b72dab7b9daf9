/** Whether values ever change: items are compared with what was recorded of them before. */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import { valueAtSegments } from "@orrerydb/keys/hash";
import { type RecordedOperation, workOf } from "../../value/operations/recorded-operation.ts";
import type { SeenChanges } from "./operation.ts";

/** Items that are remembered; of others it is not known what they were. */
export const WATCHED_ITEMS_MAX = 10_000;

export class ChangeWatch {
  readonly #items = new Map<string, JsonObject>();
  readonly #byPath = new Map<string, number>();
  #updates = 0;

  note({ do: kind, item, by }: RecordedOperation): void {
    const work = workOf(kind);
    if (item === undefined || by === undefined || work === "delete") return;
    const name = JSON.stringify(by.map((path) => valueAtSegments(item, path.slice(1).split("/")) ?? {}));
    const before = this.#items.get(name);
    if (before === undefined && this.#items.size >= WATCHED_ITEMS_MAX) return;
    this.#items.set(name, item);
    if (before === undefined || work === "read" || work === "create") return;
    this.#updates++;
    for (const path of changedPaths(before, item, "")) {
      this.#byPath.set(path, (this.#byPath.get(path) ?? 0) + 1);
    }
  }

  seen(): SeenChanges {
    return { updates: this.#updates, byPath: this.#byPath };
  }
}

function changedPaths(before: JsonObject, after: JsonObject, prefix: string): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [one, other] = [before[name] as Json, after[name] as Json];
    const path = `${prefix}/${name}`;
    if (isObject(one) && isObject(other)) return changedPaths(one, other, path);
    return one === other || (isObject(one) && isObject(other)) ? [] : [path];
  });
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
