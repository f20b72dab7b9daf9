/**
 * Covers a shape, or all that is near it, with a few cells: every part of it is in one of them, but they hold more. What
 * is asked of a cell is only how far the shape is from its centre, which holds for whatever the shape looks like.
 */
import { type Cell, childrenOf, LEVEL_MAX, wholeFace } from "./cell.ts";
import type { Geometry } from "./geometry.ts";
import type { Grid } from "./grid.ts";
import { containsInside } from "./spatial-relation.ts";
import type { Vertex } from "./surface.ts";

interface CoverOptions {
  /** What is no farther from the shape is covered as well. */
  readonly reach: number;
  /** At least the number of faces. */
  readonly cellsMax: number;
  /** Whether the cover may have cells of a level; of the first and the last it may. */
  readonly hasLevel?: (level: number) => boolean;
}

/** Largest cells are divided first, until there would be too many. */
export function coverShape(shape: Geometry, grid: Grid, options: CoverOptions): readonly Cell[] {
  const { reach, cellsMax, hasLevel = () => true } = options;
  const touched = (cells: readonly Cell[]): readonly TouchedCell[] =>
    cells.flatMap((cell) => {
      const { centre, radius } = grid.circleAround(cell);
      const apart = distanceToBoundary(centre, shape, grid);
      // Where the boundary runs through the cell for sure, it makes no difference on which side its centre is.
      const isInside = apart + reach >= radius && isInAreas(centre, shape);
      const distance = (isInside ? -apart : apart) - reach;
      return distance <= radius ? [{ cell, isWhole: cell.level === LEVEL_MAX || distance <= -radius }] : [];
    });
  const divided = (cell: Cell): readonly TouchedCell[] => {
    let parts: readonly TouchedCell[];
    let cells: readonly Cell[] = [cell];
    do {
      parts = touched(cells.flatMap(childrenOf));
      cells = parts.map((part) => part.cell);
    } while (cells.length > 0 && !hasLevel(cells[0]!.level));
    return parts;
  };
  const cover: Cell[] = [];
  const queue = [...touched(Array.from({ length: grid.faces }, (_, face) => wholeFace(face)))];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const parts = next.isWhole ? [] : divided(next.cell);
    const isDivided = !next.isWhole && cover.length + queue.length + parts.length <= cellsMax;
    if (isDivided) queue.push(...parts);
    else cover.push(next.cell);
  }
  return cover;
}

interface TouchedCell {
  readonly cell: Cell;
  /** Dividing it would leave out nothing. */
  readonly isWhole: boolean;
}

function distanceToBoundary(vertex: Vertex, { point, segments }: Geometry, grid: Grid): number {
  if (point !== undefined) return grid.distance(vertex, point);
  let distance = Number.POSITIVE_INFINITY;
  for (const { a, b } of segments) distance = Math.min(distance, grid.distanceToSegment(vertex, a, b));
  return distance;
}

function isInAreas(vertex: Vertex, { polygons }: Geometry): boolean {
  return polygons.some((polygon) => containsInside(polygon, vertex));
}
