/**
 * A moment at which a container is known to have had the definition and the partitions that it has here, so that partitions which
 * other processes serve can be read in it: nobody had begun to empty one of them.
 */

import type { Storage } from "../../store/storage.ts";
import type { Moment } from "../../store/wrappers/moment.ts";
import type { Resource } from "../catalog/catalog.ts";
import { ServedElsewhere } from "../ground/ownership.ts";

/** What the catalogue says of containers, by this process's copy of it. */
export interface DefinitionSource {
  readonly version: number;
  byRid(kind: "container", rid: string): Resource | undefined;
  refresh(): Promise<void>;
}

/** To be closed. Fails where the container has another definition by now. */
export async function provenMoment(
  definition: { readonly rid: string; readonly resource: Resource },
  container: { checkExists(): void },
  storage: Storage,
  catalog: DefinitionSource,
): Promise<Moment> {
  for (;;) {
    container.checkExists();
    const moment = storage.moment();
    try {
      // In the moment, which has been taken then; and after it: where rows are on several machines, it is not one instant on all.
      const versions = [await storage.catalogVersionAt(moment), await storage.catalog.version()];
      if (versions.every((version) => version === catalog.version)) {
        if (isSame(catalog.byRid("container", definition.rid), definition.resource)) return moment;
        throw new ServedElsewhere("same");
      }
    } catch (error) {
      moment.close();
      throw error;
    }
    moment.close();
    await catalog.refresh();
  }
}

function isSame(one: Resource | undefined, other: Resource): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
