import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { BrowserGuard } from "./browser-guard.ts";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
const JAVA = "azsdk-java-cosmos/4.80.0";

const GUARD = new BrowserGuard({
  host: "10.1.2.3",
  allowedHosts: ["Db.Example", "fd00::7"],
  allowedOrigins: ["https://app.example", "http://localhost:3000"],
});

function isRefused(host: string, headers: Record<string, string>, { method = "GET", guard = GUARD } = {}) {
  try {
    guard.check(testRequest({ method, host, headers }));
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden" });
    return true;
  }
}

describe("what is no browser uses any name", () => {
  test.each([
    ["an SDK", { "user-agent": JAVA }],
    ["a program that says nothing of itself", {}],
    ["Node's fetch", { "user-agent": "node", "sec-fetch-mode": "cors", "accept-language": "*" }],
  ])("%s", (_, headers) => {
    expect(isRefused("db.internal:8081", headers)).toBe(false);
  });
});

describe("a rebound page is refused, whatever its browser tells", () => {
  test.each([
    ["its own name", { "user-agent": CHROME }],
    ["where the page is", { "sec-fetch-site": "same-origin" }],
    ["the origin", { origin: "http://evil.test:8081" }],
    ["a language, since a page may change the name", { "user-agent": JAVA, "accept-language": "*" }],
  ])("%s", (_, headers) => {
    expect(isRefused("evil.test:8081", headers)).toBe(true);
  });
});

describe("names of the server", () => {
  test.each([
    "localhost:8081",
    "LOCALHOST",
    "127.0.0.1:8081",
    "[::1]:8081",
    "10.1.2.3:8081",
    "db.example:8081",
    "[fd00::7]:8081",
  ])("%s", (host) => {
    expect(isRefused(host, { "user-agent": CHROME })).toBe(false);
  });

  test.each(["10.1.2.4:8081", "localhost.evil.test", "evil.test", "0.0.0.0:8081", "not a host", ""])(
    "not '%s'",
    (host) => {
      expect(isRefused(host, { "user-agent": CHROME })).toBe(true);
    },
  );

  test("those of the machine, where it listens on every address", () => {
    const guard = new BrowserGuard({ host: "0.0.0.0" });
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const hosts = addresses.map(({ address, family }) =>
      family === "IPv6" ? `[${address}]:1` : `${address}:1`,
    );
    for (const host of hosts) expect(isRefused(host, { "user-agent": CHROME }, { guard })).toBe(false);
    expect(isRefused("203.0.113.9:1", { "user-agent": CHROME }, { guard })).toBe(true);
  });
});

describe("pages of other origins", () => {
  test.each(["http://evil.test", "http://localhost:3001", "http://localhost", "null", "not an origin"])(
    "%s is refused",
    (origin) => {
      expect(isRefused("localhost:8081", { origin })).toBe(true);
    },
  );

  test.each([
    "http://localhost:8081",
    "https://localhost:8081",
    "https://app.example",
    "http://localhost:3000",
  ])("%s is served", (origin) => {
    expect(isRefused("localhost:8081", { origin }, { method: "POST" })).toBe(false);
  });

  test.each([
    ["an image on another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["a script of another port", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }],
    [
      "a frame on another site",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
    ],
  ])("%s is refused", (_, headers) => {
    expect(isRefused("localhost:8081", headers)).toBe(true);
  });

  test.each([
    [
      "a link on another site",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    ],
    ["an address that was typed", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }],
    ["a page of the server itself", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }],
  ])("%s is served", (_, headers) => {
    expect(isRefused("localhost:8081", headers)).toBe(false);
  });

  test("all of them, if that is wanted", () => {
    const guard = new BrowserGuard({ host: "127.0.0.1", allowedOrigins: ["*"] });
    expect(isRefused("localhost:8081", { origin: "http://evil.test" }, { guard })).toBe(false);
    expect(isRefused("evil.test", { "user-agent": CHROME }, { guard })).toBe(true);
  });
});

test("the advertised address is allowed, also to pages that a proxy serves under another host", () => {
  const guard = new BrowserGuard({ host: "127.0.0.1", advertised: "https://db.example:9000" });
  const page = { "user-agent": CHROME, origin: "https://db.example:9000" };
  expect(isRefused("db.example:9000", page, { guard })).toBe(false);
  expect(isRefused("localhost:8081", page, { guard })).toBe(false);
  expect(isRefused("localhost:8081", { ...page, origin: "https://db.example" }, { guard })).toBe(true);
  expect(isRefused("other.example:9000", page, { guard })).toBe(true);
});
