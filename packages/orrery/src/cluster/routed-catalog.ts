/** The catalogue as requests are routed by it. */
import type { ContainerAddress, Engine, OwnedContainer } from "../engine/index.ts";
import type { EngineUnits } from "./engine-units.ts";

export class RoutedCatalog {
  readonly #engine: Engine;
  readonly #units: EngineUnits;

  constructor(engine: Engine, units: EngineUnits) {
    this.#engine = engine;
    this.#units = units;
  }

  /** Undefined where there is none of these names, as far as it is known here. */
  container({ database, container }: ContainerAddress): OwnedContainer | undefined {
    const { tree } = this.#engine;
    const owner = tree.lookup("database", "", database);
    return owner && tree.lookup("container", owner.rid, container);
  }

  unitOf(container: OwnedContainer): string {
    return this.#units.unitOf(container);
  }

  /** The unit that spends an offer. */
  unitOfOffer(id: string): string | undefined {
    const { catalog } = this.#engine.tree;
    const lower = id.toLowerCase();
    const offer = catalog.list("offer").find(({ rid }) => rid.toLowerCase() === lower);
    const container = offer && catalog.byRid("container", offer.body.offerResourceId as string);
    return container === undefined
      ? (offer?.body.offerResourceId as string | undefined)
      : this.unitOf(container);
  }

  /** Of all containers of a database, or of all databases. */
  unitsOf(database: string | undefined): readonly string[] {
    const units = [...this.#units.units()];
    if (database === undefined) return units.map(([unit]) => unit).sort();
    const owner = this.#engine.tree.lookup("database", "", database)?.rid;
    return units
      .filter(
        ([unit, containers]) => unit === owner || containers.some(({ parentRid }) => parentRid === owner),
      )
      .map(([unit]) => unit)
      .sort();
  }

  /** The containers of units, by their names: `shop/orders`. */
  namesOf(units: readonly string[]): readonly string[] {
    const { catalog } = this.#engine.tree;
    const all = this.#units.units();
    return units
      .flatMap((unit) => all.get(unit) ?? [])
      .map(({ id, parentRid }) => `${catalog.ofRid(parentRid)?.id ?? ""}/${id}`)
      .sort();
  }
}
