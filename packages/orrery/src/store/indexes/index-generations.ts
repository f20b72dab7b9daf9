/**
 * The definitions that items of a container are indexed by. There is one, and while a changed policy is being applied
 * there are two: each item's record names the generation that made its entries, so that a write always removes exactly
 * the entries that are there. Queries may use only what every generation indexes.
 */
import assert from "node:assert/strict";
import type { Json } from "@orrerydb/exact-json";
import { Corruption } from "../../value/corruption.ts";
import { parsePath } from "../../value/path.ts";
import type { CompositeParts } from "../../value/rows/index-identity.ts";
import { valuesEqual } from "../../value/values-equal.ts";
import type { StoredItem } from "../records/item-record.ts";
import type { CompiledIndexes } from "./compiled-indexes.ts";
import { COMPOSITE } from "./composite/composite-indexes.ts";
import type { CompileComputed } from "./computed-values.ts";
import { IndexGeneration } from "./index-generation.ts";
import type { IndexDefinition, IndexKind } from "./index-kind.ts";
import { INDEX_KINDS } from "./index-kinds.ts";
import type { ItemEntries } from "./item-entries.ts";
import { RANGE } from "./range/range-indexes.ts";

/** A generation is one byte in the record; two are alive at most. */
const GENERATIONS = 256;
/** A generation is kept for a while after its last item: a transaction may still have begun under it. */
const KEPT_MAX = 8;

export interface GenerationState extends IndexDefinition {
  readonly generation: number;
}

/** The first of a new container. */
export function firstGeneration(definition: IndexDefinition): GenerationState {
  return { generation: 0, ...definition };
}

/** Whether the entries of a generation are those that `definition` asks for. */
export function isMadeFrom({ generation, ...made }: GenerationState, definition: IndexDefinition): boolean {
  return valuesEqual(made as unknown as Json, definition as unknown as Json);
}

export class IndexGenerations {
  #states: readonly GenerationState[] = [];
  readonly #compiled = new Map<number, IndexGeneration>();
  readonly #compile: CompileComputed;
  #rowKinds: readonly IndexKind[] = [];

  /** Oldest first; the last is current. */
  constructor(states: readonly GenerationState[], compile: CompileComputed) {
    this.#compile = compile;
    this.adopt(states);
  }

  get states(): readonly GenerationState[] {
    return this.#states;
  }

  get current(): number {
    return this.#states.at(-1)!.generation;
  }

  /** True while items of an older policy may exist. */
  get isChanging(): boolean {
    return this.#states.length > 1;
  }

