/** A request that came as an HTTP/2 stream, and its answer; the routes do not see the difference. */
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { ResponseHeader } from "../../wire/headers.ts";
import type { ExchangeMemory } from "../exchange/exchange-memory.ts";
import { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { clientGone, readBody } from "../exchange/read-body.ts";
import { passOn } from "./write-response.ts";

export function requestOfStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  memory?: ExchangeMemory,
): GatewayRequest {
  return new GatewayRequest({
    method: headers[":method"] ?? "GET",
    target: headers[":path"] ?? "/",
    // Like those of HTTP/1.1, with a few more whose names begin with a colon.
    headers: headers as Record<string, string | undefined>,
    secure: stream.session?.encrypted ?? false,
    host: headers[":authority"] ?? headers.host ?? "localhost",
    clientAddress: stream.session?.socket.remoteAddress,
    readBody: () => readWholeBody(stream),
    isGone: () => stream.destroyed,
    memory,
  });
}

/** A stream that is reset ends like one that is whole. */
async function readWholeBody(stream: ServerHttp2Stream): Promise<Buffer> {
  const body = await readBody(stream);
  if (stream.aborted) throw clientGone();
  return body;
}

/** Does nothing when the client has gone. */
export function writeToStream(
  stream: ServerHttp2Stream,
  { status, headers, body, pieces, isCut }: GatewayResponse,
): void {
  if (isCut) stream.session?.destroy();
  if (stream.destroyed || stream.closed || stream.headersSent) return;
  if (status !== 204 && status !== 304)
    headers[ResponseHeader.contentLength] = body?.length ?? pieces?.bytes ?? 0;
  const isAll = pieces === undefined && (body === undefined || body.length === 0);
  headers[":status"] = status;
  stream.respond(headers, { endStream: isAll });
  if (pieces !== undefined) passOn(pieces, stream);
  else if (!isAll) stream.end(body);
  // What the client still sends is of no interest.
  stream.resume();
}
