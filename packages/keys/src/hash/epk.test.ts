import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epkBytes, epkOfBytes, parseEpk, writeEpk } from "./epk.ts";

const bytes = fc.uint8Array({ maxLength: 40 });

describe("an EPK", () => {
  it("becomes bytes and is made of them", () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(epkBytes(epkOfBytes(a))).toEqual(a);
        const both = new Uint8Array(a.length + b.length);
        expect(writeEpk(epkOfBytes(b), both, writeEpk(epkOfBytes(a), both, 0))).toBe(both.length);
        expect(epkOfBytes(both)).toBe(epkOfBytes(a) + epkOfBytes(b));
        expect(epkOfBytes(both, a.length)).toBe(epkOfBytes(b));
        expect(epkOfBytes(both, 0, a.length)).toBe(epkOfBytes(a));
      }),
    );
  });

  it("has the order of its bytes", () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(epkOfBytes(a) < epkOfBytes(b)).toBe(Buffer.compare(a, b) < 0);
      }),
    );
  });
});

describe("parseEpk", () => {
  it("makes digits upper-case", () => {
    expect(parseEpk("05c1Df")).toBe("05C1DF");
    expect(parseEpk("")).toBe("");
  });

  it.each(["0", "0G", "F F"])("refuses %s", (text) => {
    expect(() => parseEpk(text)).toThrow(expect.objectContaining({ code: "InvalidHex" }));
  });
});
