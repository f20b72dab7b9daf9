/**
 * The few forms of DER (ITU-T X.690) that an X.509 certificate needs. Everything is tag, length, content.
 */

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

/** Below 128 the length itself; from there on the number of its bytes with the top bit set, then the bytes. */
function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

export const der = {
  boolean: (value: boolean) => element(0x01, Buffer.from([value ? 0xff : 0])),

  /** From big-endian bytes, unsigned and as short as DER wants it. */
  integer(bytes: Buffer): Buffer {
    let start = 0;
    while (start < bytes.length - 1 && bytes[start] === 0) start++;
    const isNegative = ((bytes[start] as number) & 0x80) !== 0;
    return element(0x02, isNegative ? Buffer.from([0]) : Buffer.alloc(0), bytes.subarray(start));
  },

  bitString: (bytes: Buffer, unusedBits = 0) => element(0x03, Buffer.from([unusedBits]), bytes),
  octetString: (bytes: Buffer) => element(0x04, bytes),
  utf8String: (text: string) => element(0x0c, Buffer.from(text)),

  /** From dotted decimal: base 128, the first two numbers in one. */
  objectIdentifier(dotted: string): Buffer {
    const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
    const bytes = [first * 40 + second, ...rest].flatMap((number) => {
      const digits = [number & 0x7f];
      for (let high = number >>> 7; high > 0; high >>>= 7) digits.unshift((high & 0x7f) | 0x80);
      return digits;
    });
    return element(0x06, Buffer.from(bytes));
  },

  /** In the form that X.509 wants: two digits for the year until 2049. */
  time(date: Date): Buffer {
    const digits = date.toISOString().replace(/[-:T]|\.\d+/g, "");
    return date.getUTCFullYear() < 2050
      ? element(0x17, Buffer.from(digits.slice(2)))
      : element(0x18, Buffer.from(digits));
  },

  sequence: (...elements: readonly Buffer[]) => element(0x30, ...elements),
  set: (...elements: readonly Buffer[]) => element(0x31, ...elements),

  /** [number] around other elements. */
  tagged: (number: number, ...elements: readonly Buffer[]) => element(0xa0 | number, ...elements),
  /** [number] in place of the tag of simple bytes. */
  taggedBytes: (number: number, bytes: Buffer) => element(0x80 | number, bytes),
} as const;
