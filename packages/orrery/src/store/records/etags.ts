/** ETags in the service's shape, each given once: a count of writes, a number of this start, the time of the write. */
const ETAG_BYTES = 8;

export class Etags {
  readonly #start: number;
  #count = 0;

  /** `start`: a random number below 2^32, so that no two starts give the same. */
  constructor(start: number) {
    this.#start = start;
  }

  /** The bytes of an item record that no other write of the item has had. */
  next(): Buffer {
    const bytes = Buffer.allocUnsafe(ETAG_BYTES);
    this.#count = (this.#count + 1) >>> 0;
    bytes.writeUInt32BE(this.#count, 0);
    bytes.writeUInt32BE(this.#start, 4);
    return bytes;
  }
}

export function etagText(bytes: Buffer, timestamp: number, offset = 0): string {
  const hex = bytes.toString("hex", offset, offset + ETAG_BYTES);
  const time = timestamp.toString(16).padStart(8, "0");
  return `"${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-0000-${time}0000"`;
}
