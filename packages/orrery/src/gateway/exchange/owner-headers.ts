/**
 * Who owns what an answer is about, and how far the client has now seen it. Clients keep their sessions by these
 * headers, also when a request is refused.
 */
import type { ContainerNames, OwnerNames, RangeSeen } from "../../engine/index.ts";
import type { FailureSource } from "../../value/failure.ts";
import { containerNameLink } from "../../value/resource-link.ts";
import { headerPath, ResponseHeader, type ResponseHeaders } from "../../wire/headers.ts";
import { writeSessionToken } from "../../wire/session-token.ts";
import type { ClientFacts } from "./client-facts.ts";

/** The account owns databases and offers without a word. */
export function ownerHeaders({ rid, link }: OwnerNames): ResponseHeaders {
  if (rid === "") return {};
  return { [ResponseHeader.contentPath]: rid, [ResponseHeader.altContentPath]: headerPath(link) };
}

/** Every answer about items has it. */
const containerPaths = new WeakMap<ContainerNames, string>();

export function containerHeaders(names: ContainerNames): ResponseHeaders {
  let path = containerPaths.get(names);
  if (path === undefined) {
    path = headerPath(containerNameLink(names.database, names.container));
    containerPaths.set(names, path);
  }
  return { [ResponseHeader.contentPath]: names.rid, [ResponseHeader.altContentPath]: path };
}

/** Of a refusal. */
export function refusalHeaders(source: FailureSource, client: ClientFacts): ResponseHeaders {
  const headers = rangeHeaders(source.container, source);
  if (source.isEmpty && !client.seesEmptyPartitions) delete headers[ResponseHeader.sessionToken];
  return headers;
}

/** Of an answer from one physical partition. */
export function rangeHeaders(container: ContainerNames, { rangeId, lsn }: RangeSeen): ResponseHeaders {
  const headers = containerHeaders(container);
  headers[ResponseHeader.sessionToken] = writeSessionToken(rangeId, lsn);
  headers[ResponseHeader.lsn] = lsn;
  headers[ResponseHeader.partitionKeyRangeId] = rangeId;
  return headers;
}

/** The service does not name the container by its resource id where something was not found. */
export function withoutContentPath(headers: ResponseHeaders): ResponseHeaders {
  delete headers[ResponseHeader.contentPath];
  return headers;
}
