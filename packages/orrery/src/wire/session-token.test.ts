import { expect, test } from "vitest";
import { parseSessionToken, writeSessionToken } from "./session-token.ts";

test.each<[string, [string, number][]]>([
  ["0:0#5#0=5", [["0", 5]]],
  ["0:-1#5", [["0", 5]]],
  ["0:0#5,", [["0", 5]]],
  [
    "0:0#5,12:1#7#1=3#2=-1",
    [
      ["0", 5],
      ["12", 7],
    ],
  ],
  ["0:0#5,0:0#9,0:0#7", [["0", 9]]],
  ["0:0#9223372036854775807", [["0", 2 ** 63]]],
])("%s", (text, lsns) => expect([...parseSessionToken(text)]).toEqual(lsns));

test.each(["", "5", "0:5", ":0#5", "0:0#", "0:a#5", "0:0#5#x", ",0:0#5", "0:0#1e9"])(
  "%j is refused",
  (text) => {
    expect(() => parseSessionToken(text)).toThrow(expect.objectContaining({ code: "badRequest" }));
  },
);

test("what is written can be read", () => {
  expect(writeSessionToken("3", 42)).toBe("3:0#42");
  expect(parseSessionToken(writeSessionToken("3", 42)).get("3")).toBe(42);
});
