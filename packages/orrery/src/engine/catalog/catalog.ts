/**
 * The catalogue: databases, containers, users, permissions, scripts, keys and offers, all in memory and on the
 * store. It knows the tree (each resource has a parent, ids are unique among siblings of a kind) and nothing of
 * what the resources mean. Changes take turns and are durable before anybody sees them.
 *
 * Where several processes share the store each has a copy, which may be old: `refresh` makes it new.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { CatalogStore, RemovedContainer } from "../../store/catalog/catalog-store.ts";
import type { NamedSpaces } from "../../store/catalog/first-lsn.ts";
import { Failure } from "../../value/failure.ts";
import { type Ownership, ServedElsewhere } from "../ground/ownership.ts";

export type ResourceKind = "database" | "container" | "offer" | PlainKind;

/** Kinds that are nothing but a checked body: the tree handles them whole. */
export type PlainKind =
  | "user"
  | "permission"
  | "storedProcedure"
  | "trigger"
  | "userDefinedFunction"
  | "clientEncryptionKey";

export interface Resource {
  readonly kind: ResourceKind;
  readonly rid: string;
  /** Empty for databases and offers. */
  readonly parentRid: string;
  readonly id: string;
  /** As it is answered, system properties included. */
  readonly body: JsonObject;
  /** What the server keeps beside it and never shows. */
  readonly state?: Json;
}

interface Entry {
  readonly sequence: number;
  readonly resource: Resource;
}

/** A change to the catalogue, applied whole or not at all. */
export interface CatalogChange {
  readonly put?: readonly Resource[];
  /** With everything below them. */
  readonly remove?: readonly Resource[];
  /** Key spaces that nobody needs any more: emptied in the background, also after a crash. */
  readonly dropSpaces?: readonly number[];
  /** Spaces that were taken provisionally and are needed for good. */
  readonly adoptSpaces?: readonly number[];
  /** Containers that are removed: their spaces are emptied in the background too. */
  readonly removeContainers?: readonly RemovedContainer[];
  readonly beginContainer?: NamedSpaces;
  /** Names that are used by other containers from now on: later ones of these names begin above what is reached. */
  readonly reusedNames?: readonly NamedSpaces[];
  /** Runs when the change is committed. */
  readonly whenApplied?: () => void;
  /** Called after it: resolves when nobody uses the spaces, which are emptied then. */
  readonly whenUnused?: () => Promise<void>;
}

interface SpaceEvents {
  /** Nobody uses the space any more; it is going to be emptied. */
  unused(space: number): void;
  /** Spaces could not be emptied; `emptyDroppedSpaces` tries again. */
  emptyingFailed(error: unknown): void;
}

export class Catalog {
  readonly #store: CatalogStore;
  readonly #events: SpaceEvents;
  readonly #byRid = new Map<string, Entry>();
  readonly #children = new Map<string, Map<string, Entry>>();
  readonly #ownership: Ownership;
  #nextSequence = 0;
  #version = 0;
  readonly #dropped = new Set<number>();
  #dropping: Promise<void> = Promise.resolve();

  private constructor(store: CatalogStore, ownership: Ownership, events: SpaceEvents) {
    this.#store = store;
    this.#ownership = ownership;
    this.#events = events;
    store.mark = ownership.mark;
  }

