/**
 * Random bodies in binary JSON, of every marker: most follow the format, some have a wrong length, count or reference.
 * Written by the format's own tables, apart from the server's reader.
 */
import { integerBelow } from "../harness/seeded-random.ts";

type Random = () => number;

const DEPTH_MAX = 6;
/** Nesting that a reader could follow into the end of its stack. */
const DEEP = 400;
const PREAMBLE = 0x80;

/** Most are items with this partition key. */
export function randomBinaryJson(random: Random, key: string): Buffer {
  if (random() < 0.02) return nested(random);
  const root = random() < 0.95 ? container(random, 0xe8, 0, item(random, key)) : value(random, 0);
  const bytes = Buffer.concat([Buffer.of(PREAMBLE), root]);
  return random() < 0.2 ? withErrors(bytes, random) : bytes;
}

/** Some bytes replaced, removed or repeated. */
export function withErrors(bytes: Buffer, random: Random): Buffer {
  let changed = Buffer.from(bytes);
  for (let count = 1 + integerBelow(random, 3); count > 0; count--) {
    const at = integerBelow(random, changed.length);
    const kind = random();
    if (kind < 0.7 && changed.length > 0) changed[at] = integerBelow(random, 256);
    else if (kind < 0.8) changed = changed.subarray(0, at);
    else changed = Buffer.concat([changed.subarray(0, at), changed.subarray(integerBelow(random, at + 1))]);
  }
  return changed;
}

function nested(random: Random): Buffer {
  const one = random() < 0.5 ? [0xe1] : [0xe9, 0x2c];
  return Buffer.from([PREAMBLE, ...Array.from({ length: DEEP }, () => one).flat(), 0xd0]);
}

function value(random: Random, depth: number): Buffer {
  const kind = random();
  if (depth < DEPTH_MAX && kind < 0.25) return container(random, random() < 0.5 ? 0xe0 : 0xe8, depth);
  if (kind < 0.35) return numbers(random);
  if (kind < 0.7) return string(random);
  return scalar(random);
}

/** Arrays and objects: none, one, with a length, with a length and a count, each in 1, 2 or 4 bytes. */
function container(random: Random, first: number, depth: number, more: readonly Buffer[] = []): Buffer {
  const isObject = first === 0xe8;
  const count = integerBelow(random, 5);
  const members = Array.from({ length: count }, () =>
    isObject ? Buffer.concat([name(random), value(random, depth + 1)]) : value(random, depth + 1),
  );
  members.push(...more);
  if (members.length === 0) return Buffer.of(first);
  if (members.length === 1 && random() < 0.3) return Buffer.concat([Buffer.of(first + 1), members[0]!]);
  const body = Buffer.concat(members);
  const width = integerBelow(random, 3);
  const isCounted = random() < 0.5;
  return Buffer.concat([
    Buffer.of(first + 2 + width + (isCounted ? 3 : 0)),
    length(random, body.length, width),
    ...(isCounted ? [length(random, members.length, width)] : []),
    body,
  ]);
}

/** What a container requires of an item, so that many are written. */
function item(random: Random, key: string): Buffer[] {
  const id = integerBelow(random, 500).toString();
  return [Buffer.concat([Buffer.of(0x2c), short(id)]), Buffer.concat([short("pk"), short(key)])];
}

const NAMES = ["n", "name", "tags", "v", "place", "_rid", "_ts", "__proto__", "pk", "id", ""];

function name(random: Random): Buffer {
  const kind = random();
  if (kind < 0.3) return Buffer.of(0x20 + integerBelow(random, 33));
  return kind < 0.8 ? short(NAMES[integerBelow(random, NAMES.length)]!) : string(random);
}

function short(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x80 + Buffer.byteLength(text)), Buffer.from(text)]);
}

