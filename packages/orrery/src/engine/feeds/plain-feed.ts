/** The items of a scope in resource-id order: a query for everything, so that paging has one implementation. */
import type { Container } from "../container/container.ts";
import { type ItemQueryRequest, type QueryAnswer, queryContainer } from "../queries/query-container.ts";

export function readPlainFeed(container: Container, request: ItemQueryRequest): Promise<QueryAnswer> {
  return queryContainer(container, { text: "SELECT * FROM c", parameters: [] }, request);
}
