/** The change of the catalogue that takes a database or a container away, with everything that belongs to it. */
import type { CatalogChange, Resource } from "../catalog/catalog.ts";
import { stateOf } from "../container/container-state.ts";
import type { OpenContainers } from "../container/open-containers.ts";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.ts";

/** `inside`: the containers of a database; their offers go too, and all spaces are emptied. */
export function removalOf(
  removed: Resource,
  inside: readonly Resource[],
  containers: OpenContainers,
  provisioned: ProvisionedThroughput,
): CatalogChange {
  const all = removed.kind === "container" ? [removed] : inside;
  const offers = [removed, ...inside]
    .map((owner) => provisioned.offerOf(owner))
    .filter((offer) => offer !== undefined);
  return {
    remove: [...offers, removed],
    removeContainers: all.map((container) => ({
      rid: container.rid,
      spaces: stateOf(container).partitions.map(({ space }) => space),
    })),
    whenApplied: () => {
      provisioned.forget(removed);
      return containers.forget(all);
    },
  };
}
