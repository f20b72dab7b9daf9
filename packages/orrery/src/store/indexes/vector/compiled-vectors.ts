/** The vector indexes that a definition asks for. */
import type { CompiledIndexes } from "../compiled-indexes.ts";
import type { VectorIndex } from "./vector-index.ts";

export class CompiledVectors implements CompiledIndexes {
  readonly all: readonly VectorIndex[];

  constructor(all: readonly VectorIndex[]) {
    this.all = all;
  }

  /** Neither its metric nor its dimensions ever change. */
  indexAt(path: string) {
    const index = this.all.find((other) => other.path === path);
    return index && { name: path, index };
  }
}
