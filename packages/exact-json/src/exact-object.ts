/** Builds an object of members that may have digits, in this order. Of members with the same name the last one counts. */
import type { Json, JsonObject } from "./json.ts";
import { NameOrder } from "./parse-json-text.ts";
import { type Exact, formOf, putExact, setForm } from "./source-form.ts";

export function exactObject(members: Iterable<readonly [name: string, value: Exact<Json>]>): JsonObject {
  const object: Record<string, Json> = {};
  const order = new NameOrder();
  for (const [name, value] of members) {
    order.add(name);
    putExact(object, name, value);
  }
  if (order.names !== undefined) setForm(object, { ...formOf(object), names: order.names });
  return object;
}
