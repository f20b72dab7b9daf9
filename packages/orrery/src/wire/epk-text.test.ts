import { WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { parseEpk, parseEpkRange } from "./epk-text.ts";

test("digits of either case are read", () => {
  expect(parseEpk("05c1EF")).toBe("05C1EF");
  expect(parseEpk("")).toBe("");
});

test.each(["5", "no", "0x05", "05 "])("'%s' is refused", (text) => {
  expect(() => parseEpk(text)).toThrow(expect.objectContaining({ code: "badRequest" }));
  expect(() => parseEpkRange("", text)).toThrow(expect.objectContaining({ code: "badRequest" }));
});

test("a header that is not sent leaves its side open", () => {
  expect(parseEpkRange(undefined, undefined)).toEqual(WHOLE_EPK_RANGE);
  expect(parseEpkRange("10", undefined)).toEqual({ min: "10", max: WHOLE_EPK_RANGE.max });
});
