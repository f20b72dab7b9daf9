/** The change feed of latest versions: what changed in one physical partition, or in one logical partition of it. */
import { isWithinEpkRange } from "@orrerydb/keys/hash";
import type { StoredItem } from "../../store/records/item-record.ts";
import { feedCharge } from "../../throughput/query-charge.ts";
import { sourceOf } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import { chargedBytes } from "../items/item-writes.ts";
import {
  atThisMoment,
  type ChangeFeedPage,
  type ChangeFeedRequest,
  pageFromNow,
  pageLimits,
  readChangeFeedPage,
} from "./change-feed-page.ts";

export interface LatestChanges extends ChangeFeedPage {
  readonly items: readonly StoredItem[];
}

export function readLatestChanges(container: Container, request: ChangeFeedRequest): Promise<LatestChanges> {
  return readChangeFeedPage(container, request, async ({ partition, range }) => {
    const { afterLsn = 0, terms } = request;
    if (afterLsn === "now") return { items: [], ...pageFromNow(container, partition, terms) };
    const since = request.sinceSeconds ?? 0;
    const page = {
      afterLsn,
      ...pageLimits(request),
      ...(isWithinEpkRange(partition, range) ? {} : { range }),
      accepts: (item: StoredItem) => item.timestamp >= since,
    };
    const changes = await atThisMoment(container, partition, (moment) =>
      partition.store.changes(page, moment),
    );
    const { items, lsn: position, hasMore, entries } = changes;
    const charge = feedCharge(items.map(chargedBytes), terms.readMultiplier, entries - items.length);
    return { items, position, hasMore, charge, ...sourceOf(container.definition, partition) };
  });
}
