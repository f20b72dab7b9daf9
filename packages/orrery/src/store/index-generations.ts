/**
 * The indexing policies that items of a container are indexed by. There is one, and while a changed policy is
 * being applied there are two: each item's record names the generation that made its entries, so that a write
 * always removes exactly the entries that are there. Queries may use only what every generation indexes.
 */
import assert from "node:assert/strict";
import { Corruption } from "../value/corruption.ts";
import { indexEntries } from "./index-entries.ts";
import { type IndexingPolicy, IndexRules } from "./index-rules.ts";
import type { StoredItem } from "./item-record.ts";

/** A generation is one byte in the record; two are alive at most. */
const GENERATIONS = 256;
/** Rules are kept for a while after their last item: a transaction may still have begun under them. */
const KEPT_RULES_MAX = 8;

export interface GenerationState {
  readonly generation: number;
  readonly policy: IndexingPolicy;
}

export class IndexGenerations {
  #states: readonly GenerationState[] = [];
  readonly #rules = new Map<number, IndexRules>();

  /** Oldest first; the last is current. */
  constructor(states: readonly GenerationState[]) {
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

  /** The states after a change to `policy`. Requires that no other change is under way. */
  next(policy: IndexingPolicy): GenerationState[] {
    assert(!this.isChanging);
    return [...this.#states, { generation: (this.current + 1) % GENERATIONS, policy }];
  }

  adopt(states: readonly GenerationState[]): void {
    assert(states.length > 0);
    this.#states = states;
    for (const { generation, policy } of states) {
      const known = this.#rules.get(generation);
      this.#rules.delete(generation);
      this.#rules.set(generation, known ?? new IndexRules(policy));
    }
    for (const generation of this.#rules.keys()) {
      if (this.#rules.size <= KEPT_RULES_MAX) break;
      this.#rules.delete(generation);
    }
  }

  entriesOf(item: StoredItem): Buffer[] {
    if (item.indexed === false) return [];
    const rules = this.#rules.get(item.generation);
    if (rules === undefined)
      throw new Corruption(`An item is indexed by the policy ${item.generation}, which there is not.`);
    if (item.indexed === undefined && !rules.isAutomatic) return [];
    return indexEntries(rules, item.document, item.ref);
  }

  isIndexed(path: string): boolean {
    return this.#every((rules) => rules.isIndexed(path));
  }

  isExplicit(path: string): boolean {
    return this.#every((rules) => rules.isExplicit(path));
  }

  hasComposite(prefix: Buffer): boolean {
    return this.#every((rules) => rules.composites.some((composite) => composite.prefix.equals(prefix)));
  }

  get currentRules(): IndexRules {
    return this.#rules.get(this.current)!;
  }

  #every(test: (rules: IndexRules) => boolean): boolean {
    return this.#states.every(({ generation }) => test(this.#rules.get(generation)!));
  }
}
