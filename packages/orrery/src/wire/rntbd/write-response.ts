/**
 * An answer as a frame. Its headers become tokens; those that clients of direct mode need beyond them are added here:
 * who watches copies of the data is told that there are four, as on the service, and that each has everything.
 */
import { ResponseHeader } from "../headers.ts";
import { encodeFrame } from "./frame.ts";
import { COPIES, WRITE_QUORUM } from "./replica-path.ts";
import { bytesMax, type Token, TokenType, type TokenValue } from "./tokens.ts";

export interface DirectResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | undefined;
  readonly activityId: string;
  readonly transportRequestId: number | undefined;
}

export const ResponseToken = {
  payloadPresent: 0x00,
  quorumAckedLsn: 0x1a,
  requestValidationFailure: 0x1b,
  currentWriteQuorum: 0x1e,
  currentReplicaSetSize: 0x1f,
  globalCommittedLsn: 0x29,
  numberOfReadRegions: 0x30,
  transportRequestId: 0x35,
  localLsn: 0x3a,
  quorumAckedLocalLsn: 0x3b,
  itemLocalLsn: 0x3c,
  sessionToken: 0x3e,
} as const;

/** Of the answer to the first frame of a connection. */
export const ContextResponseToken = {
  protocolVersion: 0,
  clientVersion: 1,
  serverAgent: 2,
  serverVersion: 3,
  idleTimeoutInSeconds: 4,
  unauthenticatedTimeoutInSeconds: 5,
} as const;

interface HeaderToken {
  readonly header: ResponseHeader;
  readonly id: number;
  readonly type: TokenType;
}

/** Clients read each by the type that they expect, whatever type the token says it has. */
export const HEADER_TOKENS: readonly HeaderToken[] = [
  { header: ResponseHeader.continuation, id: 0x03, type: TokenType.string },
  { header: ResponseHeader.etag, id: 0x04, type: TokenType.string },
  { header: ResponseHeader.retryAfterMs, id: 0x0c, type: TokenType.ulong },
  { header: ResponseHeader.resourceQuota, id: 0x0e, type: TokenType.string },
  { header: ResponseHeader.resourceUsage, id: 0x0f, type: TokenType.string },
  { header: ResponseHeader.schemaVersion, id: 0x10, type: TokenType.smallString },
  { header: ResponseHeader.lsn, id: 0x13, type: TokenType.longlong },
  { header: ResponseHeader.itemCount, id: 0x14, type: TokenType.ulong },
  { header: ResponseHeader.requestCharge, id: 0x15, type: TokenType.double },
  { header: ResponseHeader.altContentPath, id: 0x17, type: TokenType.string },
  { header: ResponseHeader.contentPath, id: 0x18, type: TokenType.string },
  { header: ResponseHeader.subStatus, id: 0x1c, type: TokenType.ulong },
  { header: ResponseHeader.indexTransformationProgress, id: 0x1d, type: TokenType.ulong },
  { header: ResponseHeader.partitionKeyRangeId, id: 0x21, type: TokenType.string },
  { header: ResponseHeader.scriptLogResults, id: 0x25, type: TokenType.string },
  { header: ResponseHeader.queryMetrics, id: 0x28, type: TokenType.string },
  { header: ResponseHeader.itemLsn, id: 0x32, type: TokenType.longlong },
  { header: ResponseHeader.date, id: 0x39, type: TokenType.smallString },
  { header: ResponseHeader.indexUtilization, id: 0x44, type: TokenType.string },
  { header: ResponseHeader.queryExecutionInfo, id: 0x45, type: TokenType.string },
  { header: ResponseHeader.requestDurationMs, id: 0x51, type: TokenType.double },
];

export function writeResponse({
  status,
  headers,
  body,
  activityId,
  transportRequestId,
}: DirectResponse): Buffer {
  const payload = body === undefined || body.length === 0 ? undefined : body;
  const tokens: Token[] = [
    { id: ResponseToken.payloadPresent, type: TokenType.byte, value: payload === undefined ? 0 : 1 },
  ];
  if (transportRequestId !== undefined)
    tokens.push({ id: ResponseToken.transportRequestId, type: TokenType.ulong, value: transportRequestId });
  for (const { header, id, type } of HEADER_TOKENS) {
    const value = headers[header];
    if (value !== undefined) pushIfItFits(tokens, id, type, tokenValue(value, type));
  }
  tokens.push(...sessionTokens(headers), ...copyTokens(headers, status));
  return encodeFrame({ code: status, activityId, tokens, payload });
}

function tokenValue(value: string | number, type: TokenType): TokenValue {
  if (type === TokenType.longlong) return BigInt(value);
  return type === TokenType.ulong || type === TokenType.double ? Number(value) : String(value);
}

/** A text that is too long for its token is left out: only figures about a query can be. */
function pushIfItFits(tokens: Token[], id: number, type: TokenType, value: TokenValue): void {
  if (typeof value !== "string" || Buffer.byteLength(value) <= bytesMax(type))
    tokens.push({ id, type, value });
}

/** Without the range: the client puts that of the answer before it. */
function sessionTokens(headers: DirectResponse["headers"]): Token[] {
  const token = headers[ResponseHeader.sessionToken];
  if (token === undefined) return [];
  const value = String(token).replace(/^[^:]*:/, "");
  return [{ id: ResponseToken.sessionToken, type: TokenType.string, value }];
}

function copyTokens(headers: DirectResponse["headers"], status: number): Token[] {
  const lsn = headers[ResponseHeader.lsn];
  if (lsn === undefined) return isRefusal(status) ? [REQUEST_VALIDATION_FAILURE] : [];
  const itemLsn = headers[ResponseHeader.itemLsn];
  return [
    ...REPLICA_SET,
    ...[
      ResponseToken.quorumAckedLsn,
      ResponseToken.globalCommittedLsn,
      ResponseToken.localLsn,
      ResponseToken.quorumAckedLocalLsn,
    ].map((id) => ({ id, type: TokenType.longlong, value: BigInt(lsn) })),
    ...(itemLsn === undefined
      ? []
      : [{ id: ResponseToken.itemLocalLsn, type: TokenType.longlong, value: BigInt(itemLsn) }]),
  ];
}

const REPLICA_SET: readonly Token[] = [
  { id: ResponseToken.currentWriteQuorum, type: TokenType.ulong, value: WRITE_QUORUM },
  { id: ResponseToken.currentReplicaSetSize, type: TokenType.ulong, value: COPIES.length },
  { id: ResponseToken.numberOfReadRegions, type: TokenType.ulong, value: 0 },
];

/** Without an LSN a client takes no failure for granted and asks the other copies, unless this says that they agree. */
const REQUEST_VALIDATION_FAILURE: Token = {
  id: ResponseToken.requestValidationFailure,
  type: TokenType.byte,
  value: 1,
};

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 410;
}
