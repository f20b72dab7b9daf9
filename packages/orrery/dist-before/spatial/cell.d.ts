/**
 * Cells: a surface has one face or several, and each cell has four children, one for each quarter of it. A cell is known
 * by a number, such that the numbers of everything inside it are one interval around its own. On disk: do not change.
 */
/** Smallest cells; on the earth they are about two metres wide. The numbers take 48 bits then. */
export declare const LEVEL_MAX = 22;
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
export declare const ANYWHERE = 0;
export declare function wholeFace(face: number): Cell;
export declare function childrenOf({ face, level, i, j, path }: Cell): Cell[];
/** The smallest cell at a column and row, both as fractions of the face; those outside count as on its border. */
export declare function smallestCell(face: number, x: number, y: number): Cell;
export declare function cellNumber({ path, level }: Cell): number;
/** Of numbers; both ends belong to it. */
export interface CellRange {
    readonly first: number;
    readonly last: number;
}
/** The cell and all that is inside it. */
export declare function rangeOf(cell: Cell): CellRange;
/**
 * The numbers of the cells around a cell of which shapes may have entries. There are few such levels, because each is one
 * more place to look into.
 */
export declare function numbersAround({ path, level }: Cell): number[];
/** Whether shapes are covered by cells of a level: 0, and then every third. */
export declare function isShapeLevel(level: number): boolean;
/** In order; those that touch are one. Between them there is at most the number of a cell around both. */
export declare function uniteRanges(ranges: readonly CellRange[]): CellRange[];
