/** Keeps changed indexing policies being applied, in the background, until none is left to apply. */
import type { Catalog, Resource } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { stateOf } from "../container/container-state.ts";
import type { Background } from "../ground/background.ts";
import { rebuildIndex } from "./index-rebuild.ts";

export class IndexRebuilds {
  readonly #catalog: Catalog;
  readonly #background: Background;
  readonly #open: (resource: Resource) => Promise<Container>;
  /** Containers at which one is at work, by rid. */
  readonly #running = new Set<string>();

  constructor(catalog: Catalog, background: Background, open: (resource: Resource) => Promise<Container>) {
    this.#catalog = catalog;
    this.#background = background;
    this.#open = open;
  }

  /** Begins, if there is a policy to apply. One at a time: the first takes on the others' work. */
  start(resource: Resource): void {
    if (hasWork(resource) && !this.#running.has(resource.rid)) {
      this.#background.run(this.#applyPolicies(resource));
    }
  }

  async #applyPolicies(resource: Resource): Promise<void> {
    const { rid } = resource;
    const isStopped = () => this.#background.isStopped || this.#catalog.byRid("container", rid) === undefined;
    this.#running.add(rid);
    try {
      const container = await this.#open(resource);
      while (hasWork(container.definition.resource) && !isStopped()) {
        await rebuildIndex(container, this.#catalog, isStopped);
      }
    } finally {
      this.#running.delete(rid);
    }
  }
}

function hasWork(resource: Resource): boolean {
  return stateOf(resource).indexGenerations.length > 1;
}
