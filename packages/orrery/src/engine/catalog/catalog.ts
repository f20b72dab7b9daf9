/**
 * The catalogue: databases, containers, users, permissions, scripts, keys and offers, all in memory and on the
 * store. It knows the tree (each resource has a parent, ids are unique among siblings of a kind) and nothing of
 * what the resources mean. Changes take turns and are durable before anybody sees them.
 */
import type { KeyValueStore } from "../../store/key-value.ts";
import { Failure } from "../../value/failure.ts";
import type { Json, JsonObject } from "../../value/json.ts";

export type ResourceKind =
  | "database"
  | "container"
  | "user"
  | "permission"
  | "storedProcedure"
  | "trigger"
  | "userDefinedFunction"
  | "clientEncryptionKey"
  | "offer";

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
  /** What the server keeps beside it and never answers. */
  readonly state?: Json;
}

interface Entry {
  readonly sequence: number;
  readonly resource: Resource;
}

export const CATALOG_SPACE = 0;
const LOCK = "catalog";

// On disk: do not change.
const RESOURCE = 0x01;
const DROPPED = 0x02;
const NEXT_SPACE_KEY = Buffer.of(0x03);
const FIRST_SPACE = 16;

/** A change to the catalogue, applied whole or not at all. */
export interface CatalogChange {
  readonly put?: readonly Resource[];
  /** With everything below them. */
  readonly remove?: readonly Resource[];
  /** Key spaces that nobody needs any more: emptied in the background, also after a crash. */
  readonly dropSpaces?: readonly number[];
  /** Spaces that were taken provisionally and are needed for good. */
  readonly adoptSpaces?: readonly number[];
  /** Keys beside the resources, in the catalogue's own space. */
  readonly deleteKeys?: readonly Buffer[];
  /** Runs when the change is committed. What it waits for is over before the spaces are emptied. */
  readonly whenApplied?: () => Promise<void> | void;
}

export class Catalog {
  readonly #kv: KeyValueStore;
  readonly #byRid = new Map<string, Entry>();
  readonly #children = new Map<string, Map<string, Entry>>();
  #nextSequence = 0;
  #nextSpace = FIRST_SPACE;
  readonly #dropped = new Set<number>();
  #dropping: Promise<void> = Promise.resolve();

  private constructor(kv: KeyValueStore) {
    this.#kv = kv;
  }

  static async open(kv: KeyValueStore): Promise<Catalog> {
    const catalog = new Catalog(kv);
    for await (const rows of kv.scan(CATALOG_SPACE, {
      from: Buffer.of(RESOURCE),
      to: Buffer.of(RESOURCE + 1),
    })) {
      for (const { key, value } of rows) {
        const sequence = key.readUIntBE(1, 6);
        catalog.#index({ sequence, resource: JSON.parse(value.toString()) as Resource });
        catalog.#nextSequence = sequence + 1;
      }
    }
    const nextSpace = await kv.get(CATALOG_SPACE, NEXT_SPACE_KEY);
    if (nextSpace !== undefined) catalog.#nextSpace = nextSpace.readUInt32BE(0);
    for await (const rows of kv.scan(CATALOG_SPACE, {
      from: Buffer.of(DROPPED),
      to: Buffer.of(DROPPED + 1),
    })) {
      for (const { key } of rows) catalog.#dropped.add(key.readUInt32BE(1));
    }
    return catalog;
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
    const resource = this.#byRid.get(rid)?.resource;
    return resource?.kind === kind ? resource : undefined;
  }

  hasRid(rid: string): boolean {
    return this.#byRid.has(rid);
  }

