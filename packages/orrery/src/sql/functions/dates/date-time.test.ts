import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { civilDate, dayNumber, formatDateTime, fromMilliseconds, parseDateTime } from "./date-time.ts";

const MIN_MS = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000; // 0001-01-01
const MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const anyMs = fc.integer({ min: MIN_MS, max: MAX_MS });

describe("date-times", () => {
  it("are written as the platform writes them, with ticks", () => {
    fc.assert(
      fc.property(anyMs, (ms) => {
        expect(formatDateTime(fromMilliseconds(ms)!)).toBe(new Date(ms).toISOString().replace("Z", "0000Z"));
      }),
    );
  });

  it("come back from their text", () => {
    fc.assert(
      fc.property(anyMs, fc.integer({ min: 0, max: 9999 }), (ms, ticks) => {
        const value = fromMilliseconds(ms)!;
        const finer = { day: value.day, tick: value.tick + ticks };
        expect(parseDateTime(formatDateTime(finer))).toStrictEqual(finer);
      }),
    );
  });

  it("have day numbers that count days, both ways", () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (day) => {
        const date = civilDate(day);
        expect(dayNumber(date.year, date.month, date.day)).toBe(day);
        const platform = new Date(day * 86_400_000);
        expect(date).toStrictEqual({
          year: platform.getUTCFullYear(),
          month: platform.getUTCMonth() + 1,
          day: platform.getUTCDate(),
        });
      }),
    );
  });

  it("end with the years 1 and 9999", () => {
    expect(formatDateTime(fromMilliseconds(MIN_MS)!)).toBe("0001-01-01T00:00:00.0000000Z");
    expect(fromMilliseconds(MIN_MS - 1)).toBeUndefined();
    expect(fromMilliseconds(MAX_MS + 1)).toBeUndefined();
    expect(fromMilliseconds(Number.NaN)).toBeUndefined();
  });

  it("read every fraction of one to seven digits", () => {
    expect(parseDateTime("1970-01-01T00:00:00.1")?.tick).toBe(1_000_000);
    expect(parseDateTime("1970-01-01T00:00:00.0000001Z")?.tick).toBe(1);
    expect(parseDateTime("1970-01-01 23:59:59.9999999")?.tick).toBe(863_999_999_999);
  });
});
