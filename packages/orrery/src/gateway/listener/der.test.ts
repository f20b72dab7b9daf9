import { expect, test } from "vitest";
import { der } from "./der.ts";

const hex = (bytes: Buffer) => bytes.toString("hex");

test.each([
  ["00", "020100"],
  ["7f", "02017f"],
  ["80", "02020080"],
  ["0000ff", "020200ff"],
  ["0100", "02020100"],
])("integer %s", (bytes, expected) => {
  expect(hex(der.integer(Buffer.from(bytes, "hex")))).toBe(expected);
});

test.each([
  ["2.5.4.3", "0603550403"],
  ["1.2.840.10045.4.3.2", "06082a8648ce3d040302"],
  ["1.3.6.1.5.5.7.3.1", "06082b06010505070301"],
])("object identifier %s", (dotted, expected) => {
  expect(hex(der.objectIdentifier(dotted))).toBe(expected);
});

test.each([
  [0, "0400"],
  [127, "047f"],
  [128, "048180"],
  [255, "0481ff"],
  [256, "04820100"],
  [70_000, "0483011170"],
])("a length of %d", (length, head) => {
  const encoded = hex(der.octetString(Buffer.alloc(length)));
  expect(encoded.slice(0, head.length)).toBe(head);
  expect(encoded.length).toBe(head.length + 2 * length);
});

test("time", () => {
  expect(der.time(new Date("2049-12-31T23:59:59.999Z")).toString("latin1", 2)).toBe("491231235959Z");
  expect(der.time(new Date("2050-01-01T00:00:00Z")).toString("latin1", 2)).toBe("20500101000000Z");
});
