/**
 * What is read of a plain head means the same to Node's parser, and its body ends where Node's does: else a request could be
 * slipped past whoever looks at it. Heads are made of what may be taken differently, and one is changed at any place.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PlainHead, parsePlainHead } from "./plain-head.ts";

const server = createServer();
const seen: { readonly request: IncomingMessage; readonly body: string }[] = [];

beforeAll(async () => {
  server.on("request", (request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      seen.push({ request, body });
      response.end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

/** The requests that Node finds in these bytes, up to the first that it refuses. */
async function foundByNode(bytes: Buffer): Promise<readonly { request: IncomingMessage; body: string }[]> {
  seen.length = 0;
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {}).resume();
  socket.end(bytes);
  await once(socket, "close");
  return [...seen];
}

/** Mostly one of the first, which are plain. */
function mostly(plain: readonly string[], others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...plain), weight: 8 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );
}

const name = mostly(
  ["Accept", "X-a", "__proto__", "A_b", "Content-Length", "TE", "Cookie", "x!#$%&'*+-.^_`|~9", "Keep-Alive"],
  ["Host", "Connection", "Transfer-Encoding", "Expect", "Upgrade", "Trailer", "content-length"],
);
const value = mostly(
  ["5", "0", "05", "5 ", "keep-alive", "", "\t", "a:b", "a\tb", '{}[]()<>@,;\\"/?=', "~ ~"],
  ["+5", "0x5", "5, 5", "chunked", "close", "100-continue", "keep-alive, TE"],
);
const line = fc.tuple(name, mostly([":", ": ", ":\t "], [" :", ""]), value).map((parts) => parts.join(""));
const request = fc
  .record({
    method: mostly(["GET", "POST", "PUT", "PATCH", "DELETE"], ["HEAD", "get", "CONNECT"]),
    target: mostly(["/", "/dbs/a?x=%20", "/#f", '/"<>\\^`{|}', "//a"], ["*", "http://a/", "/a b", "/\x7f"]),
    version: mostly(["1.1"], ["1.0", "2.0", "1.1 "]),
    lines: fc.array(line, { maxLength: 4 }),
    ends: mostly(["\r\n"], ["\n", "\r"]),
    body: fc.constantFrom("", "12345", "12345GET /next HTTP/1.1\r\nHost: b\r\n\r\n"),
  })
  .map(({ method, target, version, lines, ends, body }) =>
    [`${method} ${target} HTTP/${version}`, "Host: a", ...lines, "", body].join(ends),
  );
const changed = fc
  .tuple(
    request,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("", "\0", " ", "\r", "\n", ":", "\t", "\xa0"),
  )
  .map(([text, where, put]) => {
    const at = Math.floor(where * text.length);
    return text.slice(0, at) + put + text.slice(at + 1);
  });

function asNodeHasIt({ method, target, headers }: PlainHead): object {
  return { method, target, headers: { ...headers } };
}

test("a plain head is what Node takes it for", async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(request, changed), async (text) => {
      const bytes = Buffer.from(text, "latin1");
      const head = parsePlainHead(bytes, 16 * 1024);
      if (head === undefined || head.end + head.bodyBytes > bytes.length) return;
      plain++;
      const [first, second] = await foundByNode(bytes);
      expect(first).toBeDefined();
      const { request: found, body } = first!;
      expect({ method: found.method, target: found.url, headers: { ...found.headers } }).toEqual(
        asNodeHasIt(head),
      );
      expect(body).toBe(text.slice(head.end, head.end + head.bodyBytes));
      // What comes behind is read from the same place on.
      const next = parsePlainHead(bytes.subarray(head.end + head.bodyBytes), 16 * 1024);
      if (next?.bodyBytes === 0) expect(second?.request.url).toBe(next.target);
    }),
    { numRuns: 1_500 },
  );
  expect(plain).toBeGreaterThan(100);
});
