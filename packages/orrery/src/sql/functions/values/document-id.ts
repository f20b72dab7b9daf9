/** DOCUMENTID: the number of an item in its physical partition, which its resource id carries in its last 8 bytes. */
import type { JsonObject, Value } from "@orrerydb/exact-json";
import { type BuiltinFunction, unary } from "../builtin-function.ts";
import { isObject } from "./type-check.ts";

const ITEM_RID_BYTES = 16;

function documentId(item: Value): Value {
  const rid = isObject(item) ? (item as JsonObject)._rid : undefined;
  if (typeof rid !== "string") return undefined;
  // Resource ids are base64 with "-" for "/". The top four bits of the number tell the kind of resource.
  const bytes = Buffer.from(rid.replaceAll("-", "/"), "base64");
  return bytes.length === ITEM_RID_BYTES
    ? Number(bytes.readBigUInt64LE(8) & 0x0fff_ffff_ffff_ffffn)
    : undefined;
}

export const ITEM_FUNCTIONS: readonly BuiltinFunction[] = [unary("DOCUMENTID", documentId)];
