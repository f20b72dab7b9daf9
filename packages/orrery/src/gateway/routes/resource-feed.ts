/** Lists of resources above items: read whole or in pages, or queried. */
import { METADATA_READ_CHARGE, queryResources, type Resource } from "../../engine/index.ts";
import type { FeedType } from "../../wire/feed-envelope.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { queryText } from "./query-body.ts";

export async function answerResourceFeed(
  context: RequestContext,
  type: FeedType,
  ownerRid: string,
  bodies: readonly Resource["body"][],
): Promise<GatewayResponse> {
  const { request, engine } = context;
  const isQuery = request.method === "POST";
  const text = isQuery ? queryText(await context.json()) : { text: "SELECT * FROM c", parameters: [] };
  const { maxItems } = context;
  const continuation = request.header(RequestHeader.continuation);
  const page = await queryResources(engine.environment, bodies, text, {
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(continuation === undefined ? {} : { continuation }),
  });
  return context.answerFeed(
    type,
    ownerRid,
    page.rows.map((row) => Buffer.from(JSON.stringify(row))),
    METADATA_READ_CHARGE,
    page.continuation === undefined ? {} : { [ResponseHeader.continuation]: page.continuation },
  );
}
