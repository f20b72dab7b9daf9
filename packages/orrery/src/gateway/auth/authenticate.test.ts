import { describe, expect, test } from "vitest";
import { RequestHeader } from "../../wire/headers.ts";
import { parseResourcePath } from "../../wire/resource-path.ts";
import { accountKey, expectedStringToSign, sign } from "../../wire/signature.ts";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { AccountKeys, authenticate } from "./authenticate.ts";

const NOW = Date.parse("2026-01-02T03:04:05Z");
const DATE = new Date(NOW).toUTCString();
const text = (fill: number) => Buffer.alloc(64, fill).toString("base64");
const TEXTS = { primary: text(1), secondary: text(2), readOnly: text(3), secondaryReadOnly: text(4) };
const KEYS = new AccountKeys(TEXTS);

function request(method: string, target: string, headers: Record<string, string>): GatewayRequest {
  return testRequest({ method, target, headers });
}

function signed(
  key: string,
  method: string,
  target: string,
  headers: Record<string, string> = {},
  date = DATE,
): GatewayRequest {
  const path = parseResourcePath(target);
  const toSign = expectedStringToSign({ method, path, msDate: date, date: undefined });
  return request(method, target, {
    [RequestHeader.msDate]: date,
    [RequestHeader.authorization]: encodeURIComponent(
      `type=master&ver=1.0&sig=${sign(accountKey(key)!, toSign)}`,
    ),
    ...headers,
  });
}

