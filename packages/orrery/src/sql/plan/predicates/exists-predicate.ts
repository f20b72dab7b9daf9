/**
 * `EXISTS(SELECT … FROM t IN c.tags WHERE t.name = 'x')` as an index predicate: some element has an entry that the
 * inner filter asks for. Which element that is, or whether one element fulfils all of the filter, the index cannot say.
 */
import { isBlocking } from "../../bind/query-shape.ts";
import { type DocumentPath, Scope } from "../../bind/scope.ts";
import type { Query, Source } from "../../syntax/ast.ts";

/** The scope of the inner filter; undefined where the subquery is of another kind. */
export function existsScope(query: Query, outer: Scope, newSlot: () => number): Scope | undefined {
  if (query.from === undefined || query.where === undefined || isBlocking(query)) return undefined;
  const scope = new Scope(outer);
  return declareSources(query.from, scope, newSlot) ? scope : undefined;
}

function declareSources(source: Source, scope: Scope, newSlot: () => number): boolean {
  if (source.kind === "join")
    return declareSources(source.left, scope, newSlot) && declareSources(source.right, scope, newSlot);
  const path = collectionPath(source, scope);
  if (path === undefined) return false;
  const name = source.kind === "iterate" ? source.name : source.alias;
  if (name === undefined || source.collection.kind !== "path") return false;
  const values = source.kind === "iterate" ? [...path, null] : path;
  scope.declare(name, { slot: newSlot(), path: values }, source.at);
  return true;
}

function collectionPath(
  { collection }: Exclude<Source, { kind: "join" }>,
  scope: Scope,
): DocumentPath | undefined {
  if (collection.kind !== "path") return undefined;
  const root = scope.lookup(collection.root)?.path;
  return root && [...root, ...collection.path];
}
