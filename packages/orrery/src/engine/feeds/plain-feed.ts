/** The items of a scope in resource-id order: a query for everything, so that paging has one implementation. */
import type { Container } from "../container/container.ts";
import { lazily } from "../ground/lazily.ts";
import type { ItemQueryRequest, QueryAnswer } from "../queries/query-container.ts";

const queries = lazily(() => import("../queries/query-container.ts"));

export async function readPlainFeed(container: Container, request: ItemQueryRequest): Promise<QueryAnswer> {
  const { queryContainer } = await queries();
  return queryContainer(container, { text: "SELECT * FROM c", parameters: [] }, request);
}
