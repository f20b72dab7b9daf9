/**
 * What attempts to parse a long text have read so far. The parser is a recursive one, and cannot stop in the middle: it gives
 * up instead when a slice is over, and the next attempt passes over the elements of chains and lists that are known. Each
 * attempt reads at least a slice more than the one before it.
 */
import type { Expression } from "./ast.ts";

/** Characters that an attempt reads once it has come to something new: some milliseconds, even before code is compiled. */
const SLICE_CHARACTERS = 16 * 1024;

interface ReadElement {
  readonly expression: Expression;
  /** Where the next token begins. */
  readonly end: number;
  readonly height: number;
}

/** Thrown through the parser; never leaves it. */
export const SLICE_OVER = new Error("the slice of a parse is over");

export class ParseProgress {
  /** By where they begin. */
  readonly #elements = new Map<number, ReadElement>();
  /** Where this attempt has finished its first new element. */
  #newFrom: number | undefined;

  startAttempt(): void {
    this.#newFrom = undefined;
  }

  /** The element that begins at a place, if it is known. Ends the attempt where another one should go on. */
  elementAt(start: number): ReadElement | undefined {
    const known = this.#elements.get(start);
    if (known !== undefined) return known;
    if (this.#newFrom !== undefined && start - this.#newFrom > SLICE_CHARACTERS) throw SLICE_OVER;
    return undefined;
  }

  add(start: number, element: ReadElement): void {
    this.#elements.set(start, element);
    this.#newFrom ??= element.end;
  }
}
