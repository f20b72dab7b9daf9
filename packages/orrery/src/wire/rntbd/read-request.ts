/** A frame as the request that it would be over HTTP: method, target and headers. */
import { Failure } from "../../value/failure.ts";
import { ridText } from "../../value/resource-id-text.ts";
import { RequestHeader } from "../headers.ts";
import type { ResourceType } from "../resource-path.ts";
import { type Frame, operationOf, resourceTypeOf } from "./frame.ts";
import {
  HEADER_TOKENS,
  NAME_TOKENS,
  OPERATIONS,
  RESOURCE_TYPES,
  RequestToken,
  type TokenForm,
  type WireOperation,
} from "./request-tokens.ts";
import type { Tokens, TokenValue } from "./tokens.ts";

export interface DirectRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The path of the address that the client was given. */
  readonly replicaPath: string;
  /** It reads items, without saying of which key or range: those of the range that it was sent to. */
  readonly isOfWholeRange: boolean;
}

/** By it the client finds the request of an answer. */
export function transportRequestIdOf({ tokens }: Frame): number | undefined {
  const id = tokens.get(RequestToken.transportRequestId);
  return typeof id === "number" ? id : undefined;
}

/** Throws a Failure for what cannot be asked here. */
export function readRequest({ code, activityId, tokens }: Frame): DirectRequest {
  const operation = OPERATIONS.get(operationOf(code));
  const type = RESOURCE_TYPES.get(resourceTypeOf(code));
  if (operation === undefined || type === undefined) {
    throw new Failure(
      "badRequest",
      `The operation ${operationOf(code)} on resources of type ${resourceTypeOf(code)} is not served in direct mode.`,
    );
  }
  const replicaPath = tokens.get(RequestToken.replicaPath);
  const headers = headersOf(operation, tokens);
  return {
    method: operation.method,
    target: targetOf(type, tokens),
    headers: { ...headers, [RequestHeader.activityId]: activityId },
    replicaPath: typeof replicaPath === "string" ? replicaPath : "",
    isOfWholeRange:
      type === "docs" &&
      operation.readsFeed === true &&
      headers[RequestHeader.partitionKey] === undefined &&
      headers[RequestHeader.partitionKeyRangeId] === undefined,
  };
}

function headersOf(operation: WireOperation, tokens: Tokens): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { id, header, form } of HEADER_TOKENS) {
    const value = tokens.get(id);
    if (value === undefined) continue;
    const text = headerText(value, form);
    if (text === undefined) throw new Failure("badRequest", `Token ${id} ('${header}') has no valid value.`);
    headers[header] = text;
  }
  if (operation.header !== undefined) headers[operation.header] = "true";
  const match = tokens.get(RequestToken.match);
  if (typeof match === "string")
    headers[operation.isRead ? RequestHeader.ifNoneMatch : RequestHeader.ifMatch] = match;
  const isInBytes = tokens.get(RequestToken.readFeedKeyType) === KEY_TYPE_IN_BYTES;
  addEpk(headers, RequestHeader.startEpk, tokens.get(RequestToken.startEpk), isInBytes);
  addEpk(headers, RequestHeader.endEpk, tokens.get(RequestToken.endEpk), isInBytes);
  return headers;
}

/** Of the kinds of feed keys: effective partition keys in bytes. Elsewhere they are hexadecimal text. */
const KEY_TYPE_IN_BYTES = 2;

function addEpk(
  headers: Record<string, string>,
  name: string,
  value: TokenValue | undefined,
  inBytes: boolean,
): void {
  if (Buffer.isBuffer(value))
    headers[name] = inBytes ? value.toString("hex").toUpperCase() : value.toString();
}

const COUNT_OF_ALL = 0xffff_ffff;

function headerText(value: TokenValue, form: TokenForm): string | undefined {
  if (form === "text") return typeof value === "string" ? value : undefined;
  if (typeof value !== "number") return undefined;
  if (form === "flag") return value === 0 ? "false" : "true";
  if (form === "count") return String(value === COUNT_OF_ALL ? -1 : value);
  if (form === "number") return String(value);
  if ("names" in form) return form.names[value];
  return form.flags.filter((_, bit) => (value & (1 << bit)) !== 0).join(",");
}

/** By names where there are any, else by the resource id. */
function targetOf(type: ResourceType, tokens: Tokens): string {
  if (type === "offers") return offerTarget(tokens.get(RequestToken.resourceId));
  const steps = namedSteps(tokens);
  const path = steps.length > 0 ? steps : ridSteps(type, tokens.get(RequestToken.resourceId));
  const target = path.map(([each, id]) => `/${each}/${encodeURIComponent(id)}`).join("");
  // Without an id of its own type it is the feed.
  return path.at(-1)?.[0] === type ? target : `${target}/${type}`;
}

/** Offers have no names, and their ids are no resource ids of anything below the account: they come as text. */
function offerTarget(id: TokenValue | undefined): string {
  return Buffer.isBuffer(id) ? `/offers/${encodeURIComponent(id.toString())}` : "/offers";
}

type Step = readonly [type: ResourceType, id: string];

function namedSteps(tokens: Tokens): Step[] {
  const steps: Step[] = [];
  for (const [id, type] of NAME_TOKENS) {
    const name = tokens.get(id);
    if (typeof name === "string" && name !== "") steps.push([type, name]);
  }
  return steps;
}

/** A resource id holds those of its owners: four bytes of the database, four more, eight of what is in that. */
const RID_ENDS = [4, 8, 16];

function ridSteps(type: ResourceType, rid: TokenValue | undefined): Step[] {
  if (!Buffer.isBuffer(rid)) return [];
  return ownersAndSelf(type).flatMap((each, i): Step[] =>
    rid.length >= RID_ENDS[i]! ? [[each, ridText(rid.subarray(0, RID_ENDS[i]))]] : [],
  );
}

function ownersAndSelf(type: ResourceType): readonly ResourceType[] {
  switch (type) {
    case "":
    case "dbs":
      return ["dbs"];
    case "colls":
    case "users":
    case "clientencryptionkeys":
      return ["dbs", type];
    case "permissions":
      return ["dbs", "users", type];
    case "addresses":
    case "conflicts":
    case "docs":
    case "offers":
    case "partitionkeydelete":
    case "pkranges":
    case "sprocs":
    case "triggers":
    case "udfs":
      return ["dbs", "colls", type];
  }
}
