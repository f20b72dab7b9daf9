import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseResourcePath, type ResourcePath } from "./resource-path.ts";

const brief = ({ type, segments, isFeed, signedLink }: ResourcePath) =>
  [type, isFeed ? "feed" : "item", segments.map(({ id }) => id).join("|"), signedLink].join(" ; ");

describe("types, ids and the signed link", () => {
  test.each([
    ["/", " ; item ;  ; "],
    ["", " ; item ;  ; "],
    ["/?x=1", " ; item ;  ; "],
    ["/dbs", "dbs ; feed ;  ; "],
    ["//dbs/", "dbs ; feed ;  ; "],
    ["/dbs/a", "dbs ; item ; a ; dbs/a"],
    ["/dbs/a/", "dbs ; item ; a ; dbs/a"],
    ["/dbs/a/colls", "colls ; feed ; a ; dbs/a"],
    ["/dbs/a/colls/b/docs", "docs ; feed ; a|b ; dbs/a/colls/b"],
    ["/dbs/a/colls/b/docs?x=1", "docs ; feed ; a|b ; dbs/a/colls/b"],
    ["/dbs/a/colls/b/docs/c", "docs ; item ; a|b|c ; dbs/a/colls/b/docs/c"],
    ["/dbs/a/colls/b/pkranges", "pkranges ; feed ; a|b ; dbs/a/colls/b"],
    ["/dbs/a/users/u/permissions/p", "permissions ; item ; a|u|p ; dbs/a/users/u/permissions/p"],
    ["/offers/abcd", "offers ; item ; abcd ; offers/abcd"],
    ["/dbs/a/colls/b/operations/partitionkeydelete", "partitionkeydelete ; item ; a|b ; dbs/a/colls/b"],
    ["/dbs/dbs/colls/colls/docs/docs", "docs ; item ; dbs|colls|docs ; dbs/dbs/colls/colls/docs/docs"],
  ])("%s", (target, expected) => expect(brief(parseResourcePath(target))).toBe(expected));
});

describe("ids", () => {
  const idOf = (text: string) => parseResourcePath(`/dbs/a/colls/b/docs/${text}`).segments.at(-1)?.id;

  test.each([
    ["Some?Chars", "Some?Chars"],
    ["?first", "?first"],
    ["a+b@c", "a+b@c"],
    ["%20Test%20", " Test "],
    ["literal%2520", "literal%20"],
    ["With%0ALine%0D%09", "With\nLine\r\t"],
    ["%E9%B1%80", "鱀"],
  ])("%s", (text, id) => expect(idOf(text)).toBe(id));

  test("any id that a client encodes comes back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (id) => {
        expect(idOf(encodeURIComponent(id))).toBe(id);
      }),
    );
  });

  test.each(["%", "%4", "%zz", "%E9%B1"])("the malformed escape %s is a bad request", (text) => {
    expect(() => idOf(text)).toThrow(expect.objectContaining({ code: "badRequest" }));
  });

  test("an empty id is a bad request", () => {
    expect(() => parseResourcePath("/dbs//colls")).toThrow(expect.objectContaining({ code: "badRequest" }));
  });
});

test("addresses have a query string", () => {
  expect(parseResourcePath("//addresses/?$resolveFor=dbs%2fx&$filter=y")).toMatchObject({
    type: "addresses",
    isFeed: true,
    query: "$resolveFor=dbs%2fx&$filter=y",
  });
});

test.each(["/favicon.ico", "/docs", "/constructor"])("%s is not found", (target) => {
  expect(() => parseResourcePath(target)).toThrow(expect.objectContaining({ code: "notFound" }));
});

test.each(["/dbs/a/docs", "/dbs/a/colls/b/docs/c/attachments", "/offers/offers/x"])(
  "%s names a type where none can be",
  (target) => {
    expect(() => parseResourcePath(target)).toThrow(expect.objectContaining({ code: "badRequest" }));
  },
);
