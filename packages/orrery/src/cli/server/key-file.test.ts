import { describe, expect, test } from "vitest";
import { parseKeyFile } from "./key-file.ts";

const parse = (text: string) => parseKeyFile(text, "keys.txt");

describe("a key file", () => {
  test("may be the primary key alone", () => {
    expect(parse("a2V5\n")).toEqual({ primary: "a2V5" });
  });

  test("names its keys as the flags do", () => {
    const text =
      "# made in May\r\nkey=a2V5\nsecondary-key = bw==\n\nreadonly-key=cg==\nsecondary-readonly-key=cw==";
    expect(parse(text)).toEqual({
      primary: "a2V5",
      secondary: "bw==",
      readOnly: "cg==",
      secondaryReadOnly: "cw==",
    });
  });

  test.each([
    ["", "keys.txt has no line key=KEY."],
    ["readonly-key=cg==", "keys.txt has no line key=KEY."],
    ["key=a2V5\nkey=bw==", "keys.txt has the line key= twice."],
    ["primary=a2V5", /must have lines such as key=KEY/],
    ["constructor=a2V5", /must have lines such as key=KEY/],
    ["key=not base64!", /must have lines such as key=KEY/],
  ])("is refused if it is %j", (text, message) => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).not.toThrow(/base64!/);
  });
});
