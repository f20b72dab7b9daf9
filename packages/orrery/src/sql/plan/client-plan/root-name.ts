/** The name under which a query knows the item: that of its first source. */
import type { Query, Source } from "../../syntax/ast.ts";

export function rootName({ from }: Query): string {
  let source: Source | undefined = from;
  while (source?.kind === "join") source = source.left;
  if (source === undefined) throw new Error("a query without FROM reads no item");
  if (source.kind === "iterate") return source.name;
  const { alias, collection } = source;
  if (alias !== undefined) return alias;
  const last = collection.kind === "path" ? (collection.path.at(-1) ?? collection.root) : undefined;
  return typeof last === "string" ? last : "c";
}
