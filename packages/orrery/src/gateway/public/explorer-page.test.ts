import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { ExplorerPage, isExplorerRequest } from "./explorer-page.ts";

const FILES = new Map([
  ["index.html", Buffer.from("<p>page")],
  ["assets/app-1.js", Buffer.from("script")],
]);

function pageOf(load = async () => FILES as ReadonlyMap<string, Buffer> | undefined) {
  const page = new ExplorerPage(load);
  return (target: string, init: object = {}) => page.answer(testRequest({ target, ...init }));
}

test.each([
  ["/_explorer", true],
  ["/_explorer/", true],
  ["/_explorer/index.html", true],
  ["/_explorers", false],
  ["/dbs/_explorer/", false],
])("%s is about the explorer: %s", (target, expected) => {
  expect(isExplorerRequest(testRequest({ target }))).toBe(expected);
});

test("whatever is no file is an address within the page", async () => {
  const ask = pageOf();
  for (const path of ["", "index.html", "demo", "db/shop/orders.js/partitions", "?x=1"]) {
    const { status, body, headers } = await ask(`/_explorer/${path}`);
    expect([status, body!.toString(), headers["cache-control"]]).toEqual([200, "<p>page", "no-cache"]);
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  }
  expect((await ask("/_explorer/assets/app-1.js")).headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": expect.stringContaining("immutable"),
  });
  await expect(ask("/_explorer/assets/app-2.js")).rejects.toMatchObject({ code: "notFound" });
  expect(await ask("/_explorer")).toMatchObject({ status: 302, headers: { location: "/_explorer/" } });
});

test("files are loaded when first asked for, once, and zipped for those who take it", async () => {
  const load = vi.fn(async () => FILES);
  const ask = pageOf(load);
  expect(load).not.toHaveBeenCalled();
  const { headers, body } = await ask("/_explorer/", { headers: { "accept-encoding": "gzip, br" } });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(body!).toString()).toBe("<p>page");
  await ask("/_explorer/");
  expect(load).toHaveBeenCalledTimes(1);
});

test("it can only be read, and says so where it is not installed", async () => {
  await expect(pageOf()("/_explorer/", { method: "POST" })).rejects.toMatchObject({
    code: "methodNotAllowed",
  });
  await expect(pageOf(async () => undefined)("/_explorer/")).rejects.toMatchObject({ code: "notFound" });
});
