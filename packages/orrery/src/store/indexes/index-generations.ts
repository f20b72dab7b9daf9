/**
 * The definitions that items of a container are indexed by. There is one, and while a changed policy is being applied
 * there are two: each item's record names the generation that made its entries, so that a write always removes exactly
 * the entries that are there. Queries may use only what every generation indexes.
 */
import assert from "node:assert/strict";
import type { ShapeCells } from "../../spatial/shape-cells.ts";
import { Corruption } from "../../value/corruption.ts";
import { parsePath } from "../../value/path.ts";
import type { StoredItem } from "../records/item-record.ts";
import { type CompileComputed, ComputedValues } from "./computed-values.ts";
import { type IndexedText, type TextIndex, textIndexes, textsOf } from "./full-text/text-index.ts";
import { type IndexDefinition, isSameDefinition, vectorIndexesOf } from "./index-definition.ts";
import { EntryWalk } from "./index-entries.ts";
import { IndexRules } from "./index-rules.ts";
import type { VectorIndex } from "./vector/vector-index.ts";

/** A generation is one byte in the record; two are alive at most. */
const GENERATIONS = 256;
/** Rules are kept for a while after their last item: a transaction may still have begun under them. */
const KEPT_RULES_MAX = 8;

export interface GenerationState extends IndexDefinition {
  readonly generation: number;
}

/** The first of a new container. */
export function firstGeneration(definition: IndexDefinition): GenerationState {
  return { generation: 0, ...definition };
}

/** Whether the entries of a generation are those that `definition` asks for. */
export function isMadeFrom({ generation, ...made }: GenerationState, definition: IndexDefinition): boolean {
  return isSameDefinition(made, definition);
}

export class IndexGenerations {
  #states: readonly GenerationState[] = [];
  readonly #rules = new Map<number, IndexRules>();
  readonly #texts = new Map<number, readonly TextIndex[]>();
  readonly #vectors = new Map<number, readonly VectorIndex[]>();
  readonly #computed = new Map<number, ComputedValues>();
  readonly #compile: CompileComputed;
  #hasTexts = false;
  #hasVectors = false;

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
      const known = this.#rules.get(generation);
      this.#rules.delete(generation);
      this.#rules.set(generation, known ?? new IndexRules(definition.policy, definition.geospatialType));
      this.#texts.set(generation, this.#texts.get(generation) ?? textIndexes(definition.texts ?? []));
      this.#vectors.set(generation, this.#vectors.get(generation) ?? vectorIndexesOf(definition));
      this.#computed.set(
        generation,
        this.#computed.get(generation) ??
          new ComputedValues(definition.computedProperties ?? [], this.#compile),
      );
    }
    for (const generation of this.#rules.keys()) {
      if (this.#rules.size <= KEPT_RULES_MAX) break;
      this.#rules.delete(generation);
      this.#texts.delete(generation);
      this.#vectors.delete(generation);
      this.#computed.delete(generation);
    }
    this.#hasTexts = [...this.#texts.values()].some((indexes) => indexes.length > 0);
    this.#hasVectors = [...this.#vectors.values()].some((indexes) => indexes.length > 0);
  }

  /** All index keys of an item, without a space. */
  entriesOf(item: StoredItem): Buffer[] {
    const keys = this.walkEntries(item, 0)?.finish() ?? [];
    return keys.map(({ bareKey }) => bareKey);
  }

  /** The same in pieces, for a space. Undefined: there are none. */
  walkEntries(item: StoredItem, space: number): EntryWalk | undefined {
    const rules = this.#rulesOf(item);
    if (!rules?.enabled) return undefined;
    const document = this.#computed.get(item.generation)!.indexedDocument(item.document);
    return new EntryWalk(rules, document, item.ref, space);
  }

  /** The texts of an item that have rows in full-text indexes. */
  textsOf(item: StoredItem): readonly IndexedText[] {
    if (!this.#rulesOf(item)?.enabled) return [];
    return textsOf(this.#texts.get(item.generation)!, item.document);
  }

  /** False: no item has any. */
  get hasTexts(): boolean {
    return this.#hasTexts;
  }

  /** Those that hold the texts of every item. */
  get fullTexts(): readonly TextIndex[] {
    const indexes = this.currentRules.enabled ? this.#texts.get(this.current)! : [];
    return indexes.filter(({ digest }) =>
      this.#states.every(({ generation }) =>
        this.#texts.get(generation)!.some((text) => text.digest === digest),
      ),
    );
  }

  /** Undefined: it has no entries. */
  #rulesOf({ indexed, generation }: StoredItem): IndexRules | undefined {
    if (indexed === false) return undefined;
    const rules = this.#rules.get(generation);
    if (rules === undefined)
      throw new Corruption(`An item is indexed by the policy ${generation}, which there is not.`);
    return indexed === undefined && !rules.isAutomatic ? undefined : rules;
  }

  /** The vector indexes that an item has rows in, if it has the vectors. */
  vectorsOf({ generation }: Pick<StoredItem, "generation">): readonly VectorIndex[] {
    return this.#vectors.get(generation) ?? [];
  }

  /** Whether some item may have rows in a vector index. */
  get hasVectors(): boolean {
    return this.#hasVectors;
  }

  /** Those that some item may have rows in. */
  get allVectorIndexes(): readonly VectorIndex[] {
    const all = this.#states.flatMap((state) => this.vectorsOf(state));
    return [...new Map(all.map((index) => [index.path, index])).values()];
  }

  /** Those that every item has rows in which has the vectors. */
  get vectorIndexes(): readonly VectorIndex[] {
    const [oldest] = this.#states;
    const inOldest = new Set(this.#vectors.get(oldest!.generation)!.map(({ path }) => path));
    return this.#vectors.get(this.current)!.filter(({ path }) => inOldest.has(path));
  }

  isIndexed(path: string): boolean {
    return this.#isOneValue(path) && this.#every((rules) => rules.isIndexed(path));
  }

  isExplicit(path: string): boolean {
    return this.#isOneValue(path) && this.#every((rules) => rules.isExplicit(path));
  }

  hasComposite(prefix: Buffer): boolean {
    return this.#every((rules) =>
      rules.composites.some(
        (composite) =>
          composite.prefix.equals(prefix) && composite.parts.every(({ path }) => this.#isOneValue(path)),
      ),
    );
  }

  /** Whether the entries of a computed property are, for every item, of what `query` computes. */
  holdsComputed(name: string, query: string): boolean {
    return this.#states.every(({ generation }) => this.#computed.get(generation)!.holds(name, query));
  }

  /** False: it is a stored value in the one generation and a computed one in the other, or computed otherwise. */
  #isOneValue(path: string): boolean {
    if (!this.isChanging) return true;
    const name = parsePath(path)?.[0];
    const definitions = this.#states.map(({ generation }) =>
      this.#computed.get(generation)!.definitionOf(name ?? ""),
    );
    return definitions.every((definition) => definition === definitions[0]);
  }

  /** How shapes at a path are cut into cells; undefined: queries cannot find them by their cells. */
  cellsAt(path: string): ShapeCells | undefined {
    const cells = this.currentRules.spatialCellsAt(path);
    const isEverywhere =
      this.#isOneValue(path) && this.#every((rules) => rules.spatialCellsAt(path)?.name === cells?.name);
    return isEverywhere ? cells : undefined;
  }

  get currentRules(): IndexRules {
    return this.#rules.get(this.current)!;
  }

  #every(test: (rules: IndexRules) => boolean): boolean {
    return this.#states.every(({ generation }) => test(this.#rules.get(generation)!));
  }
}
