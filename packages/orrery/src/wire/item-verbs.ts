/** How the operations on items are requested over HTTP, as their catalogue says. */
import {
  type FeedOperationKind,
  ITEM_OPERATION_KINDS,
  ITEM_OPERATIONS,
  type ItemOperationKind,
  type ResourceOperationKind,
} from "../value/operations/item-operation.ts";
import { RequestHeader } from "./headers.ts";

interface ItemVerb {
  readonly method: string;
  readonly on: "feed" | "item";
  readonly header?: keyof typeof RequestHeader;
}

const VERBS = ITEM_OPERATION_KINDS.map((kind): [ItemOperationKind, ItemVerb] => [
  kind,
  ITEM_OPERATIONS[kind],
]);

/** By the method of a request on an item. */
export const ITEM_VERBS: ReadonlyMap<string, ResourceOperationKind> = new Map(
  VERBS.filter(([, { on }]) => on === "item").map(([kind, { method }]) => [
    method,
    kind as ResourceOperationKind,
  ]),
);

/** The operations on the feed that a header asks for. */
export const POSTS_BY_HEADER: readonly (readonly [RequestHeader, FeedOperationKind])[] = VERBS.flatMap(
  ([kind, { header }]) =>
    header === undefined ? [] : [[RequestHeader[header], kind as FeedOperationKind] as const],
);

/** The header that asks for an operation; undefined: its method says it all. */
export function headerOfItemVerb(kind: ItemOperationKind): RequestHeader | undefined {
  return POSTS_BY_HEADER.find(([, each]) => each === kind)?.[0];
}
