import { describe, expect, test } from "vitest";
import { crc32c } from "./crc32c.ts";
import { readLog } from "./log-records.ts";

const BLOCK_BYTES = 32 * 1024;

/** A log as LevelDB writes it. */
function logOf(records: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const record of records) {
    let from = 0;
    do {
      if (BLOCK_BYTES - (at % BLOCK_BYTES) < 7) add(Buffer.alloc(BLOCK_BYTES - (at % BLOCK_BYTES)));
      const room = BLOCK_BYTES - (at % BLOCK_BYTES) - 7;
      const to = Math.min(record.length, from + room);
      const type = from === 0 ? (to === record.length ? 1 : 2) : to === record.length ? 4 : 3;
      add(fragment(type, record.subarray(from, to)));
      from = to;
    } while (from < record.length);
  }
  return Buffer.concat(parts);
}

function fragment(type: number, payload: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(6), Buffer.of(type), payload]);
  const crc = crc32c(bytes.subarray(6));
  bytes.writeUInt32LE((((crc >>> 15) | (crc << 17)) + 0xa282_ead8) >>> 0, 0);
  bytes.writeUInt16LE(payload.length, 4);
  return bytes;
}

const SMALL = ["one", "two", "three"].map((text) => Buffer.from(text));
const LARGE = [Buffer.alloc(20_000, 1), Buffer.alloc(70_000, 2), Buffer.from("end")];

test("finds the records again, also those of several blocks", () => {
  for (const records of [SMALL, LARGE, []]) {
    expect(readLog(logOf(records))).toEqual({ records, damage: [], tail: undefined });
  }
});

test("whatever byte is changed, what is lost is told", () => {
  const log = logOf(SMALL);
  for (let at = 0; at < log.length; at++) {
    for (const bits of [1, 0x80, 0xff]) {
      const changed = Buffer.from(log);
      changed[at]! ^= bits;
      const { records, damage, tail } = readLog(changed);
      expect(records.length).toBe(2);
      expect(damage.length + (tail === undefined ? 0 : 1)).toBe(1);
    }
  }
});

describe("where the end is missing", () => {
  test("it is a tail, and nothing before it is damage", () => {
    const log = logOf(LARGE);
    for (const end of [log.length - 1, 60_000, 20_010, 3]) {
      const { records, damage, tail } = readLog(log.subarray(0, end));
      expect(records).toEqual(LARGE.slice(0, records.length));
      expect(damage).toEqual([]);
      expect(tail!.offset + tail!.bytes).toBe(end);
    }
  });

  test("zeroes in its place are a tail too", () => {
    const { records, damage, tail } = readLog(Buffer.concat([logOf(SMALL), Buffer.alloc(5_000)]));
    expect(records).toEqual(SMALL);
    expect(damage).toEqual([]);
    expect(tail?.bytes).toBe(5_000);
  });
});

test("sectors of the last record that are missing are a tail, also where later ones are there", () => {
  const log = logOf(LARGE.slice(0, 2));
  log.fill(0, 24_576, 25_088);
  const { records, damage, tail } = readLog(log);
  expect(records).toEqual([LARGE[0]]);
  expect(damage).toEqual([]);
  expect(tail).toEqual({ offset: 20_007, bytes: log.length - 20_007 });
});

test("a length that reaches past the end is damage, where the bytes are all there", () => {
  const log = logOf(SMALL);
  log[log.length - 5 - 7 + 5] = 1;
  const { records, damage } = readLog(log);
  expect(records).toEqual(SMALL.slice(0, 2));
  expect(damage).toEqual([{ offset: log.length - 12, bytes: 12 }]);
});

test("zeroed pages in the middle are damage, and what follows is found", () => {
  const log = logOf(LARGE);
  log.fill(0, 24_576, 28_672);
  const { records, damage, tail } = readLog(log);
  expect(records).toEqual([LARGE[0], LARGE[2]]);
  expect(damage.length).toBeGreaterThan(0);
  expect(tail).toBeUndefined();
});
