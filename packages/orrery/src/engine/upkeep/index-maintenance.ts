/** What indexes need as more is in them, in the background: cells for vectors, for example. */
import type { Container } from "../container/container.ts";
import type { Background } from "../ground/background.ts";

export class IndexMaintenance {
  readonly #background: Background;
  /** Containers at which one is at work, by rid. */
  readonly #running = new Set<string>();

  constructor(background: Background) {
    this.#background = background;
  }

  /** Begins, if there is something to do. */
  start(container: Container): void {
    const { rid, indexes } = container.definition;
    const isNeeded = indexes.rowKinds.some(({ rows }) => rows!.maintenance !== undefined);
    if (!isNeeded || this.#running.has(rid) || this.#background.isStopped) return;
    this.#running.add(rid);
    this.#background.run(this.#maintain(container).finally(() => this.#running.delete(rid)));
  }

  async #maintain(container: Container): Promise<void> {
    for (const { store } of container.partitions.served) {
      if (this.#background.isStopped) return;
      if (!(await store.indexesNeedMaintenance())) continue;
      // Splits and merges wait for it, as for a rebuild of the index.
      await container.partitions.turns.run(async () => {
        if (container.partitions.served.some((partition) => partition.store === store))
          await store.maintainIndexes(() => this.#background.isStopped);
      });
    }
  }
}
