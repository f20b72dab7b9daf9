/**
 * A position in the change feed, which clients keep as an ETag: an LSN, and while a client reads what changed since a
 * time, that time too (`"12"`, `"12;1700000000"`). `*` is what a client sends to begin with what comes next.
 */
import { Failure } from "../value/failure.ts";

export interface FeedPosition {
  readonly afterLsn: number | "now";
  /** In seconds since 1970. */
  readonly sinceSeconds?: number;
}

/** Clients count in 64 bits; no partition comes this far (LSNs have 48), so what is above it is all the same. */
const LSN_MAX = 2 ** 48 - 2;

export function parseFeedToken(etag: string): FeedPosition {
  if (etag === "*") return { afterLsn: "now" };
  const [, lsn, since] = /^(\d{1,19})(?:;(\d{1,15}))?$/.exec(etag.replaceAll('"', "")) ?? [];
  if (lsn === undefined) {
    throw new Failure(
      "badRequest",
      `Invalid change feed token ${etag}. Send the ETag of the last answer, or '*'.`,
    );
  }
  const afterLsn = Math.min(Number(lsn), LSN_MAX);
  return { afterLsn, ...(since === undefined ? {} : { sinceSeconds: Number(since) }) };
}

export function writeFeedToken(lsn: number, sinceSeconds: number | undefined): string {
  return sinceSeconds === undefined ? `"${lsn}"` : `"${lsn};${sinceSeconds}"`;
}
