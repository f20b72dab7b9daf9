/** The partition key ranges of a container, as clients read them. */
import type { JsonObject } from "@orrerydb/exact-json";
import { childRid } from "../../store/records/resource-id.ts";
import { ridText } from "../../value/resource-id-text.ts";
import { selfLink } from "../../value/resource-link.ts";
import type { Container } from "../container/container.ts";

export async function partitionKeyRanges(container: Container): Promise<JsonObject[]> {
  const { map } = container.partitions;
  const { resource, ridBytes, selfLink: parentLink } = container.definition;
  const summaries = await Promise.all(
    map.partitions.map((partition) => container.partitions.summaryOf(partition)),
  );
  return map.partitions.map(({ state }, i) => {
    const rid = ridText(childRid(ridBytes, "partitionKeyRange", state.id));
    return {
      _rid: rid,
      id: String(state.id),
      _etag: `"${map.version}-${state.id}"`,
      minInclusive: state.min,
      maxExclusive: state.max,
      ridPrefix: state.id,
      _self: selfLink(parentLink, "partitionKeyRange", rid),
      throughputFraction: state.share,
      status: "online",
      parents: state.parents.map(String),
      ownedArchivalPKRangeIds: [],
      _ts: resource.body._ts as number,
      lsn: summaries[i]!.lsn,
    };
  });
}
