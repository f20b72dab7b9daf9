/** One row of an answer. An item that is answered as it is stored is its own row: nobody parses or prints it. */
import { type Exact, inexact, type Json, printJsonText } from "@orrerydb/exact-json";

export interface ResultRow {
  value(): Json;
  /** JSON text in UTF-8. */
  bytes(): Buffer;
  /** Length of `bytes()`. */
  readonly size: number;
}

export class ValueRow implements ResultRow {
  readonly #value: Json;
  readonly #bytes: Buffer;

  constructor(value: Exact<Json>) {
    this.#value = inexact(value);
    this.#bytes = Buffer.from(printJsonText(value));
  }

  value(): Json {
    return this.#value;
  }

  bytes(): Buffer {
    return this.#bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }
}
