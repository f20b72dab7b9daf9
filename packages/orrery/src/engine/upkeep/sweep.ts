/**
 * The housekeeping of containers: expired items, versions past their retention, logical partitions that were
 * deleted whole. All of it is invisible to readers already. A look at where writes went is part of it. Each round does a bounded part for each partition, one
 * after the other; whoever opened the engine decides how often there is a round.
 */
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import type { Environment } from "../ground/environment.ts";
import { ServedElsewhere } from "../ground/ownership.ts";

interface SweepReport {
  expired: number;
  dropped: number;
  versions: number;
}

/** Of each kind, for each partition, in a round. */
const ITEMS_PER_ROUND = 10_000;

export async function sweepContainer(container: Container, itemsMax = ITEMS_PER_ROUND): Promise<SweepReport> {
  const report: SweepReport = { expired: 0, dropped: 0, versions: 0 };
  for (const { store } of container.partitions.served) {
    report.expired += await store.removeExpired(itemsMax);
    report.dropped += await store.removeDropped(itemsMax);
    // Without a policy there is nothing to keep: not even what was written in this second.
    const keptSince = container.definition.nowSeconds() - container.definition.versionSeconds;
    report.versions += await store.trimVersions(
      container.definition.versionSeconds > 0 ? keptSince : keptSince + 1,
    );
  }
  return report;
}

/** What a sweep needs of the engine. */
interface SweptEngine {
  readonly environment: Environment;
  containersToSweep(): readonly Resource[];
  containerOf(resource: Resource): Promise<Container>;
  maintainIndexes(container: Container): void;
}

/** A round over all containers that have something to sweep, or may have. One that fails holds up no other. */
export async function sweepEngine(engine: SweptEngine): Promise<SweepReport> {
  const total: SweepReport = { expired: 0, dropped: 0, versions: 0 };
  for (const resource of engine.containersToSweep()) {
    try {
      const container = await engine.containerOf(resource);
      engine.maintainIndexes(container);
      container.meter.watchWrites();
      const { expired, dropped, versions } = await sweepContainer(container);
      total.expired += expired;
      total.dropped += dropped;
      total.versions += versions;
    } catch (error) {
      // It was deleted meanwhile, or went to another process.
      if (error instanceof ServedElsewhere) continue;
      if (error instanceof Failure && error.code === "notFound") continue;
      engine.environment.log("error", `Container '${resource.id}' was not swept: ${String(error)}`);
    }
  }
  return total;
}
