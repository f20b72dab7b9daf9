/** Reads the numbers and texts of LevelDB's files one after another. What does not fit is `Unreadable`. */

/** Bytes that are not what LevelDB writes. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

export class ByteCursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Unreadable("it ends too early");
    return byte;
  }

  /** Seven bits to a byte, the lowest first. */
  varint(): number {
    let number = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      number += (byte & 127) * scale;
      if (byte < 128) return number;
    }
    throw new Unreadable("a number in it is too large");
  }

  bytes(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new Unreadable("it ends too early");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Bytes after their number. */
  text(): Buffer {
    return this.bytes(this.varint());
  }
}
