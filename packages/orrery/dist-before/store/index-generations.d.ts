import type { ShapeCells } from "../spatial/shape-cells.js";
import { type CompileComputed } from "./computed-values.js";
import { type IndexDefinition } from "./index-definition.js";
import { IndexRules } from "./index-rules.js";
import type { StoredItem } from "./item-record.js";
import { type IndexedText, type TextIndex } from "./texts/text-index.js";
import type { VectorIndex } from "./vectors/vector-index.js";
export interface GenerationState extends IndexDefinition {
    readonly generation: number;
    /** The version of the rules that make its entries; absent: 1. */
    readonly rules?: number;
}
/** The first of a new container. */
export declare function firstGeneration(definition: IndexDefinition): GenerationState;
/** Whether the entries of a generation are those that `definition` asks for by the rules of this version. */
export declare function isUpToDate({ generation, rules, ...made }: GenerationState, definition: IndexDefinition): boolean;
export declare class IndexGenerations {
    #private;
    /** Oldest first; the last is current. */
    constructor(states: readonly GenerationState[], compile: CompileComputed);
    get states(): readonly GenerationState[];
    get current(): number;
    /** True while items of an older policy may exist. */
    get isChanging(): boolean;
    /** The states after a change to `definition`. Requires that no other change is under way. */
    next(definition: IndexDefinition): GenerationState[];
    adopt(states: readonly GenerationState[]): void;
    entriesOf(item: StoredItem): Buffer[];
    /** The same in pieces: adds them to `keys`. */
    addEntriesOf(item: StoredItem, keys: Buffer[]): Generator<void, void>;
    /** The texts of an item that have rows in full-text indexes. */
    textsOf(item: StoredItem): readonly IndexedText[];
    /** False: no item has any. */
    get hasTexts(): boolean;
    /** Those that hold the texts of every item. */
    get fullTexts(): readonly TextIndex[];
    /** The vector indexes that an item has rows in, if it has the vectors. */
    vectorsOf({ generation }: Pick<StoredItem, "generation">): readonly VectorIndex[];
    /** Whether some item may have rows in a vector index. */
    get hasVectors(): boolean;
    /** Those that some item may have rows in. */
    get allVectorIndexes(): readonly VectorIndex[];
    /** Those that every item has rows in which has the vectors. */
    get vectorIndexes(): readonly VectorIndex[];
    isIndexed(path: string): boolean;
    isExplicit(path: string): boolean;
    hasComposite(prefix: Buffer): boolean;
    /** Whether the entries of a computed property are, for every item, of what `query` computes. */
    holdsComputed(name: string, query: string): boolean;
    /** How shapes at a path are cut into cells; undefined: queries cannot find them by their cells. */
    cellsAt(path: string): ShapeCells | undefined;
    get currentRules(): IndexRules;
}
