/** The index of the shapes at one path, as the store writes it and as queries read it. */
import type { FunctionalIndex } from "../value/rows/index-identity.ts";
import type { ShapeCells } from "./shape-cells.ts";

export interface SpatialIndex extends FunctionalIndex {
  /** The values of its entries are the numbers of these cells. */
  readonly cells: ShapeCells;
}

export function spatialIndex(path: string, cells: ShapeCells): SpatialIndex {
  return {
    kind: "functional",
    type: "spatial",
    path,
    name: `${path} ${cells.name}`,
    policyEnding: "/*",
    valuesOf: (value) => cells.numbersOf(value),
    cells,
  };
}
