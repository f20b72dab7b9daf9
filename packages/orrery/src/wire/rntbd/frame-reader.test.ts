import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONTEXT_CODE, encodeFrame, type Frame, requestCode } from "./frame.ts";
import { type FrameLimits, FrameReader } from "./frame-reader.ts";
import { type Token, TokenType } from "./tokens.ts";

const ID = "00112233-4455-6677-8899-aabbccddeeff";
const MARK = 0x02;
const LIMITS: FrameLimits = {
  frameBytesMax: 200,
  tokensMax: 4,
  payloadBytesMax: 100,
  discardedBytesMax: 1_000,
};

const mark = (value: number): Token => ({ id: MARK, type: TokenType.byte, value });

function frame(code: number, payload?: Buffer): Buffer {
  return encodeFrame({ code, activityId: ID, tokens: [mark(payload === undefined ? 0 : 1)], payload });
}

/** All frames of a stream that arrives in these pieces. */
function readAll(pieces: readonly Buffer[], limits = LIMITS): { frames: Frame[]; reader: FrameReader } {
  const reader = new FrameReader(limits, MARK);
  const frames: Frame[] = [];
  for (const piece of pieces) {
    reader.push(piece);
    for (let next = reader.next(); next !== undefined; next = reader.next()) frames.push(next);
  }
  return { frames, reader };
}

const short = (frames: readonly Frame[]) => frames.map(({ code, payload }) => [code, payload?.toString()]);

test("a frame by its bytes", () => {
  const bytes = Buffer.from(
    "1c000000" + "03000100" + "33221100554477668899aabbccddeeff" + "02000001" + "02000000" + "7b7d",
    "hex",
  );
  expect(frame(requestCode(3, 1), Buffer.from("{}"))).toEqual(bytes);
  const { frames } = readAll([bytes]);
  expect(frames).toEqual([
    { code: 0x0001_0003, activityId: ID, tokens: new Map([[MARK, 1]]), payload: Buffer.from("{}") },
  ]);
});

test("frames are the same wherever their pieces end", () => {
  const stream = Buffer.concat([
    frame(1),
    frame(2, Buffer.from("two")),
    frame(3, Buffer.alloc(0)),
    frame(4, Buffer.alloc(300, "x")),
    frame(5, Buffer.from("five")),
  ]);
  const whole = short(readAll([stream]).frames);
  expect(whole).toEqual([
    [1, undefined],
    [2, "two"],
    [3, ""],
    [4, "tooLarge"],
    [5, "five"],
  ]);
  for (let cut = 1; cut < stream.length; cut++)
    expect(short(readAll([stream.subarray(0, cut), stream.subarray(cut)]).frames)).toEqual(whole);
  const bytes = Array.from(stream, (byte) => Buffer.of(byte));
  const { frames, reader } = readAll(bytes);
  expect(short(frames)).toEqual(whole);
  expect(reader.isWithinFrame).toBe(false);
});

test("any frames survive any cuts", () => {
  const payload = fc.option(fc.uint8Array({ maxLength: 100 }), { nil: undefined });
  const sent = fc.array(fc.tuple(fc.integer({ min: 1, max: 0xffff_ffff }), payload), { maxLength: 6 });
  fc.assert(
    fc.property(sent, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (list, steps) => {
      const stream = Buffer.concat(list.map(([code, bytes]) => frame(code, bytes && Buffer.from(bytes))));
      const pieces: Buffer[] = [];
      for (let at = 0, i = 0; at < stream.length; i++) {
        const step = steps[i % steps.length]!;
        pieces.push(stream.subarray(at, at + step));
        at += step;
      }
      const { frames } = readAll(pieces);
      expect(frames.map(({ code, payload: got }) => [code, got])).toEqual(
        list.map(([code, bytes]) => [code, bytes && Buffer.from(bytes)]),
      );
    }),
  );
});

test("says whether a frame has begun", () => {
  const bytes = frame(1, Buffer.from("payload"));
  for (let length = 1; length < bytes.length; length++)
    expect(readAll([bytes.subarray(0, length)]).reader.isWithinFrame).toBe(true);
  expect(readAll([]).reader.isWithinFrame).toBe(false);
  const large = frame(1, Buffer.alloc(300));
  expect(readAll([large.subarray(0, large.length - 1)]).reader.isWithinFrame).toBe(true);
});

test("the first frame of a connection has no payload, whatever its tokens are", () => {
  const introduction = encodeFrame({ code: CONTEXT_CODE, activityId: ID, tokens: [mark(1)] });
  expect(short(readAll([Buffer.concat([introduction, frame(1)])]).frames)).toEqual([
    [CONTEXT_CODE, undefined],
    [1, undefined],
  ]);
});

describe("hostile input", () => {
  const lengths = (length: number) => {
    const bytes = frame(1);
    bytes.writeUInt32LE(length, 0);
    return bytes;
  };

  test.each([
    ["no length", lengths(0)],
    ["a length of less than its head", lengths(23)],
    ["a length past the limit", lengths(201)],
    ["a length of four gigabytes", lengths(0xffff_ffff)],
    ["a length that cuts its tokens", lengths(27)],
    ["a payload of four gigabytes", frame(1, Buffer.alloc(0)).fill(0xff, 28)],
  ])("a frame with %s is refused", (_, bytes) => {
    expect(() => readAll([bytes, Buffer.alloc(400)])).toThrow(
      expect.objectContaining({ code: "badRequest" }),
    );
  });

  test("a length is refused before what it promises has come", () => {
    expect(() => readAll([lengths(201).subarray(0, 4)])).toThrow("200 is the most");
  });

  test("any bytes are frames, wait for more, or are refused", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (pieces) => {
        try {
          readAll(pieces.map((piece) => Buffer.from(piece)));
        } catch (error) {
          expect(error).toMatchObject({ code: "badRequest" });
        }
      }),
    );
  });
});
