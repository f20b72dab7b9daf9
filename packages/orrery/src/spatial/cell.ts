/**
 * Cells: a surface has one face or several, and each cell has four children, one for each quarter of it. A cell is known
 * by a number, such that the numbers of everything inside it are one interval around its own. On disk: do not change.
 */

/** Smallest cells; on the earth they are about two metres wide. The numbers take 48 bits then. */
export const LEVEL_MAX = 22;

export interface Cell {
  readonly face: number;
  /** 0: the whole face. */
  readonly level: number;
  /** Column and row among the cells of this level. */
  readonly i: number;
  readonly j: number;
  /** The face, then the quarter taken at each level, as digits of base 4. */
  readonly path: number;
}

/** The number of no cell: of what may be anywhere. */
export const ANYWHERE = 0;

export function wholeFace(face: number): Cell {
  return { face, level: 0, i: 0, j: 0, path: face };
}

export function childrenOf({ face, level, i, j, path }: Cell): Cell[] {
  return [0, 1, 2, 3].map((quarter) => ({
    face,
    level: level + 1,
    i: 2 * i + (quarter >> 1),
    j: 2 * j + (quarter & 1),
    path: 4 * path + quarter,
  }));
}

/** The smallest cell at a column and row, both as fractions of the face; those outside count as on its border. */
export function smallestCell(face: number, x: number, y: number): Cell {
  const count = 2 ** LEVEL_MAX;
  const i = Math.min(Math.max(Math.floor(x * count), 0), count - 1);
  const j = Math.min(Math.max(Math.floor(y * count), 0), count - 1);
  let path = face;
  for (let bit = LEVEL_MAX - 1; bit >= 0; bit--) path = 4 * path + 2 * ((i >> bit) & 1) + ((j >> bit) & 1);
  return { face, level: LEVEL_MAX, i, j, path };
}

/** Half of the interval of numbers that a cell of a level takes. */
function spread(level: number): number {
  return 4 ** (LEVEL_MAX - level);
}

export function cellNumber({ path, level }: Cell): number {
  return (2 * path + 1) * spread(level);
}

/** Of numbers; both ends belong to it. */
export interface CellRange {
  readonly first: number;
  readonly last: number;
}

/** The cell and all that is inside it. */
export function rangeOf(cell: Cell): CellRange {
  const number = cellNumber(cell);
  const half = spread(cell.level) - 1;
  return { first: number - half, last: number + half };
}

/**
 * The numbers of the cells around a cell of which shapes may have entries. There are few such levels, because each is one
 * more place to look into.
 */
export function numbersAround({ path, level }: Cell): number[] {
  const numbers: number[] = [];
  for (let above = level - 1; above >= 0; above--) {
    if (!isShapeLevel(above)) continue;
    numbers.push((2 * Math.floor(path / 4 ** (level - above)) + 1) * spread(above));
  }
  return numbers;
}

/** Whether shapes are covered by cells of a level: 0, and then every third. */
export function isShapeLevel(level: number): boolean {
  return level === 0 || level % 3 === LEVEL_MAX % 3;
}

/** In order; those that touch are one. Between them there is at most the number of a cell around both. */
export function uniteRanges(ranges: readonly CellRange[]): CellRange[] {
  const united: CellRange[] = [];
  for (const next of [...ranges].sort((a, b) => a.first - b.first)) {
    const last = united.at(-1);
    if (last === undefined || next.first > last.last + 2) united.push(next);
    else united[united.length - 1] = { first: last.first, last: Math.max(last.last, next.last) };
  }
  return united;
}
