/** What a request is about, as far as it decides which node answers it. */
import type { Aim } from "../../cluster/serve-where-owned.ts";
import type { AskedPart, ContainerAddress } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { parseEpk } from "../../wire/epk-text.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { CONTROL_PREFIX } from "../../wire/resource-path.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { isOwnPart } from "./own-part.ts";

export type RequestScope =
  /** This node, or what is the same on all of them. */
  | { readonly kind: "node" }
  /** What the catalogue says. */
  | { readonly kind: "catalog" }
  | { readonly kind: "container"; readonly address: ContainerAddress; readonly isExchange?: true }
  | { readonly kind: "offer"; readonly id: string }
  /** Everything of a database goes, or of all of them. */
  | { readonly kind: "removal"; readonly database?: string };

/** What changes a container, or writes to several partitions, needs all of them. */
export function firstAim(request: GatewayRequest): Aim {
  if (request.isRead) return "named";
  switch (request.path.type) {
    case "docs": {
      const isBulk = request.booleanHeader(RequestHeader.isBatch);
      return isBulk && Object.keys(askedPart(request)).length === 0 ? "whole" : "named";
    }
    case "sprocs":
      return request.path.isFeed || request.method !== "POST" ? "whole" : "named";
    case "partitionkeydelete":
      return "named";
    case "":
    case "addresses":
    case "clientencryptionkeys":
    case "colls":
    case "conflicts":
    case "dbs":
    case "offers":
    case "permissions":
    case "pkranges":
    case "triggers":
    case "udfs":
    case "users":
      return "whole";
  }
}

/** The part of a container that a request names. What is malformed is refused by the route. */
export function askedPart(request: GatewayRequest): AskedPart {
  try {
    const rangeId = request.header(RequestHeader.partitionKeyRangeId);
    if (rangeId !== undefined) return { rangeId };
    const key = request.partitionKey;
    if (key !== undefined) return { key };
    const epk = request.header(RequestHeader.startEpk);
    return epk === undefined ? {} : { epk: parseEpk(epk) };
  } catch (error) {
    if (error instanceof Failure) return {};
    throw error;
  }
}

const NODE: RequestScope = { kind: "node" };
const CATALOG: RequestScope = { kind: "catalog" };

export function scopeOf(request: GatewayRequest): RequestScope {
  const { path } = request;
  if (request.target.startsWith(CONTROL_PREFIX)) return controlScope(request);
  const [first, second] = path.segments;
  if (first === undefined) return path.type === "" || path.type === "addresses" ? NODE : CATALOG;
  if (first.type === "offers") return { kind: "offer", id: first.id };
  if (second?.type === "colls")
    return { kind: "container", address: { database: first.id, container: second.id } };
  if (path.type === "dbs" && !path.isFeed && request.method === "DELETE")
    return { kind: "removal", database: first.id };
  return CATALOG;
}

/** `_orrery/dbs/DATABASE/colls/CONTAINER/…` is about a container; of the others, only a reset is about more than this node. */
function controlScope(request: GatewayRequest): RequestScope {
  const [, dbs, database, colls, container, ...rest] = request.path.signedLink.split("/");
  if (isOwnPart(request)) return NODE;
  if (dbs === "reset" && request.method === "POST") return { kind: "removal" };
  if (dbs === "containers") return CATALOG;
  if (dbs !== "dbs" || colls !== "colls" || !database || !container) return NODE;
  const address = { database: decoded(database), container: decoded(container) };
  return { kind: "container", address, ...(rest[0] === "exchange" && { isExchange: true }) };
}

/** What is malformed is refused by the route. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
