import { expect, test } from "vitest";
import { addressBytes } from "./address-bytes.ts";

test.each([
  ["10.1.2.3", "0a010203"],
  ["::1", "00000000000000000000000000000001"],
  ["[fd00::7:8]", "fd000000000000000000000000070008"],
  ["1:2:3:4:5:6:7:8", "00010002000300040005000600070008"],
  ["::ffff:10.1.2.3", "00000000000000000000ffff0a010203"],
])("%s", (host, hex) => {
  expect(addressBytes(host)?.toString("hex")).toBe(hex);
});

test.each(["localhost", "db.example", "1.2.3", "[db]"])("%s is a name", (host) => {
  expect(addressBytes(host)).toBeUndefined();
});
