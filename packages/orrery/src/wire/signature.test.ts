import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parseResourcePath } from "./resource-path.ts";
import {
  accountKey,
  findSigningKey,
  isDateWithinSkew,
  parseAuthorization,
  type SignedRequest,
  sign,
  stringToSign,
} from "./signature.ts";

const DATE = "Thu, 27 Apr 2017 00:51:12 GMT";
// The example of the service's documentation on access control.
const KEY = accountKey(
  "dsZQi3KtZmCv1ljt3VNWNm7sQUF1y5rJfC6kv5JiwvW0EndXdDku/dkKBp8/ufDToSxLzR4y+O/0H/t4bQtVNw==",
)!;
const OTHER_KEY = accountKey(Buffer.alloc(64, 7).toString("base64"))!;

function request(method: string, target: string): SignedRequest {
  return { method, path: parseResourcePath(target), msDate: DATE, date: undefined };
}

/** Whether a client that signs this type and link is let in. */
function accepts(target: string, type: string, link: string): boolean {
  const signed = request("POST", target);
  const signature = sign(KEY, stringToSign(signed, type, link));
  return findSigningKey(signed, signature, [KEY, OTHER_KEY]) === KEY;
}

test("the documented example has the documented signature", () => {
  const text = stringToSign(request("GET", "/dbs/ToDoList"), "dbs", "dbs/ToDoList");
  expect(text).toBe("get\ndbs\ndbs/ToDoList\nthu, 27 apr 2017 00:51:12 gmt\n\n");
  expect(sign(KEY, text)).toBe("c09PEVJrgp2uQRkr934kFbTqhByc7TVr3OHyqlu+c+c=");
});

test("a signature is Node's HMAC, whatever the lengths of key and text", () => {
  for (const keyBytes of [1, 63, 64, 65, 200]) {
    const key = accountKey(Buffer.alloc(keyBytes, "k").toString("base64"))!;
    for (const text of [
      "",
      "a",
      "日本/ä",
      "x".repeat(1024),
      "ж".repeat(1024),
      "x".repeat(1025),
      "ж".repeat(9999),
    ])
      expect(sign(key, text)).toBe(createHmac("sha256", key).update(text).digest("base64"));
  }
});

test("without x-ms-date the plain date is signed in its place at the end", () => {
  const signed = { ...request("GET", "/dbs"), msDate: undefined, date: DATE };
  expect(stringToSign(signed, "dbs", "")).toBe("get\ndbs\n\n\nthu, 27 apr 2017 00:51:12 gmt\n");
});

describe("what is accepted", () => {
  test.each([
    ["/", "", ""],
    ["/dbs/A/colls/B/docs", "docs", "dbs/A/colls/B"],
    ["/dbs/A/colls/B/docs/With%0ALine?", "docs", "dbs/A/colls/B/docs/With\nLine?"],
    ["/dbs/A/colls/B/docs/With%23Sign", "docs", "dbs/A/colls/B/docs/With#Sign"],
    ["/dbs/A/colls/B/operations/partitionkeydelete", "colls", "dbs/A/colls/B"],
    ["/dbs/A/colls/B/operations/partitionkeydelete", "partitionkey", "dbs/A/colls/B"],
    ["/offers/AbCd", "offers", "offers/abcd"],
    ["/offers/AbCd", "offers", "abcd"],
    ["/dbs/XP0mAA==/colls/XP0mAJ3H-AA=/docs", "docs", "dbs/XP0mAA==/colls/XP0mAJ3H-AA="],
    ["/dbs/XP0mAA==/colls/XP0mAJ3H-AA=/docs", "docs", "dbs/xp0maa==/colls/xp0maj3h-aa="],
    ["/dbs/XP0mAA==/colls/XP0mAJ3H-AA=/docs", "docs", "xp0maj3h-aa="],
  ])("%s as %s %s", (target, type, link) => expect(accepts(target, type, link)).toBe(true));

  test.each([
    ["/dbs/A/colls/B/docs", "docs", "dbs/a/colls/b"],
    ["/dbs/A/colls/B/docs", "colls", "dbs/A/colls/B"],
    ["/dbs/A/colls/B/docs", "docs", "dbs/A/colls/C"],
    ["/dbs/A/colls/B", "colls", "B"],
    ["/dbs/A/colls/B/triggers/With%23Sign", "triggers", "dbs/A/colls/B/triggers/With#Sign"],
  ])("not %s as %s %s", (target, type, link) => expect(accepts(target, type, link)).toBe(false));
});

test("each key is found by its signature, and a stranger's is not", () => {
  const signed = request("GET", "/dbs");
  const text = stringToSign(signed, "dbs", "");
  expect(findSigningKey(signed, sign(OTHER_KEY, text), [KEY, OTHER_KEY])).toBe(OTHER_KEY);
  expect(findSigningKey(signed, sign(OTHER_KEY, text), [KEY])).toBeUndefined();
  for (const signature of ["", "AAAA", "not base64", sign(KEY, text).slice(4)]) {
    expect(findSigningKey(signed, signature, [KEY])).toBeUndefined();
  }
});

describe("the authorization header", () => {
  test.each([
    "type=master&ver=1.0&sig=ab+/cd==",
    "type%3dmaster%26ver%3d1.0%26sig%3dab%2b%2fcd%3d%3d",
    encodeURIComponent("type=master&ver=1.0&sig=ab+/cd=="),
  ])("%s", (header) => {
    expect(parseAuthorization(header)).toMatchObject({ type: "master", signature: "ab+/cd==" });
  });

  test("a resource token is kept whole", () => {
    const token = "type=resource&ver=1&sig=abc==;def;ghi==;";
    expect(parseAuthorization(encodeURIComponent(token))).toMatchObject({ type: "resource", text: token });
  });

  test.each(["", "Bearer abc", "type=master", "type=master&ver=1.0", "type=%"])("%j is none", (header) => {
    expect(parseAuthorization(header)).toBeUndefined();
  });

  test("another type is unknown", () => {
    expect(parseAuthorization("type=sas&ver=1.0&sig=a")?.type).toBe("unknown");
  });
});

test("an account key is base64", () => {
  expect(accountKey("")).toBeUndefined();
  expect(accountKey("not a key!")).toBeUndefined();
});

test("a date may differ by fifteen minutes", () => {
  const now = Date.parse(DATE);
  expect(isDateWithinSkew(DATE, now + 900_000)).toBe(true);
  expect(isDateWithinSkew(DATE, now + 900_001)).toBe(false);
  expect(isDateWithinSkew(DATE, now - 900_001)).toBe(false);
  expect(isDateWithinSkew("yesterday", now)).toBe(false);
});
