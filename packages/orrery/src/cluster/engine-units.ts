/** What an engine has to do with units: which containers each of them is, and what is done where one comes or goes. */
import type { Engine, Environment, OwnedContainer, Resource } from "../engine/index.ts";
import type { ClusteredEngine } from "./cluster-node.ts";

export class EngineUnits implements ClusteredEngine {
  readonly #engine: Engine;
  /** By the resource id of the container: it never changes. */
  readonly #units = new Map<string, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get environment(): Environment {
    return this.#engine.environment;
  }

  refresh(): Promise<void> {
    return this.#engine.tree.catalog.refresh();
  }

  /** Containers that share their database's throughput are one unit, because they have budgets in common. */
  unitOf({ rid, parentRid }: OwnedContainer): string {
    let unit = this.#units.get(rid);
    if (unit === undefined) this.#units.set(rid, (unit = this.#isShared(parentRid) ? parentRid : rid));
    return unit;
  }

  units(): ReadonlyMap<string, readonly Resource[]> {
    const { catalog } = this.#engine.tree;
    const units = new Map<string, Resource[]>();
    for (const { rid } of catalog.list("database")) {
      if (this.#isShared(rid)) units.set(rid, []);
      for (const container of catalog.list("container", rid)) {
        const unit = this.unitOf(container);
        units.set(unit, [...(units.get(unit) ?? []), container]);
      }
    }
    return units;
  }

  leave(containers: readonly Resource[], left: () => void): Promise<void> {
    return this.#engine.leave(containers, left);
  }

  async emptyAbandoned(whoIsThere: () => Promise<(mark: string) => boolean>): Promise<void> {
    const { catalog } = this.#engine.tree;
    await catalog.findDropped(whoIsThere);
    catalog.emptyDroppedSpaces();
  }

  #isShared(databaseRid: string): boolean {
    const database = this.#engine.tree.catalog.byRid("database", databaseRid);
    return database !== undefined && this.#engine.provisioned.offerOf(database) !== undefined;
  }
}
