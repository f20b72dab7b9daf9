/** What an engine has to do with units: which partitions each of them is, and what is done where one comes or goes. */
import {
  type ContainerPart,
  type Engine,
  type Environment,
  type OwnedContainer,
  partitionSpaces,
  type Resource,
} from "../engine/index.ts";
import type { ClusteredEngine } from "./cluster-node.ts";

export class EngineUnits implements ClusteredEngine {
  readonly #engine: Engine;
  /** Whether a container shares its database's throughput, by its resource id: it never changes. */
  readonly #shares = new Map<string, boolean>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get environment(): Environment {
    return this.#engine.environment;
  }

  refresh(): Promise<void> {
    return this.#engine.tree.catalog.refresh();
  }

  /** A unit is a partition. All that share a database's throughput are one, because they have budgets in common. */
  unitOf({ rid, parentRid }: OwnedContainer, space: number): string {
    let shares = this.#shares.get(rid);
    if (shares === undefined) this.#shares.set(rid, (shares = this.#isShared(parentRid)));
    return shares ? parentRid : `${rid}/${space}`;
  }

  unitsOf(container: OwnedContainer): readonly string[] {
    const current = this.#engine.tree.catalog.byRid("container", container.rid);
    const units = current && partitionSpaces(current).map((space) => this.unitOf(current, space));
    return [...new Set(units)];
  }

  units(): ReadonlyMap<string, readonly ContainerPart[]> {
    const { catalog } = this.#engine.tree;
    const units = new Map<string, ContainerPart[]>();
    const add = (unit: string, part: ContainerPart) => units.set(unit, [...(units.get(unit) ?? []), part]);
    for (const { rid } of catalog.list("database")) {
      const isShared = this.#isShared(rid);
      if (isShared) units.set(rid, []);
      for (const container of catalog.list("container", rid)) {
        const spaces = partitionSpaces(container);
        if (this.unitOf(container, spaces[0]!) === rid) add(rid, { container, spaces });
        else for (const space of spaces) add(this.unitOf(container, space), { container, spaces: [space] });
      }
    }
    return units;
  }

  leave(parts: readonly ContainerPart[], left: () => void): Promise<void> {
    return this.#engine.leave(parts, left);
  }

  staysHere(parts: readonly ContainerPart[]): boolean {
    return parts.some(({ container }) => this.#engine.staysWhole(container));
  }

  async emptyAbandoned(whoIsThere: () => Promise<(mark: string) => boolean>): Promise<void> {
    const { catalog } = this.#engine.tree;
    await catalog.findDropped(whoIsThere);
    catalog.emptyDroppedSpaces();
  }

  #isShared(databaseRid: string): boolean {
    const database: Resource | undefined = this.#engine.tree.catalog.byRid("database", databaseRid);
    return database !== undefined && this.#engine.provisioned.offerOf(database) !== undefined;
  }
}
