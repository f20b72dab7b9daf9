/**
 * The change feed of all versions and deletes: every create, replace and delete of a part of a container in commit
 * order, as far back as the container's policy keeps them. What one transaction wrote comes together.
 */
import { isInEpkRange } from "@orrerydb/keys/hash";
import type { ItemVersion, VersionRequest } from "../../store/logs/version-log.ts";
import { feedCharge } from "../../throughput/query-charge.ts";
import { Failure } from "../../value/failure.ts";
import { sourceOf } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import {
  atThisMoment,
  type ChangeFeedPage,
  type ChangeFeedRequest,
  pageFromNow,
  pageLimits,
  readChangeFeedPage,
} from "./change-feed-page.ts";

interface AllVersions extends ChangeFeedPage {
  readonly versions: readonly ItemVersion[];
}

export function readAllVersions(container: Container, request: ChangeFeedRequest): Promise<AllVersions> {
  return readChangeFeedPage(container, request, async ({ partition, range }) => {
    if (container.definition.versionSeconds === 0) {
      throw new Failure(
        "badRequest",
        "This container keeps no versions. Give it a 'changeFeedPolicy' with a 'retentionDuration' in minutes to read all versions and deletes.",
      );
    }
    const { store } = partition;
    const { afterLsn, terms } = request;
    if (afterLsn === "now") return { versions: [], ...pageFromNow(container, partition, terms) };
    if (afterLsn === undefined || request.sinceSeconds !== undefined) throw beyondRetention();
    const keptSince = container.definition.nowSeconds() - container.definition.versionSeconds;
    const page: VersionRequest = {
      afterLsn,
      ...pageLimits(request),
      accepts: ({ epk }) => isInEpkRange(epk, range),
    };
    const read = await atThisMoment(container, partition, (moment) => store.versions(page, moment));
    const isKept = read?.oldestAt === undefined || read.oldestAt >= keptSince;
    if (read === undefined || !isKept) throw beyondRetention();
    const { versions, lsn: position, hasMore, entries } = read;
    const sizes = versions.map(({ current, previous }) => (current ?? previous)!.length);
    const charge = feedCharge(sizes, terms.readMultiplier, entries - versions.length);
    return { versions, position, hasMore, charge, ...sourceOf(container.definition, partition) };
  });
}

/** Also from the beginning and from a time, which may lie outside of it. */
function beyondRetention(): Failure {
  return new Failure(
    "badRequest",
    "You must read the change feed from within the retention period. Start from now, or from a token that is not older.",
  );
}
