import { expect, test } from "vitest";
import { parsePlainHead } from "./plain-head.ts";

const BYTES_MAX = 1000;

function parse(text: string) {
  return parsePlainHead(Buffer.from(text, "latin1"), BYTES_MAX);
}

test("a head as clients write it", () => {
  const text =
    "POST /dbs/a?x=1 HTTP/1.1\r\nHost: here:1\r\nX-Ms-Date:  now \t\r\nconnection: Keep-Alive\r\nempty:\r\nContent-Length: 12\r\n\r\nbody";
  expect(parse(text)).toEqual({
    method: "POST",
    target: "/dbs/a?x=1",
    headers: {
      host: "here:1",
      "x-ms-date": "now",
      connection: "Keep-Alive",
      empty: "",
      "content-length": "12",
    },
    bodyBytes: 12,
    end: text.length - "body".length,
  });
  expect(parse("GET / HTTP/1.1\r\nHost: a\r\n\r\n")).toMatchObject({ headers: { host: "a" }, bodyBytes: 0 });
});

test.each([
  ["one that is not whole", "GET / HTTP/1.1\r\nHost: a\r\n"],
  ["one without a host", "GET / HTTP/1.1\r\n\r\n"],
  ["another method", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["another version", "GET / HTTP/1.0\r\nHost: a\r\n\r\n"],
  ["a whole URL", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a blank in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a target that is not ASCII", "GET /\xe4 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an empty line before it", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a length that is none", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"],
  ["a length with a sign", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n"],
  ["two lengths", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\ncontent-length: 1\r\n\r\n"],
  ["a header that comes twice", "GET / HTTP/1.1\r\nHost: a\r\nAccept: a\r\naccept: b\r\n\r\n"],
  ["a body in pieces", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"],
  ["an expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n"],
  ["another protocol", "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n"],
  ["a last request", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["a folded header", "GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n"],
  ["a blank before a colon", "GET / HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n"],
  ["a header without a name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"],
  ["a line without a colon", "GET / HTTP/1.1\r\nHost: a\r\nA\r\n\r\n"],
  ["a line that ends in half", "GET / HTTP/1.1\r\nHost: a\r\nA: b\nC: d\r\n\r\n"],
  ["half of a line's end", "GET / HTTP/1.1\r\nHost: a\r\nA: b\rC: d\r\n\r\n"],
  ["a zero", "GET / HTTP/1.1\r\nHost: a\r\nA: b\0\r\n\r\n"],
  ["a value that is not ASCII", "GET / HTTP/1.1\r\nHost: a\r\nA: \xe4\r\n\r\n"],
  ["one that is too large", `GET / HTTP/1.1\r\nHost: a\r\nA: ${"a".repeat(BYTES_MAX)}\r\n\r\n`],
])("%s is left to Node", (_, text) => {
  expect(parse(text)).toBeUndefined();
});
