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

test("a position that no partition can reach is as good as any other ahead of all", () => {
  const last = { afterLsn: 2 ** 48 - 2 };
  expect(parseFeedToken(String(2 ** 48))).toEqual(last);
  expect(parseFeedToken("9223372036854775807")).toEqual(last);
});

test.each(["", '"x"', "-1", "1;", "1;x", "1;2;3", "12345678901234567890"])("%j is refused", (etag) => {
  expect(() => parseFeedToken(etag)).toThrow("Invalid change feed token");
});
