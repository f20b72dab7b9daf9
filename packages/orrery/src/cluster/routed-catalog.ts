/** The catalogue as requests are routed by it. */
import {
  type AskedPart,
  askedPartition,
  type ContainerAddress,
  type Engine,
  type Resource,
} from "../engine/index.ts";
import type { ClusterNode } from "./cluster-node.ts";
import type { EngineUnits } from "./engine-units.ts";
import type { Target } from "./serve-where-owned.ts";

export class RoutedCatalog {
  readonly #engine: Engine;
  readonly #units: EngineUnits;
  readonly #cluster: ClusterNode;

  constructor(engine: Engine, units: EngineUnits, cluster: ClusterNode) {
    this.#engine = engine;
    this.#units = units;
    this.#cluster = cluster;
  }

  /** Undefined where there is none of these names, as far as it is known here. */
  container({ database, container }: ContainerAddress): Resource | undefined {
    const { tree } = this.#engine;
    const owner = tree.lookup("database", "", database);
    return owner && tree.lookup("container", owner.rid, container);
  }

  /** Of all its partitions, in order of their ranges. */
  unitsOf(container: Resource): readonly string[] {
    return this.#units.unitsOf(container);
  }

  /** `asked`: the part of the container that the request names. */
  targetOf(container: Resource, asked: () => AskedPart): Target {
    return {
      units: () => this.unitsOf(container),
      unitFor: (aim) => {
        const space =
          typeof aim === "number" ? aim : askedPartition(container, aim === "whole" ? undefined : asked);
        return this.#units.unitOf(container, space);
      },
      gather: () => this.#cluster.gather(container),
    };
  }

  /** What spends an offer: a container, or all of a database that share it. */
  spenderOf(offerId: string): Target | undefined {
    const { catalog } = this.#engine.tree;
    const lower = offerId.toLowerCase();
    const offer = catalog.list("offer").find(({ rid }) => rid.toLowerCase() === lower);
    const spender = offer?.body.offerResourceId as string | undefined;
    if (spender === undefined) return undefined;
    const container = catalog.byRid("container", spender);
    if (container !== undefined) return this.targetOf(container, () => ({}));
    return { units: () => [spender], unitFor: () => spender, gather: async () => {} };
  }

  /** Of all containers of a database, or of all databases. */
  unitsIn(database: string | undefined): readonly string[] {
    const units = [...this.#units.units()];
    if (database === undefined) return units.map(([unit]) => unit).sort();
    const owner = this.#engine.tree.lookup("database", "", database)?.rid;
    return units
      .filter(
        ([unit, parts]) => unit === owner || parts.some(({ container }) => container.parentRid === owner),
      )
      .map(([unit]) => unit)
      .sort();
  }

  /** The containers of which units have partitions, by their names: `shop/orders`. */
  namesOf(units: readonly string[]): readonly string[] {
    const { catalog } = this.#engine.tree;
    const all = this.#units.units();
    const names = units
      .flatMap((unit) => all.get(unit) ?? [])
      .map(({ container: { id, parentRid } }) => `${catalog.ofRid(parentRid)?.id ?? ""}/${id}`);
    return [...new Set(names)].sort();
  }

  /** How many partitions units have. */
  partitionsIn(units: readonly string[]): number {
    const all = this.#units.units();
    return units.flatMap((unit) => all.get(unit) ?? []).reduce((sum, { spaces }) => sum + spaces.length, 0);
  }
}
