/**
 * The items that a filter names by their keys and ids: `(c.pk = 'a' AND c.id = '1') OR (c.pk = 'b' AND c.id = '2')`,
 * which is what clients send to read many items at once. Such items are looked up, not searched for.
 */
import type { Value } from "@orrerydb/exact-json";
import {
  effectivePartitionKey,
  type PartitionKeyComponent,
  type PartitionKeyDefinition,
  parsePartitionKeyPath,
} from "@orrerydb/keys/hash";
import type { ItemName } from "../../value/rows/row-source.ts";
import { constantOf } from "../bind/expressions/constant-of.ts";
import { resolveParameters } from "../bind/resolve-parameters.ts";
import type { Expression, Query } from "../syntax/ast.ts";
import { namesBelow } from "../syntax/member-steps.ts";
import { anyComponent } from "./key-set.ts";
import { PartitionFilter } from "./partition-filter.ts";

export interface NamedItems {
  /** Every item that the query can have rows of is among them. */
  readonly names: readonly ItemName[];
  /** Each of them passes the filter. */
  readonly exact: boolean;
}

/** More than this are not looked up one by one. */
const NAMES_MAX = 4096;

/** Characters of a text that a version 1 key hashes: longer ones may share an effective key. */
const V1_TEXT_MAX = 100;

/** Half a character is stored as a replacement, which is another id. */
const LONE_SURROGATE = /\p{Surrogate}/u;

interface NamingContext {
  readonly definition: PartitionKeyDefinition;
  readonly parameters: ReadonlyMap<string, Value>;
  /** The key, or its first levels, that the request itself gives; the filter tells the rest. */
  readonly header?: readonly PartitionKeyComponent[];
}

/** Undefined where the filter leaves a key or an id open, or names too many. */
export function namedItemsOf(written: Query, context: NamingContext): NamedItems | undefined {
  if (written.from === undefined) return undefined;
  const { definition, parameters, header = [] } = context;
  const query = resolveParameters(written, parameters);
  const keyPaths = definition.paths.map(parsePartitionKeyPath);
  // The id may be a level of the key.
  const isId = (path: readonly string[]) => path.length === 1 && path[0] === "id";
  const paths = keyPaths.some(isId) ? keyPaths : [...keyPaths, ["id"]];
  const set = new PartitionFilter(paths, parameters).rowsOf(query, new Map());
  if (set === "all" || set.size > NAMES_MAX) return undefined;
  const names = new Map<string, ItemName>();
  let exact = isNaming(query, paths, parameters);
  for (const pattern of set.values()) {
    const parts = pattern.map((part, level) =>
      part === anyComponent && level < header.length ? header[level] : part,
    );
    if (parts.includes(anyComponent)) return undefined;
    const id = parts[paths.findIndex(isId)];
    if (typeof id !== "string") continue;
    const key = parts.slice(0, keyPaths.length) as readonly PartitionKeyComponent[];
    exact &&= !LONE_SURROGATE.test(id) && key.every((part) => isWhole(part, definition));
    const epk = effectivePartitionKey(key, definition);
    names.set(`${epk} ${id}`, { epk, id });
  }
  return { names: [...names.values()], exact };
}

/** Whether a key with this value is the only one that has its effective key, among those that compare equal. */
function isWhole(part: PartitionKeyComponent, { version }: PartitionKeyDefinition): boolean {
  if (part === undefined) return false;
  return typeof part !== "string" || version === 2 || part.length <= V1_TEXT_MAX;
}

/** Whether the filter of a query over whole items says nothing but which keys and ids they have. */
function isNaming(
  { from, where }: Query,
  paths: readonly (readonly string[])[],
  parameters: ReadonlyMap<string, Value>,
): boolean {
  if (from?.kind !== "alias" || from.collection.kind !== "path" || from.collection.path.length > 0)
    return false;
  const root = from.alias ?? from.collection.root;
  const isPart = (node: Expression): boolean => {
    const place = namesBelow(node);
    return place?.alias === root && paths.some((part) => part.join("\0") === place.names.join("\0"));
  };
  const isScalar = (node: Expression): boolean => {
    const constant = constantOf(node, parameters);
    return constant !== undefined && (typeof constant.value !== "object" || constant.value === null);
  };
  const test = (node: Expression): boolean => {
    if (node.kind === "in") return !node.negated && isPart(node.operand) && node.list.every(isScalar);
    if (node.kind !== "binary") return false;
    const { operator, left, right } = node;
    if (operator === "and" || operator === "or") return test(left) && test(right);
    return operator === "=" && ((isPart(left) && isScalar(right)) || (isScalar(left) && isPart(right)));
  };
  return where !== undefined && test(where);
}