  /**
   * Applies what `decide` returns. It sees the catalogue as it is when its turn comes, and may throw to change
   * nothing. A resource that is put again by rid is replaced in its place.
   */
  async change<T>(
    decide: () => { change: CatalogChange; result: T } | Promise<{ change: CatalogChange; result: T }>,
  ): Promise<T> {
    return this.#kv.transact(LOCK, async (transaction) => {
      const { change, result } = await decide();
      const removed = (change.remove ?? []).flatMap((resource) => this.#withDescendants(resource));
      for (const { sequence } of removed) transaction.delete(CATALOG_SPACE, resourceKey(sequence));
      const put = (change.put ?? []).map((resource) => {
        this.#assertFreeId(resource, removed);
        const sequence = this.#byRid.get(resource.rid)?.sequence ?? this.#nextSequence++;
        transaction.put(CATALOG_SPACE, resourceKey(sequence), Buffer.from(JSON.stringify(resource)));
        return { sequence, resource };
      });
      for (const key of change.deleteKeys ?? []) transaction.delete(CATALOG_SPACE, key);
      for (const space of change.adoptSpaces ?? []) transaction.delete(CATALOG_SPACE, droppedKey(space));
      for (const space of change.dropSpaces ?? [])
        transaction.put(CATALOG_SPACE, droppedKey(space), Buffer.alloc(0));
      transaction.afterCommit(() => {
        for (const entry of removed) this.#unindex(entry);
        for (const entry of put) this.#index(entry);
        this.#empty(change.dropSpaces ?? [], change.whenApplied?.());
      });
      return result;
    });
  }

  /** A key space that was never used. It is not lost to a crash: an unused number is skipped for ever. */
  takeSpaces(count: number): Promise<number[]> {
    return this.#takeSpaces(count, false);
  }

  /** Spaces that the next start empties, unless a change adopts them before. */
  takeProvisionalSpaces(count: number): Promise<number[]> {
    return this.#takeSpaces(count, true);
  }

  async #takeSpaces(count: number, provisional: boolean): Promise<number[]> {
    return this.#kv.transact("spaces", (transaction) => {
      const first = this.#nextSpace;
      this.#nextSpace += count;
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(this.#nextSpace);
      transaction.put(CATALOG_SPACE, NEXT_SPACE_KEY, bytes);
      const spaces = Array.from({ length: count }, (_, i) => first + i);
      for (const space of provisional ? spaces : [])
        transaction.put(CATALOG_SPACE, droppedKey(space), Buffer.alloc(0));
      return spaces;
    });
  }

  /** Resolves when dropped spaces are empty. */
  async settled(): Promise<void> {
    await this.#dropping;
  }

  /** Begins, in the background, with what was dropped before and is not empty yet. */
  emptyDroppedSpaces(): void {
    this.#empty([], undefined);
  }

  #empty(spaces: readonly number[], whenUnused: Promise<void> | void): void {
    if (this.#dropped.size === 0 && spaces.length === 0) return;
    this.#dropping = Promise.all([this.#dropping, whenUnused])
      .then(async () => {
        for (const space of spaces) this.#dropped.add(space);
        for (const space of [...this.#dropped]) {
          await this.#kv.dropSpace(space);
          await this.#kv.transact(LOCK, (transaction) =>
            transaction.delete(CATALOG_SPACE, droppedKey(space)),
          );
          this.#dropped.delete(space);
        }
      })
      .catch(() => {
        // The mark is still there: the next start tries again.
      });
  }

  #assertFreeId(resource: Resource, removed: readonly Entry[]): void {
    const sibling = this.#children.get(childrenKey(resource.kind, resource.parentRid))?.get(resource.id);
    if (sibling !== undefined && sibling.resource.rid !== resource.rid && !removed.includes(sibling)) {
      throw new Failure("conflict", "Resource with specified id or name already exists.");
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
    const before = this.#byRid.get(resource.rid);
    if (before !== undefined && before.resource.id !== resource.id) this.#unindex(before);
    this.#byRid.set(resource.rid, entry);
    const key = childrenKey(resource.kind, resource.parentRid);
    let siblings = this.#children.get(key);
    if (siblings === undefined) this.#children.set(key, (siblings = new Map()));
    siblings.set(resource.id, entry);
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

function resourceKey(sequence: number): Buffer {
  const key = Buffer.alloc(7);
  key[0] = RESOURCE;
  key.writeUIntBE(sequence, 1, 6);
  return key;
}

function droppedKey(space: number): Buffer {
  const key = Buffer.alloc(5);
  key[0] = DROPPED;
  key.writeUInt32BE(space, 1);
  return key;
}
