/**
 * A bounded sample of a container of any Cosmos account, read only: the change feeds of all feed ranges, a page of each
 * in turn, until everything was read or the request units are used up. Needs the package @azure/cosmos.
 */

import type { JsonObject } from "@orrerydb/exact-json";
import { Failure } from "../../value/failure.ts";
import { withoutSystem } from "./item-sample.ts";
import type { SizedItem } from "./read-item-file.ts";

export const SAMPLE_RU_MAX = 10_000;
const PAGE_ITEMS = 500;

export interface ContainerLocation {
  readonly endpoint: string;
  readonly database: string;
  readonly container: string;
}

/** Of `https://account.documents.azure.com/db/container`. Undefined where it is none, so a file. */
export function parseLocation(text: string): ContainerLocation | undefined {
  if (!/^https?:\/\//.test(text)) return undefined;
  const { origin, pathname } = new URL(text);
  const [, database, container, ...more] = pathname.split("/").map(decodeURIComponent);
  if (!database || !container || more.some((part) => part !== ""))
    throw new Failure("badRequest", `'${text}' must name a container as ${origin}/database/container.`);
  return { endpoint: origin, database, container };
}

export interface ReadContainerOptions extends ContainerLocation {
  readonly key: string;
  /** Request units to spend at most, a page of each range included. */
  readonly ruMax?: number;
  /** When it is done: what it cost, and whether there was more. */
  readonly onEnd?: (spent: number, isWhole: boolean) => void;
}

/** What the definition of a container says of keys. */
export interface PresentDefinition {
  /** The paths of the partition key. */
  readonly key: readonly string[];
  /** The paths of each unique key. */
  readonly uniqueKeys: readonly (readonly string[])[];
}

export async function readDefinition({
  endpoint,
  key,
  database,
  container,
}: ContainerLocation & { readonly key: string }): Promise<PresentDefinition> {
  const { CosmosClient } = await sdkOf();
  const client = new CosmosClient({ endpoint, key });
  try {
    const { resource } = await client.database(database).container(container).read();
    return {
      key: resource?.partitionKey?.paths ?? [],
      uniqueKeys: (resource?.uniqueKeyPolicy?.uniqueKeys ?? []).map(({ paths }) => paths),
    };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 404)
      throw new Failure("notFound", `There is no container ${database}/${container} on ${endpoint}.`);
    if (code === 401)
      throw new Failure("unauthorized", `${endpoint} refused the key: give it with --account-key.`);
    throw error;
  } finally {
    client.dispose();
  }
}

function sdkOf() {
  return import("@azure/cosmos").catch(() => {
    throw new Failure(
      "badRequest",
      "Reading a container needs the package @azure/cosmos: run `npm install @azure/cosmos`.",
    );
  });
}

export async function* readContainer(options: ReadContainerOptions): AsyncGenerator<SizedItem> {
  const { endpoint, key, ruMax = SAMPLE_RU_MAX } = options;
  const sdk = await sdkOf();
  const client = new sdk.CosmosClient({ endpoint, key });
  const container = client.database(options.database).container(options.container);
  const ranges = await container.getFeedRanges();
  let open = ranges.map((range) =>
    container.items.getChangeFeedIterator<JsonObject>({
      maxItemCount: PAGE_ITEMS,
      changeFeedStartFrom: sdk.ChangeFeedStartFrom.Beginning(range),
    }),
  );
  let spent = 0;
  while (open.length > 0 && spent < ruMax) {
    const more = [];
    for (const feed of open) {
      const page = await feed.readNext();
      spent += page.requestCharge;
      for (const item of page.result ?? []) yield sizedItem(item);
      if (page.statusCode !== sdk.StatusCodes.NotModified) more.push(feed);
      if (spent >= ruMax) break;
    }
    open = spent >= ruMax ? open : more;
  }
  options.onEnd?.(spent, open.length === 0);
}

/** As a container answers it: what the server has added does not count. */
export function sizedItem(item: JsonObject): SizedItem {
  return { item, bytes: Buffer.byteLength(JSON.stringify(withoutSystem(item))) };
}
