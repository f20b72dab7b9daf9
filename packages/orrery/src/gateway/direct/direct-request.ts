/** A frame of direct mode as the same request that HTTP makes. */
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import type { Frame } from "../../wire/rntbd/frame.ts";
import { readRequest } from "../../wire/rntbd/read-request.ts";
import { parseReplicaPath } from "../../wire/rntbd/replica-path.ts";
import { GatewayRequest, type GatewayRequestInit } from "../exchange/gateway-request.ts";
import { bodyTooLarge } from "../exchange/read-body.ts";

/** What a client said of itself when it connected. */
export interface Introduction {
  readonly userAgent: string;
  readonly clientVersion: string;
}

/** Throws a Failure for what cannot be asked in direct mode. */
export function directRequest(
  frame: Frame,
  client: Introduction,
  { clientAddress, isGone, memory }: Pick<GatewayRequestInit, "clientAddress" | "isGone" | "memory">,
): GatewayRequest {
  const { method, target, headers, replicaPath, isOfWholeRange } = readRequest(frame);
  const replica = parseReplicaPath(replicaPath);
  if (replica === undefined)
    throw new Failure("badRequest", `'${replicaPath}' is not the path of an address of this server.`);
  return new GatewayRequest({
    method,
    target,
    headers: {
      [RequestHeader.userAgent]: client.userAgent,
      [RequestHeader.version]: client.clientVersion,
      ...headers,
      ...(isOfWholeRange && replica !== "master"
        ? { [RequestHeader.partitionKeyRangeId]: replica.rangeId }
        : {}),
    },
    secure: true,
    host: "localhost",
    clientAddress,
    readBody: async () => payloadOf(frame),
    isGone,
    replica,
    memory,
  });
}

function payloadOf({ payload = EMPTY }: Frame): Buffer {
  if (payload === "tooLarge") throw bodyTooLarge();
  return payload;
}

const EMPTY = Buffer.alloc(0);