describe("keys", () => {
  test.each(["primary", "secondary"] as const)("the %s key may do everything", (name) => {
    expect(authenticate(signed(TEXTS[name], "DELETE", "/dbs/a"), KEYS, NOW)).toEqual({ kind: "full" });
  });

  test.each(["readOnly", "secondaryReadOnly"] as const)("the key %s may read and query", (name) => {
    const docs = "/dbs/a/colls/b/docs";
    const query = { [RequestHeader.isQuery]: "true" };
    expect(authenticate(signed(TEXTS[name], "GET", `${docs}/c`), KEYS, NOW)).toEqual({ kind: "readOnly" });
    expect(authenticate(signed(TEXTS[name], "POST", docs, query), KEYS, NOW)).toEqual({ kind: "readOnly" });
  });

  test.each([
    ["POST", "/dbs/a/colls/b/docs"],
    ["DELETE", "/dbs/a"],
    ["GET", "/dbs/a/users/u/permissions/p"],
  ])("a read-only key may not %s %s", (method, target) => {
    expect(() => authenticate(signed(TEXTS.readOnly, method, target), KEYS, NOW)).toThrow(
      expect.objectContaining({ code: "forbidden" }),
    );
  });

  test("an account may have one key", () => {
    const one = new AccountKeys({ primary: TEXTS.primary });
    expect(authenticate(signed(TEXTS.primary, "GET", "/"), one, NOW)).toEqual({ kind: "full" });
    expect(() => authenticate(signed(TEXTS.secondary, "GET", "/"), one, NOW)).toThrow(/can't serve/);
  });

  test("a key that is not base64 is refused", () => {
    expect(() => new AccountKeys({ primary: "my secret" })).toThrow(/base64/);
  });
});

describe("unauthorized requests", () => {
  const refused = (bad: GatewayRequest) => {
    try {
      authenticate(bad, KEYS, NOW);
    } catch (error) {
      expect(error).toMatchObject({ code: "unauthorized" });
      return (error as Error).message;
    }
    throw new Error("was let in");
  };

  test("another key: the message shows what the server signed", () => {
    expect(refused(signed(text(9), "GET", "/dbs/A"))).toContain(
      `'get\ndbs\ndbs/A\n${DATE.toLowerCase()}\n\n'`,
    );
  });

  test("a signature of another path, method or date", () => {
    const { headers } = signed(TEXTS.primary, "GET", "/dbs/a");
    const reuse = headers as Record<string, string>;
    refused(request("GET", "/dbs/b", reuse));
    refused(request("DELETE", "/dbs/a", reuse));
    refused(
      request("GET", "/dbs/a", { ...reuse, [RequestHeader.msDate]: new Date(NOW + 1000).toUTCString() }),
    );
  });

  test("a signature that was right before: of another path, method or date, or too late, or by keys that are gone", () => {
    const feed = "/dbs/a/colls/b/docs";
    const first = signed(TEXTS.primary, "POST", feed);
    for (const _ of [1, 2]) expect(authenticate(first, KEYS, NOW)).toEqual({ kind: "full" });
    const reuse = first.headers as Record<string, string>;
    refused(request("POST", "/dbs/a/colls/c/docs", reuse));
    refused(request("DELETE", feed, reuse));
    refused(request("POST", feed, { ...reuse, [RequestHeader.msDate]: new Date(NOW + 1000).toUTCString() }));
    expect(() => authenticate(first, KEYS, NOW + 901_000)).toThrow(/15 minutes/);
    expect(() => authenticate(first, new AccountKeys({ primary: text(9) }), NOW)).toThrow(/can't serve/);
    const readOnly = signed(TEXTS.readOnly, "POST", feed, { [RequestHeader.isQuery]: "true" });
    expect(authenticate(readOnly, KEYS, NOW)).toEqual({ kind: "readOnly" });
    expect(() =>
      authenticate(
        request("POST", feed, { ...readOnly.headers, [RequestHeader.isQuery]: "false" } as never),
        KEYS,
        NOW,
      ),
    ).toThrow(expect.objectContaining({ code: "forbidden" }));
  });

  test("an old date", () => {
    const old = new Date(NOW - 901_000).toUTCString();
    expect(refused(signed(TEXTS.primary, "GET", "/", {}, old))).toMatch(/15 minutes/);
  });

  test.each([
    ["no header", {}],
    ["no date", { authorization: "type=master&ver=1.0&sig=AAAA" }],
    ["nonsense", { authorization: "Basic abc", [RequestHeader.msDate]: DATE }],
    ["a token of another issuer", { authorization: "type=aad&ver=1.0&sig=jwt" }],
  ])("%s", (_, headers) => {
    expect(refused(request("GET", "/", headers))).not.toBe("");
  });
});

describe("a token in the form of the emulator", () => {
  const seconds = NOW / 1000;
  const ask = (method: string, key: string, claims: object) => {
    const encoded = [JSON.stringify({ alg: "RS256" }), JSON.stringify(claims), key].map((part) =>
      Buffer.from(part).toString("base64url"),
    );
    const authorization = `type=aad&ver=1.0&sig=${encoded.join(".")}`;
    return () => authenticate(request(method, "/dbs/a", { authorization }), KEYS, NOW);
  };

  test("may do what its key may", () => {
    expect(ask("DELETE", TEXTS.primary, { exp: seconds + 1 })()).toEqual({ kind: "full" });
    expect(ask("GET", TEXTS.readOnly, { exp: seconds + 1 })()).toEqual({ kind: "readOnly" });
    expect(ask("DELETE", TEXTS.readOnly, { exp: seconds + 1 })).toThrow(
      expect.objectContaining({ code: "forbidden" }),
    );
  });

  test.each([
    ["another key", text(9), { exp: seconds + 1 }],
    ["no key", "", { exp: seconds + 1 }],
    ["no end", TEXTS.primary, {}],
    ["an end that has passed", TEXTS.primary, { exp: seconds - 3_600 }],
    ["a beginning to come", TEXTS.primary, { exp: seconds + 9_000, nbf: seconds + 3_600 }],
  ])("is refused with %s", (_, key, claims) => {
    expect(ask("GET", key, claims)).toThrow(expect.objectContaining({ code: "unauthorized" }));
  });
});

test("a resource token is passed on, though it has no date", () => {
  const token = "type=resource&ver=1&sig=abc==;def;";
  const withToken = request("GET", "/dbs/a", { authorization: encodeURIComponent(token) });
  expect(authenticate(withToken, KEYS, NOW)).toEqual({ kind: "token", token });
});
