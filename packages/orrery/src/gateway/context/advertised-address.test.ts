import { expect, test } from "vitest";
import { parseAdvertisedAddress } from "./advertised-address.ts";

test.each([
  ["https://127.0.0.1:8081", "https://127.0.0.1:8081", "127.0.0.1"],
  ["https://Db.Example/", "https://db.example:443", "db.example"],
  ["http://db.example", "http://db.example:80", "db.example"],
  ["https://[::1]:9000", "https://[::1]:9000", "[::1]"],
  ["https://localhost:0", "https://localhost:1234", "localhost"],
])("%s", (text, endpoint, hostname) => {
  expect(parseAdvertisedAddress(text, 1234)).toEqual({ endpoint, hostname });
});

test.each([
  "",
  "db.example:8081",
  "ftp://db.example",
  "https://a/b",
  "https://a?b",
  "https://a/#b",
  "https://u:p@a",
])("'%s' is no address", (text) => expect(parseAdvertisedAddress(text, 1)).toBeUndefined());
