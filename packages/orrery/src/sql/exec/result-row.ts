/** One row of an answer. An item that is answered as it is stored is its own row: nobody parses or prints it. */
import type { Json } from "../../value/json.ts";

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

  constructor(value: Json) {
    this.#value = value;
    this.#bytes = Buffer.from(JSON.stringify(value));
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
