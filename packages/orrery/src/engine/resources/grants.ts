/**
 * Whether what a permission grants covers what a request asks for. Names are resolved exactly as the operations do it
 * afterwards: by id first, then by resource id.
 */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Container } from "../container/container.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import type { OpenContainers } from "../container/open-containers.ts";
import { itemByRid, locateItem } from "../items/find-item.ts";

type Key = readonly PartitionKeyComponent[];

/** Resources that a path may lead through, and items, which are not in the catalogue. */
export type GrantableKind =
  | "database"
  | "container"
  | "item"
  | "storedProcedure"
  | "trigger"
  | "userDefinedFunction";

interface ResourceStep {
  /** Undefined for what no permission can grant. */
  readonly kind: GrantableKind | undefined;
  readonly id: string;
}

export interface Grant {
  /** From the database on, a container at least. */
  readonly steps: readonly ResourceStep[];
  /** Only items of this key. */
  readonly key: Key | undefined;
}

export interface AskedAccess {
  readonly steps: readonly ResourceStep[];
  /** From the header. */
  readonly key: Key | undefined;
  /** Whether scripts run with the request: they could reach beyond an item. */
  readonly runsTriggers: boolean;
  /** How far the request reaches under a grant of one key. */
  readonly reach: "definitions" | "itemsOfItsKey" | "beyondAnyKey";
}

export class Grants {
  readonly #tree: ResourceTree;
  readonly #containers: OpenContainers;

  constructor(tree: ResourceTree, containers: OpenContainers) {
    this.#tree = tree;
    this.#containers = containers;
  }

  /** A permission by its resource id; undefined when it no longer exists. */
  permission(rid: string): Resource | undefined {
    return this.#tree.catalog.byRid("permission", rid);
  }

  async covers(grant: Grant, asked: AskedAccess): Promise<boolean> {
    const [database, container, below] = grant.steps;
    // To use what is in a container, clients read its definition first.
    const isOfContainer = asked.reach === "definitions" && asked.steps.length === 2;
    if (isOfContainer) return this.#leadsToTheSame([database!, container!], asked.steps);
    if (!this.#leadsToTheSame(grant.steps, asked.steps)) return false;
    const address = { database: database!.id, container: container!.id };
    return this.#containers.use(address, async (opened) => {
      if (below?.kind === "item") return isSameItem(opened, below.id, grant.key, asked);
      return grant.key === undefined || isWithinKey(opened.definition, grant.key, asked);
    });
  }

  #leadsToTheSame(granted: readonly ResourceStep[], asked: readonly ResourceStep[]): boolean {
    if (asked.length < granted.length) return false;
    let parentRid = "";
    for (const [i, { kind, id }] of granted.entries()) {
      if (kind === undefined || kind === "item") break;
      const resource = this.#tree.lookup(kind, parentRid, id);
      const step = asked[i]!;
      if (step.kind !== kind || resource === undefined) return false;
      if (resource !== this.#tree.lookup(kind, parentRid, step.id)) return false;
      parentRid = resource.rid;
    }
    return true;
  }
}

/**
 * A resource id means one item. A name without a key in the permission means the item of that name under whatever key the
 * request gives, as on the service.
 */
async function isSameItem(
  container: Container,
  granted: string,
  key: Key | undefined,
  asked: AskedAccess,
): Promise<boolean> {
  const step = asked.steps[2];
  if (step?.kind !== "item" || asked.key === undefined || asked.runsTriggers) return false;
  if (key !== undefined && !isKeyWithin(container.definition, key, asked.key)) return false;
  const item = await locateItem(container, asked.key, step.id);
  const named = key === undefined ? await itemByRid(container, granted) : undefined;
  if (named !== undefined) return named.ref === item?.ref;
  const owned = await locateItem(container, asked.key, granted);
  return owned === undefined ? step.id === granted : owned.ref === item?.ref;
}

/** Nothing but items of the key; definitions may be read, to know how to ask. */
function isWithinKey(definition: CurrentDefinition, key: Key, asked: AskedAccess): boolean {
  switch (asked.reach) {
    case "definitions":
      return true;
    case "beyondAnyKey":
      return false;
    case "itemsOfItsKey":
      return asked.key !== undefined && isKeyWithin(definition, key, asked.key);
  }
}

/** The granted key itself, or what is below it where it is the first levels of a hierarchical one. */
function isKeyWithin({ partitionKey }: CurrentDefinition, granted: Key, given: Key): boolean {
  // An empty key is an absent value where there is one level, and everything where there are several.
  const levels = partitionKey.paths.length;
  const normal = (key: Key) => (key.length === 0 && levels === 1 ? [undefined] : key);
  const [whole, part] = [normal(granted), normal(given)];
  return (
    whole.length > 0 &&
    whole.length <= part.length &&
    whole.every((component, i) => Object.is(component, part[i]))
  );
}
