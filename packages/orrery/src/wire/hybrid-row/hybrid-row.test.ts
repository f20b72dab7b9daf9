import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Failure } from "../../value/failure.ts";
import { BATCH_OPERATION, BATCH_RESULT, readOperationRows, writeResultRows } from "./batch-rows.ts";
import { readRow } from "./read-row.ts";
import { readRecords, writeRecords } from "./record-io.ts";
import { firstSparseToken, type Row, type RowLayout } from "./row-layout.ts";
import { writeRow } from "./write-row.ts";

const refusal = (message: RegExp) =>
  expect.objectContaining({ code: "badRequest", message: expect.stringMatching(message) });
const bytes = (...hex: string[]) => Buffer.from(hex.join("").replaceAll(" ", ""), "hex");
const writeOperations = (rows: readonly Row[]) =>
  writeRecords(rows.map((row) => writeRow(BATCH_OPERATION, row)));

const SEGMENT = "81 f0d8ff7f 01 0a000000";

describe("vectors", () => {
  const request = bytes(
    SEGMENT,
    "81 f1d8ff7f 11000000 ed153582",
    "81 7054e17f 43 00000000 02000000 02 4142",
    "81 f1d8ff7f 21000000 a7c795da",
    "81 7054e17f 13 05000000 02000000 03 696432 14 09 0c 746865436f6e646974696f6e",
  );
  const operations = [
    { operationType: 0, resourceType: 2, resourceBody: Buffer.from("AB") },
    { operationType: 5, resourceType: 2, id: "id2", ifMatch: "theCondition" },
  ];
  const bulk = bytes(
    SEGMENT,
    "81 f1d8ff7f 2e000000 33123c99",
    "81 7054e17f 47 14000000 02000000 07 5b22706b31225d",
    "15 7b226964223a2261222c22706b223a22706b31227d 03 0c",
  );

  test("operations", () => {
    expect(readOperationRows(request)).toEqual(operations);
    expect(writeOperations(operations)).toEqual(request);
    expect(readOperationRows(bulk)).toEqual([
      {
        operationType: 20,
        resourceType: 2,
        partitionKey: '["pk1"]',
        resourceBody: Buffer.from('{"id":"a","pk":"pk1"}'),
        minimalReturnPreference: true,
      },
    ]);
  });

  test("results", () => {
    const results = [
      { statusCode: 409, retryAfterMilliseconds: 0, requestCharge: 0 },
      {
        statusCode: 200,
        eTag: "1234",
        resourceBody: Buffer.from("AB"),
        retryAfterMilliseconds: 360,
        requestCharge: 2.5,
      },
    ];
    const answer = bytes(
      SEGMENT,
      "81 f1d8ff7f 1e000000 d38d23d8",
      "81 7154e17f 01 99010000 00000000 0b 05 00000000 10 06 0000000000000000",
      "81 f1d8ff7f 26000000 a2772d8c",
      "81 7154e17f 0d c8000000 00000000 04 31323334 02 4142 0b 05 68010000 10 06 0000000000000440",
    );
    expect(writeResultRows(results)).toEqual(answer);
    expect(readRecords(answer).map((row) => readRow(BATCH_RESULT, row))).toEqual(results);
  });

  test("segments may be longer, and several", () => {
    const long = bytes("81 f0d8ff7f 03 0f000000 05", "14 02 03 616263".slice(0, 14));
    long.writeInt32LE(long.length, 6);
    const record = request.subarray(10, 40);
    expect(readRecords(Buffer.concat([long, record, bytes(SEGMENT), record]))).toHaveLength(2);
    expect(readRecords(bytes(SEGMENT))).toEqual([]);
  });

  test("every way of cutting is refused, or leaves whole records", () => {
    for (let cut = 1; cut < request.length; cut++) {
      const part = request.subarray(0, cut);
      if (cut === 10 || cut === 40) expect(readOperationRows(part)).toHaveLength(cut === 10 ? 0 : 1);
      else expect(() => readOperationRows(part)).toThrow(refusal(/announces \d+ more bytes/));
    }
  });
});

