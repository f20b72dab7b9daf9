/**
 * Gets, gathered: what is asked for in one turn of the event loop, and while an answer is awaited, goes out as one statement.
 * A get then costs a fraction of a round trip when many come at once.
 */
import { byteaArray, spaceArray } from "./binary-array.ts";
import { bytesOf } from "./bytes-of.ts";
import type { Session } from "./connections.ts";
import type { Statements } from "./statements.ts";

/** Statements at a time. */
const LANES = 2;
/** A statement that has so many keys takes no more. An answer is in memory as a whole, and values are of any size. */
const BATCH_KEYS = 256;

interface Wanted {
  readonly space: number;
  /** They are read at one moment, so that they stay together. */
  readonly keys: readonly Uint8Array[];
  readonly resolve: (values: (Buffer | undefined)[]) => void;
  readonly reject: (error: unknown) => void;
}

export class GetBatches {
  readonly #session: Session;
  readonly #statements: Statements;
  #wanted: Wanted[] = [];
  #lanes = 0;

  constructor(session: Session, statements: Statements) {
    this.#session = session;
    this.#statements = statements;
  }

  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    if (keys.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#wanted.push({ space, keys, resolve, reject });
      if (this.#lanes >= LANES) return;
      this.#lanes++;
      queueMicrotask(() => void this.#answerAll());
    });
  }

  async #answerAll(): Promise<void> {
    while (this.#wanted.length > 0) {
      const batch = this.#takeBatch();
      try {
        const keys = batch.flatMap((wanted) => wanted.keys);
        const asked = [this.#spacesOf(batch), byteaArray(keys)];
        const answer = await this.#session.query(this.#statements.getMany, asked);
        const values = answer.map(([text]) => (text === null ? undefined : bytesOf(text!)));
        let from = 0;
        for (const { keys, resolve } of batch) resolve(values.slice(from, (from += keys.length)));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#lanes--;
  }

  #spacesOf(batch: readonly Wanted[]): unknown {
    if (this.#statements.isDistributed) return batch[0]!.space | 0;
    return spaceArray(batch.flatMap(({ space, keys }) => keys.map(() => space)));
  }

  #takeBatch(): Wanted[] {
    const { space } = this.#wanted[0]!;
    const batch: Wanted[] = [];
    const rest: Wanted[] = [];
    let keys = 0;
    for (const wanted of this.#wanted) {
      const isApart = this.#statements.isDistributed && wanted.space !== space;
      if (isApart || keys >= BATCH_KEYS) {
        rest.push(wanted);
        continue;
      }
      batch.push(wanted);
      keys += wanted.keys.length;
    }
    this.#wanted = rest;
    return batch;
  }
}
