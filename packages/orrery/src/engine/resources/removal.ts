/** The change of the catalogue that takes a database or a container away, with everything that belongs to it. */
import type { Catalog, CatalogChange, Resource } from "../catalog/catalog.ts";
import { namedSpacesOf } from "../container/container-state.ts";
import type { OpenContainers } from "../container/open-containers.ts";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.ts";

/** The containers of a database and their offers go with it, and all spaces are emptied. */
export function removalOf(
  removed: Resource,
  catalog: Catalog,
  containers: OpenContainers,
  provisioned: ProvisionedThroughput,
): CatalogChange {
  const isContainer = removed.kind === "container";
  const database = isContainer ? catalog.ofRid(removed.parentRid)! : removed;
  const all = isContainer ? [removed] : catalog.list("container", removed.rid);
  const offers = (isContainer ? all : [removed, ...all])
    .map((owner) => provisioned.offerOf(owner))
    .filter((offer) => offer !== undefined);
  return {
    remove: [...offers, removed],
    removeContainers: all.map((container) => ({
      rid: container.rid,
      ...namedSpacesOf(database, container),
    })),
    whenApplied: () => provisioned.forget(removed),
    whenUnused: () => containers.forget(all),
  };
}