describe("malformed bodies say what is wrong", () => {
  test.each([
    ["a record before any segment", bytes("81 f1d8ff7f 00000000 00000000"), /neither a segment nor a record/],
    ["another schema", bytes("81 05000000 00"), /neither a segment/],
    ["another version", bytes(SEGMENT, "82"), /0x82, where a row begins with 0x81/],
    ["a segment of no length", bytes("81 f0d8ff7f 01 00000000"), /length of 0/],
    ["a segment of a negative length", bytes("81 f0d8ff7f 01 ffffffff"), /length of -1/],
    ["a segment that is too long", bytes("81 f0d8ff7f 01 ffffff7f"), /announces 2147483647 more bytes/],
    ["a record that is too long", bytes(SEGMENT, "81 f1d8ff7f ffffff7f 00000000"), /announces 2147483647/],
    ["a record of a negative length", bytes(SEGMENT, "81 f1d8ff7f ffffffff 00000000"), /length of -1/],
    ["a wrong checksum", bytes(SEGMENT, "81 f1d8ff7f 05000000 00000000 8170 54e17f"), /checksum/],
  ])("%s", (_, body, message) => {
    expect(() => readOperationRows(body)).toThrow(refusal(message));
  });

  test.each([
    ["another version", "80 7054e17f", /does not begin with 0x81/],
    ["another schema", "81 7154e17f 00", /schema 2145473649, not 2145473648/],
    ["no fixed columns", "81 7054e17f 00 00000000", /announces 4 more bytes/],
    ["a text that is too long", "81 7054e17f 04 00000000 00000000 ff 41", /announces|does not end/],
    ["a length without end", "81 7054e17f 04 00000000 00000000 ffffffffffff", /does not end/],
    ["a text that is not UTF-8", "81 7054e17f 04 00000000 00000000 01 ff", /not UTF-8/],
    ["an unknown field", "81 7054e17f 00 00000000 00000000 07 0d 00000000", /none of schema/],
    ["a fixed column as a field", "81 7054e17f 00 00000000 00000000 07 01 00000000", /none of schema/],
    [
      "a type of another kind",
      "81 7054e17f 00 00000000 00000000 07 09 00000000",
      /'ifMatch' of a row must be utf8/,
    ],
    ["an unknown type", "81 7054e17f 00 00000000 00000000 63 09", /type code 99/],
  ])("a row of %s", (_, hex, message) => {
    expect(() => readRow(BATCH_OPERATION, bytes(hex))).toThrow(refusal(message));
  });

  test("a field may be null", () => {
    expect(readRow(BATCH_OPERATION, bytes("81 7054e17f 00 00000000 00000000 01 09"))).toEqual({});
  });
});

describe("properties", () => {
  const arbitraryRow = (layout: RowLayout): fc.Arbitrary<Row> => {
    const values = {
      int32: fc.integer(),
      uint32: fc.nat(),
      float64: fc.double({ noNaN: true }),
      bool: fc.boolean(),
      utf8: fc.string({ unit: "grapheme", maxLength: 300 }),
      binary: fc.uint8Array({ maxLength: 300 }).map((part) => Buffer.from(part)),
    };
    const all = [...layout.fixed, ...layout.variable, ...layout.sparse];
    const entries = Object.fromEntries(
      all.map(({ name, type }) => [name, values[type] as fc.Arbitrary<unknown>]),
    );
    return fc.record(entries, { requiredKeys: [] }) as fc.Arbitrary<Row>;
  };

  test.each([BATCH_OPERATION, BATCH_RESULT])(
    "rows of schema $schema are read as they were written",
    (layout) => {
      expect(firstSparseToken(layout)).toBe(1 + layout.fixed.length + layout.variable.length);
      fc.assert(
        fc.property(fc.array(arbitraryRow(layout), { maxLength: 5 }), (rows) => {
          const body = writeRecords(rows.map((row) => writeRow(layout, row)));
          expect(readRecords(body).map((row) => readRow(layout, row))).toEqual(rows);
        }),
      );
    },
  );

  test("whatever is sent is read or refused", () => {
    const changed = fc.record({
      rows: fc.array(arbitraryRow(BATCH_OPERATION), { minLength: 1, maxLength: 3 }),
      changes: fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { maxLength: 3 }),
      cut: fc.nat(),
    });
    const survives = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    };
    fc.assert(
      fc.property(changed, ({ rows, changes, cut }) => {
        const [body, row] = [writeOperations(rows), writeRow(BATCH_OPERATION, rows[0]!)];
        for (const target of [body, row])
          for (const { at, byte } of changes) target[at % target.length] = byte;
        survives(() => readOperationRows(body.subarray(0, cut % (body.length + 1))));
        // The checksum shields rows from changes, so that they are also read without it.
        survives(() => readRow(BATCH_OPERATION, row.subarray(0, cut % (row.length + 1))));
      }),
      { numRuns: 1000 },
    );
  });
});
