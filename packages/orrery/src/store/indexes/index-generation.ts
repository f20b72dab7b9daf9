/** One definition of a container's indexes, compiled: the indexes of every kind. */
import type { StoredItem } from "../records/item-record.ts";
import type { CompiledIndexes } from "./compiled-indexes.ts";
import { type CompileComputed, ComputedValues } from "./computed-values.ts";
import type { IndexDefinition, IndexKind } from "./index-kind.ts";
import { INDEX_KINDS } from "./index-kinds.ts";
import { type EntryIndexes, ItemEntries } from "./item-entries.ts";

export class IndexGeneration {
  readonly computed: ComputedValues;
  readonly #isAutomatic: boolean;
  readonly #compiled = new Map<string, CompiledIndexes>();
  readonly #entryIndexes: readonly EntryIndexes[];

  constructor(definition: IndexDefinition, compile: CompileComputed) {
    const { policy, computedProperties = [] } = definition;
    this.computed = new ComputedValues(computedProperties, compile);
    this.#isAutomatic = policy.automatic !== false;
    const isEnabled = policy.indexingMode?.toLowerCase() !== "none";
    for (const kind of isEnabled ? INDEX_KINDS : []) {
      const compiled = kind.compile(definition);
      if (compiled !== undefined) this.#compiled.set(kind.name, compiled);
    }
    this.#entryIndexes = [...this.#compiled.values()].filter(makesEntries);
  }

  /** The indexes of a kind; undefined: it has none. */
  of<Compiled extends CompiledIndexes>(kind: IndexKind<Compiled>): Compiled | undefined {
    return this.#compiled.get(kind.name) as Compiled | undefined;
  }

  /** By the name of their kind. */
  named(kind: string): CompiledIndexes | undefined {
    return this.#compiled.get(kind);
  }

  /** Whether an item is indexed: a request may have said so, or else the policy. */
  holds({ indexed }: StoredItem): boolean {
    return indexed ?? this.#isAutomatic;
  }

  /** Undefined: it has no entries. */
  entriesOf(item: StoredItem, space: number): ItemEntries | undefined {
    if (this.#entryIndexes.length === 0) return undefined;
    return new ItemEntries(this.#entryIndexes, this.computed.indexedDocument(item.document), item.ref, space);
  }
}

function makesEntries(indexes: CompiledIndexes): indexes is EntryIndexes {
  return indexes.addEntries !== undefined;
}
