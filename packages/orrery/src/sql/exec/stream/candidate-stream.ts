/**
 * Items that may make rows, one after another, from one range or several. What is at hand is read without waiting;
 * only `fill` waits. The stream knows its position after the last candidate taken: that is the continuation token.
 */
import type { ItemRow } from "../../../value/rows/row-source.ts";
import type { Continuation } from "../continuation.ts";

export type StreamPosition = Pick<Continuation, "segments" | "key">;

export interface CandidateStream {
  /** The next candidate, or undefined where none is at hand: then `fill`. */
  head(): ItemRow | undefined;
  /** Whether the head is known to pass the filter. */
  readonly isMatched: boolean;
  /**
   * Fetches the next candidate; false: there is none. `isLooking`: it is not needed on this page. Then a range that takes
   * long to open is not opened, and counts as having one.
   */
  fill(isLooking?: boolean): Promise<boolean>;
  /** Reads the item of a head that is an `UnreadRow`. The head changes, or there is none at hand. */
  read(): Promise<void>;
  /** Done with the head; says whether the filter let a row of it through. */
  take(isMatched: boolean): void;
  /** Which of several ranges, read one after another, the head is in; constant where they are merged. */
  readonly rangeNumber: number;
  /** Whether a full page looks for the next candidate, to say that it was the last. */
  readonly looksAhead: boolean;
  position(): StreamPosition;
  /** Frees what is open beneath; nothing is read afterwards. */
  close(): Promise<void>;
}