function string(random: Random): Buffer {
  const count = integerBelow(random, 40);
  const packed = (marker: number, bytes: number, ...head: number[]) =>
    Buffer.concat([Buffer.of(marker, count, ...head), random256(random, bytes)]);
  switch (integerBelow(random, 14)) {
    case 0:
      return Buffer.concat([
        Buffer.of(0x71 + 2 * integerBelow(random, 2), count, integerBelow(random, 4)),
        random256(random, 3 * count),
      ]);
    case 1:
      return Buffer.concat([Buffer.of(0x75 + integerBelow(random, 3)), random256(random, 16)]);
    case 2:
      return packed(0x78 + integerBelow(random, 3), Math.ceil(count / 2));
    case 3:
      return packed(0x7b, Math.ceil(count / 2), integerBelow(random, 256));
    case 4:
      return packed(0x7c, Math.ceil((5 * count) / 8), integerBelow(random, 256));
    case 5:
      return packed(0x7d, Math.ceil((6 * count) / 8), integerBelow(random, 256));
    case 6:
      return packed(0x7e, Math.ceil((7 * count) / 8));
    case 7:
      return Buffer.concat([
        Buffer.of(0x7f),
        length(random, count, 1),
        random256(random, Math.ceil((7 * count) / 8)),
      ]);
    case 8:
    case 9: {
      const width = integerBelow(random, 3);
      return Buffer.concat([Buffer.of(0xc0 + width), length(random, count, width), random256(random, count)]);
    }
    case 10: {
      const width = integerBelow(random, 4);
      const target = Buffer.alloc(4);
      target.writeUInt32LE(integerBelow(random, 80), 0);
      return Buffer.concat([Buffer.of(0xc3 + width), target.subarray(0, width + 1)]);
    }
    case 11:
      return Buffer.of(0x40 + integerBelow(random, 0x28), integerBelow(random, 256));
    default:
      return short("text".repeat(integerBelow(random, 8)));
  }
}

/** The bytes behind each of these markers. */
const SCALARS: readonly (readonly [marker: number, bytes: number])[] = [
  [0xc7, 8],
  [0xc8, 1],
  [0xc9, 2],
  [0xca, 4],
  [0xcb, 8],
  [0xcc, 8],
  [0xcd, 4],
  [0xce, 8],
  [0xd0, 0],
  [0xd1, 0],
  [0xd2, 0],
  [0xd3, 16],
  [0xd7, 1],
  [0xd8, 1],
  [0xd9, 2],
  [0xda, 4],
  [0xdb, 8],
  [0xdc, 4],
];

function scalar(random: Random): Buffer {
  if (random() < 0.3) return Buffer.of(integerBelow(random, 0x20));
  if (random() < 0.05) return Buffer.of(integerBelow(random, 256));
  if (random() < 0.1) {
    const count = integerBelow(random, 20);
    const width = integerBelow(random, 3);
    return Buffer.concat([Buffer.of(0xdd + width), length(random, count, width), random256(random, count)]);
  }
  const [marker, bytes] = SCALARS[integerBelow(random, SCALARS.length)]!;
  return Buffer.concat([Buffer.of(marker), random256(random, bytes)]);
}

const NUMBERS: readonly (readonly [marker: number, bytes: number])[] = [
  [0xd7, 1],
  [0xd8, 1],
  [0xd9, 2],
  [0xda, 4],
  [0xdb, 8],
  [0xcd, 4],
  [0xce, 8],
];

/** Arrays of numbers of one type, and arrays of those. */
function numbers(random: Random): Buffer {
  const [marker, bytes] = NUMBERS[integerBelow(random, NUMBERS.length)]!;
  const width = integerBelow(random, 2);
  const [count, outer] = [integerBelow(random, 8), integerBelow(random, 4)];
  if (random() < 0.5)
    return Buffer.concat([
      Buffer.of(0xf0 + width, marker),
      length(random, count, width),
      random256(random, count * bytes),
    ]);
  return Buffer.concat([
    Buffer.of(0xf2 + width, 0xf0 + width, marker),
    length(random, count, width),
    length(random, outer, width),
    random256(random, outer * count * bytes),
  ]);
}

/** In 1, 2 or 4 bytes; now and then a wrong one. */
function length(random: Random, right: number, width: number): Buffer {
  const said = random() < 0.01 ? 2 ** integerBelow(random, 32) : right;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(said >>> 0, 0);
  return bytes.subarray(0, [1, 2, 4][width]);
}

function random256(random: Random, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => integerBelow(random, 256)));
}