  /** The states after a change to `definition`. Requires that no other change is under way. */
  next(definition: IndexDefinition): GenerationState[] {
    assert(!this.isChanging);
    const generation = (this.current + 1) % GENERATIONS;
    return [...this.#states, { generation, ...definition }];
  }

  adopt(states: readonly GenerationState[]): void {
    assert(states.length > 0);
    this.#states = states;
    for (const { generation, ...definition } of states) {
      const known = this.#compiled.get(generation);
      this.#compiled.delete(generation);
      this.#compiled.set(generation, known ?? new IndexGeneration(definition, this.#compile));
    }
    for (const generation of this.#compiled.keys()) {
      if (this.#compiled.size <= KEPT_MAX) break;
      this.#compiled.delete(generation);
    }
    const compiled = [...this.#compiled.values()];
    this.#rowKinds = INDEX_KINDS.filter(
      (kind) => kind.rows !== undefined && compiled.some((generation) => generation.of(kind) !== undefined),
    );
  }

  /** All index keys of an item, without a space. */
  entriesOf(item: StoredItem): Buffer[] {
    const keys = this.walkEntries(item, 0)?.finish() ?? [];
    return keys.map(({ bareKey }) => bareKey);
  }

  /** The same in pieces, for a space. Undefined: there are none. */
  walkEntries(item: StoredItem, space: number): ItemEntries | undefined {
    return this.#generationOf(item)?.entriesOf(item, space);
  }

  /** The kinds in use whose rows are more than keys. */
  get rowKinds(): readonly IndexKind[] {
    return this.#rowKinds;
  }

  /** Whether a transaction may begin while another one commits. */
  get mayPassOnEarly(): boolean {
    return !this.#rowKinds.some(({ rows }) => rows!.dependOnCommits);
  }

  /** The indexes of a kind that an item has rows in. */
  indexesOf<Compiled extends CompiledIndexes>(
    kind: IndexKind<Compiled>,
    item: StoredItem,
  ): Compiled | undefined {
    const generation = kind.rows?.areOfEveryItem
      ? this.#compiled.get(item.generation)
      : this.#generationOf(item);
    return generation?.of(kind);
  }

  /** Undefined: it has no entries. */
  #generationOf(item: StoredItem): IndexGeneration | undefined {
    if (item.indexed === false) return undefined;
    const generation = this.#compiled.get(item.generation);
    if (generation === undefined)
      throw new Corruption(`An item is indexed by the policy ${item.generation}, which there is not.`);
    return generation.holds(item) ? generation : undefined;
  }

  /** The indexes of a kind that items may have rows in, by the generations that have any. */
  all<Compiled extends CompiledIndexes>(kind: IndexKind<Compiled>): readonly Compiled[] {
    return this.#alive.map((generation) => generation.of(kind)).filter((indexes) => indexes !== undefined);
  }

  /** Those of the current policy. */
  get currentIndexes(): IndexGeneration {
    return this.#compiled.get(this.current)!;
  }

  get #alive(): readonly IndexGeneration[] {
    return this.#states.map(({ generation }) => this.#compiled.get(generation)!);
  }

  /** The index of a path in which all items have their rows, as queries know it. */
  indexAt(kind: string, path: string): object | undefined {
    const found = this.#alive.map((generation) => generation.named(kind)?.indexAt?.(path));
    const first = found[0];
    if (first === undefined || !found.every((other) => other?.name === first.name)) return undefined;
    const hasRows = INDEX_KINDS.some(({ name, rows }) => name === kind && rows !== undefined);
    return hasRows || this.#isOneValue(path) ? first.index : undefined;
  }

  isIndexed(path: string): boolean {
    return this.indexAt(RANGE.name, path) !== undefined;
  }

  isExplicit(path: string): boolean {
    return this.#isOneValue(path) && this.#alive.every((one) => one.of(RANGE)?.isExplicit(path) === true);
  }

  /** Those in which all items have an entry. */
  get composites(): readonly CompositeParts[] {
    const all = this.currentIndexes.of(COMPOSITE)?.all ?? [];
    return all
      .map(({ parts }) => parts)
      .filter(
        (parts) =>
          parts.every(({ path }) => this.#isOneValue(path)) &&
          this.#alive.every((one) => one.of(COMPOSITE)?.has(parts) === true),
      );
  }

  /** What there will be once all items are indexed by the current policy; undefined: they are. */
  get coming():
    | { isIndexed(path: string): boolean; readonly composites: readonly CompositeParts[] }
    | undefined {
    if (!this.isChanging) return undefined;
    const current = this.currentIndexes;
    return {
      isIndexed: (path) => current.of(RANGE)?.indexAt(path) !== undefined,
      composites: current.of(COMPOSITE)?.all.map(({ parts }) => parts) ?? [],
    };
  }

  /** Whether the entries of a computed property are, for every item, of what `query` computes. */
  holdsComputed(name: string, query: string): boolean {
    return this.#alive.every(({ computed }) => computed.holds(name, query));
  }

  /** False: it is a stored value in the one generation and a computed one in the other, or computed otherwise. */
  #isOneValue(path: string): boolean {
    if (!this.isChanging) return true;
    const name = parsePath(path)?.[0];
    const definitions = this.#alive.map(({ computed }) => computed.definitionOf(name ?? ""));
    return definitions.every((definition) => definition === definitions[0]);
  }
}
