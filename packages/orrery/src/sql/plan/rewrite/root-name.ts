/** The name under which a query knows the item: that of its first source. */

import type { Query, Source } from "../../syntax/ast.ts";
import { QueryError } from "../../syntax/query-error.ts";

export function rootName({ from }: Query): string {
  let source: Source | undefined = from;
  while (source?.kind === "join") source = source.left;
  if (source === undefined) throw new Error("a query without FROM reads no item");
  if (source.kind === "iterate") return source.name;
  const { alias, collection } = source;
  if (alias !== undefined) return alias;
  const last = collection.kind === "path" ? (collection.path.at(-1) ?? collection.root) : undefined;
  if (typeof last === "string") return last;
  throw new QueryError(
    "UnnamedSource",
    "The first source of FROM needs a name: add AS and an alias.",
    source.at,
  );
}