  static async open(store: CatalogStore, ownership: Ownership, events: SpaceEvents): Promise<Catalog> {
    const catalog = new Catalog(store, ownership, events);
    await catalog.#load();
    if (!catalog.#isShared) await catalog.findDropped(async () => () => false);
    return catalog;
  }

  /** Grows with every change, where several processes share the store: that of this copy. */
  get version(): number {
    return this.#version;
  }

  /** What other processes have changed is seen from now on. */
  async refresh(): Promise<void> {
    if (await this.#isNew()) return;
    await this.whileUnchanged(async () => {
      if (!(await this.#isNew())) await this.#load();
    });
  }

  /** Runs work while nothing is changed here. */
  whileUnchanged<T>(work: () => Promise<T>): Promise<T> {
    return this.#store.change(work);
  }

  /** Finds spaces that are to be emptied, but for those of processes that are there: these see to it themselves. */
  async findDropped(whoIsThere: () => Promise<(mark: string) => boolean>): Promise<void> {
    const marked = await this.#store.droppedSpaces();
    // Asked afterwards: a process that came meanwhile may have marked some of them.
    const isThere = marked.length === 0 ? undefined : await whoIsThere();
    for (const { space, mark } of marked) if (mark === "" || !isThere!(mark)) this.#dropped.add(space);
  }

  async #isNew(): Promise<boolean> {
    return (await this.#store.version()) === this.#version;
  }

  async #load(): Promise<void> {
    const { version, resources } = await this.#store.load();
    this.#byRid.clear();
    this.#children.clear();
    this.#nextSequence = 0;
    for (const { sequence, resource } of resources) {
      this.#index({ sequence, resource: resource as unknown as Resource });
      this.#nextSequence = sequence + 1;
    }
    this.#version = version;
  }

  get #isShared(): boolean {
    return this.#ownership.mark !== "";
  }

  /** In order of creation. */
  list(kind: ResourceKind, parentRid = ""): Resource[] {
    const siblings = this.#children.get(childrenKey(kind, parentRid));
    return siblings ? [...siblings.values()].map(({ resource }) => resource) : [];
  }

  find(kind: ResourceKind, parentRid: string, id: string): Resource | undefined {
    return this.#children.get(childrenKey(kind, parentRid))?.get(id)?.resource;
  }

  byRid(kind: ResourceKind, rid: string): Resource | undefined {
    const resource = this.ofRid(rid);
    return resource?.kind === kind ? resource : undefined;
  }

  /** Of whichever kind. */
  ofRid(rid: string): Resource | undefined {
    return this.#byRid.get(rid)?.resource;
  }

  /**
   * Applies what `decide` returns. It sees the catalogue as it is when its turn comes, and may throw to change
   * nothing. A resource that is put again by rid is replaced in its place.
   */
  async change<T>(decide: () => Promise<{ change: CatalogChange; result: T }>): Promise<T> {
    return this.#ownership.whileChanging(() => this.#change(decide));
  }

  #change<T>(decide: () => Promise<{ change: CatalogChange; result: T }>): Promise<T> {
    return this.#store.change(async (writes) => {
      // What a change is decided by is proven to be new in its own turn: one that went unseen would be written over.
      if (this.#isShared && !(await this.#isNew())) await this.#load();
      const { change, result } = await decide();
      const removed = (change.remove ?? []).flatMap((resource) => this.#withDescendants(resource));
      this.#assertServed([...(change.put ?? []), ...removed.map(({ resource }) => resource)]);
      for (const { sequence } of removed) writes.remove(sequence);
      const put = (change.put ?? []).map((resource) => {
        this.#assertFreeId(resource, removed, change.put!);
        const sequence = this.#byRid.get(resource.rid)?.sequence ?? this.#nextSequence++;
        writes.put(sequence, resource as unknown as Json);
        return { sequence, resource };
      });
      const removedContainers = change.removeContainers ?? [];
      for (const container of removedContainers) await writes.removeContainer(container);
      if (change.beginContainer) await writes.beginPartitions(change.beginContainer);
      for (const reused of change.reusedNames ?? []) await writes.raiseFirstLsn(reused);
      for (const space of change.adoptSpaces ?? []) writes.adoptSpace(space);
      for (const space of change.dropSpaces ?? []) writes.dropSpace(space);
      const version = this.#version + 1;
      if (this.#isShared) writes.version(version);
      writes.afterCommit(() => {
        this.#version = version;
        for (const entry of removed) this.#unindex(entry);
        // Two that exchange their ids stand in each other's way until both are gone.
        for (const { resource } of put) this.#unindexBefore(resource);
        for (const entry of put) this.#index(entry);
        const unused = [...(change.dropSpaces ?? []), ...removedContainers.flatMap(({ spaces }) => spaces)];
        change.whenApplied?.();
        this.#empty(unused, change.whenUnused);
      });
      return result;
    });
  }

  /** Key spaces that were never used. A number that a crash leaves unused is skipped for ever. */
  takeSpaces(count: number): Promise<readonly number[]> {
    return this.#ownership.whileChanging(() => this.#store.takeSpaces(count, false));
  }

  /** Spaces that the next start empties, unless a change adopts or drops them before. */
  takeProvisionalSpaces(count: number): Promise<readonly number[]> {
    return this.#ownership.whileChanging(() => this.#store.takeSpaces(count, true));
  }

  /** Containers, and what is below them, are changed by who serves all of them. New ones are nobody's yet. */
  #assertServed(resources: readonly Resource[]): void {
    for (const { rid, parentRid } of resources) {
      const container = this.byRid("container", rid) ?? this.byRid("container", parentRid);
      if (container !== undefined && !this.#ownership.servesWhole(container))
        throw new ServedElsewhere("all");
    }
  }

  /** Resolves when dropped spaces are empty. */
  async settled(): Promise<void> {
    await this.#dropping;
  }

  /** Begins, in the background, with what was dropped before and is not empty yet: at a start, or because it failed. */
  emptyDroppedSpaces(): void {
    this.#empty([]);
  }

  #empty(spaces: readonly number[], whenUnused = async () => {}): void {
    const unused = whenUnused();
    if (this.#dropped.size === 0 && spaces.length === 0) return;
    this.#dropping = Promise.all([this.#dropping, unused])
      .then(async () => {
        for (const space of spaces) {
          this.#dropped.add(space);
          this.#events.unused(space);
        }
        for (const space of [...this.#dropped]) {
          await this.#store.emptySpace(space);
          this.#dropped.delete(space);
        }
      })
      // The marks of those that are left stay on the disk.
      .catch((error) => this.#events.emptyingFailed(error));
  }

  #assertFreeId(resource: Resource, removed: readonly Entry[], put: readonly Resource[]): void {
    const sibling = this.#children.get(childrenKey(resource.kind, resource.parentRid))?.get(resource.id);
    const isFreed = put.some(({ rid, id }) => rid === sibling?.resource.rid && id !== resource.id);
    if (
      sibling !== undefined &&
      sibling.resource.rid !== resource.rid &&
      !removed.includes(sibling) &&
      !isFreed
    ) {
      const code = resource.kind === "database" ? "databaseExists" : "conflict";
      throw new Failure(code, "Resource with specified id or name already exists.");
    }
  }

  #withDescendants(resource: Resource): Entry[] {
    const entry = this.#byRid.get(resource.rid);
    if (entry === undefined) return [];
    const below = [...this.#byRid.values()].filter((other) => other.resource.parentRid === resource.rid);
    return [entry, ...below.flatMap((child) => this.#withDescendants(child.resource))];
  }

  #index(entry: Entry): void {
    const { resource } = entry;
    this.#byRid.set(resource.rid, entry);
    const key = childrenKey(resource.kind, resource.parentRid);
    let siblings = this.#children.get(key);
    if (siblings === undefined) this.#children.set(key, (siblings = new Map()));
    siblings.set(resource.id, entry);
  }

  /** Of a resource that gets another id. */
  #unindexBefore({ rid, id }: Resource): void {
    const before = this.#byRid.get(rid);
    if (before !== undefined && before.resource.id !== id) this.#unindex(before);
  }

  #unindex({ resource }: Entry): void {
    this.#byRid.delete(resource.rid);
    const key = childrenKey(resource.kind, resource.parentRid);
    const siblings = this.#children.get(key);
    siblings?.delete(resource.id);
    if (siblings?.size === 0) this.#children.delete(key);
  }
}

function childrenKey(kind: ResourceKind, parentRid: string): string {
  return `${kind}:${parentRid}`;
}
