/**
 * A kind of index: all that the store has to know of it, and all that differs from other kinds. Each has a folder, and
 * `index-kinds.ts` lists them.
 *
 * - Policies are parsed and checked by the kind, and compiled once for each generation of a container's indexes.
 * - Most kinds make keys of an item (`addEntries`), which everything else treats alike: they are written, checked,
 *   copied, counted and scanned by the value in them.
 * - Kinds whose rows are more than such keys also have `rows`, which write and check them.
 *
 * Every row of an index begins with the byte of its kind and a digest of what the index is of (`index-prefix.ts`), and
 * ends in the ref of its item, unless it belongs to the whole partition.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { CompiledIndexes } from "./compiled-indexes.ts";
import type { ComputedDefinition } from "./computed-values.ts";
import type { IndexRows } from "./index-rows.ts";
import type { PolicyInput } from "./policy-input.ts";

export interface IndexKind<Compiled extends CompiledIndexes = CompiledIndexes> {
  /** As queries ask for its indexes, and functional ones name it. */
  readonly name: string;
  /** How its keys begin: 0x40 to 0x4F, for each kind another. On disk: do not change. */
  readonly keyByte: number;
  /** Its rows, in findings of `check`. */
  readonly rowsName: string;
  readonly policy: KindPolicy;
  /** Members that entries depend on beside the policy, kept with the generation. On disk: do not rename them. */
  definitionOf?(policy: IndexingPolicy, body: JsonObject): JsonObject;
  /** Paths that the policy names: computed properties among them have entries. */
  namedPaths?(policy: IndexingPolicy): readonly string[];
  /** Undefined: the definition asks for none. */
  compile(definition: IndexDefinition): Compiled | undefined;
  /** Absent: its rows are the keys of `addEntries`. */
  readonly rows?: IndexRows<Compiled>;
}

/** How the policies of a container are read that a kind knows. What is refused is a `badRequest`. */
export interface KindPolicy {
  /** Its members of an indexing policy, checked, and complete as they are answered. */
  complete(given: PolicyInput): JsonObject;
  /** Other policies of the container, by name: each as it is answered. */
  readonly others?: Readonly<Record<string, (value: Json) => Json>>;
  /** Whether the policies of a container agree, once they are complete. */
  check?(body: JsonObject): void;
  /** What of them may not change while the container is there. */
  checkReplacement?(before: JsonObject, after: JsonObject): void;
}

/** What the index entries of a container are made from. A change of any of it makes a new generation of the index. */
export interface IndexDefinition {
  readonly policy: IndexingPolicy;
  /** Those that the policy names. */
  readonly computedProperties?: readonly ComputedDefinition[];
}

/** As it is answered. Each kind knows its own lists. */
export interface IndexingPolicy {
  readonly indexingMode?: string;
  /** False: only items whose writer asks for it are indexed. */
  readonly automatic?: boolean;
  readonly includedPaths?: readonly { readonly path: string }[];
  readonly excludedPaths?: readonly { readonly path: string }[];
  readonly compositeIndexes?: readonly (readonly { readonly path: string; readonly order?: string }[])[];
  readonly spatialIndexes?: readonly JsonObject[];
  readonly fullTextIndexes?: readonly JsonObject[];
  readonly vectorIndexes?: readonly JsonObject[];
}
