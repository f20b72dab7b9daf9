/** Asks where direct mode is served, signed as clients of direct mode sign it: as what they resolve. */
import { createHmac } from "node:crypto";
import type { Container } from "@azure/cosmos";
import { RntbdClient } from "./rntbd-client.ts";

export interface Address {
  readonly isPrimary: boolean;
  readonly protocol: string;
  readonly physcialUri: string;
  readonly partitionKeyRangeId: string;
}

export interface AddressAnswer {
  readonly status: number;
  readonly addresses: readonly Address[];
  readonly text: string;
}

export interface Account {
  readonly endpoint: string;
  readonly key: string;
}

export interface Resolved {
  /** What is resolved: `dbs`, or `dbs/<rid>/colls/<rid>/docs`. */
  readonly link: string;
  readonly ranges?: readonly string[];
  /** What is signed: a resource type, and the id of its owner. */
  readonly type: string;
  readonly signed: string;
  readonly filter?: string;
}

export async function resolveAddresses(
  { endpoint, key }: Account,
  { link, ranges, type, signed, filter = "protocol eq rntbd" }: Resolved,
): Promise<AddressAnswer> {
  const date = new Date().toUTCString();
  const signature = createHmac("sha256", Buffer.from(key, "base64"))
    .update(`get\n${type}\n${signed}\n${date.toLowerCase()}\n\n`)
    .digest("base64");
  const query = new URLSearchParams({ $resolveFor: link, $filter: filter });
  if (ranges !== undefined) query.set("$partitionKeyRangeIds", ranges.join(","));
  const response = await fetch(`${endpoint}/addresses/?${query}`, {
    headers: {
      authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
      "x-ms-date": date,
    },
  });
  const text = await response.text();
  return { status: response.status, addresses: JSON.parse(text).Addresss ?? [], text };
}

/** The addresses of a container's ranges: of all, or of these. */
export async function containerAddresses(
  account: Account,
  container: Container,
  ranges?: readonly string[],
): Promise<AddressAnswer> {
  const { resource } = await container.read();
  const { _rid: rid, _self: self } = resource as { _rid: string; _self: string };
  const link = `${self.replace(/\/$/, "")}/docs/`;
  return resolveAddresses(account, {
    link,
    type: "docs",
    signed: rid.toLowerCase(),
    ...(ranges === undefined ? {} : { ranges }),
  });
}

/** A connection to the primary of each range, by the range's id. */
export async function connectToRanges(
  account: Account,
  container: Container,
): Promise<Map<string, RntbdClient>> {
  const { addresses } = await containerAddresses(account, container);
  const primaries = addresses.filter(({ isPrimary }) => isPrimary);
  const clients = await Promise.all(
    primaries.map(({ physcialUri }) => RntbdClient.connect(physcialUri, account.key)),
  );
  return new Map(primaries.map(({ partitionKeyRangeId }, i) => [partitionKeyRangeId, clients[i]!]));
}
