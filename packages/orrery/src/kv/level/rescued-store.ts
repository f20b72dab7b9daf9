/** What is whole of a store whose files are damaged: rows by space, without their seals. Nothing is opened or changed. */

import { SPACE_BYTES, spaceRange } from "../space-key.ts";
import { RescuedRows } from "./files/rescued-rows.ts";
import { bareValue, type SealedKinds } from "./level-seals.ts";

export interface WholeRow {
  readonly space: number;
  readonly key: Buffer;
  readonly value: Buffer;
  /** False: it may have been written again, or deleted, in what is lost. */
  readonly isLast: boolean;
}

export interface RescueObserver {
  /** A row whose seal is not its own. */
  broken(space: number, key: Buffer): void;
}

export class RescuedStore {
  readonly #rows: RescuedRows;
  readonly #isSealedKind: SealedKinds;

  private constructor(rows: RescuedRows, isSealedKind: SealedKinds) {
    this.#rows = rows;
    this.#isSealedKind = isSealedKind;
  }

  static async of(folder: string, isSealedKind: SealedKinds): Promise<RescuedStore> {
    return new RescuedStore(await RescuedRows.of(folder), isSealedKind);
  }

  /** Whether rows are missing that may be later than those that are left. */
  get hasLosses(): boolean {
    return this.#rows.lost.length > 0;
  }

  /** The rows of a space of which the keys begin with one of these bytes. */
  async *rows(
    space: number,
    kinds: { readonly first: number; readonly last: number },
    observer?: RescueObserver,
  ): AsyncGenerator<WholeRow> {
    const range = spaceRange(space, { from: Buffer.of(kinds.first), to: Buffer.of(kinds.last + 1) });
    for await (const { fullKey, value, isLast } of this.#rows.rows(range)) {
      const key = fullKey.subarray(SPACE_BYTES);
      const bare = bareValue(fullKey, value, this.#isSealedKind(space, key[0]));
      if (bare === undefined) observer?.broken(space, key);
      else yield { space, key, value: bare, isLast };
    }
  }

  /** All spaces in which there is something, in order. */
  async spaces(): Promise<number[]> {
    const spaces: number[] = [];
    for (let from: Buffer | undefined = Buffer.alloc(0); from !== undefined; ) {
      let space: number | undefined;
      for await (const { fullKey } of this.#rows.rows({ from })) {
        space = fullKey.readUInt32BE(0);
        break;
      }
      if (space !== undefined) spaces.push(space);
      from = space === undefined ? undefined : spaceRange(space, {}).to;
    }
    return spaces;
  }
}
