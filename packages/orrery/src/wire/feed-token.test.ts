import { expect, test } from "vitest";
import { parseFeedToken, writeFeedToken } from "./feed-token.ts";

test("a position comes back as it was written, with or without a time", () => {
  expect(writeFeedToken(12, undefined)).toBe('"12"');
  expect(parseFeedToken('"12"')).toEqual({ afterLsn: 12 });
  expect(parseFeedToken(writeFeedToken(12, 34))).toEqual({ afterLsn: 12, sinceSeconds: 34 });
});

test("quotes may be missing, and a star is now", () => {
  expect(parseFeedToken("12")).toEqual({ afterLsn: 12 });
  expect(parseFeedToken("*")).toEqual({ afterLsn: "now" });
});

test.each(["", '"x"', "-1", "1;", "1;x", "1;2;3", "1234567890123456"])("%j is refused", (etag) => {
  expect(() => parseFeedToken(etag)).toThrow("Invalid change feed token");
});
