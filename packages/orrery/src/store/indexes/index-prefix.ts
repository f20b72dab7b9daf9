/** How the keys of an index begin: the byte of its kind, and a digest of its name. On disk: do not change. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

export const INDEX_PREFIX_BYTES = 9;
const REMEMBERED_MAX = 1000;
const prefixes = new LRUCache<string, Buffer>({ max: REMEMBERED_MAX });

/** Callers must not change it. */
export function indexPrefix(keyByte: number, name: string): Buffer {
  const id = `${keyByte} ${name}`;
  const known = prefixes.get(id);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(name).digest();
  const prefix = Buffer.concat([Buffer.of(keyByte), digest], INDEX_PREFIX_BYTES);
  prefixes.set(id, prefix);
  return prefix;
}
