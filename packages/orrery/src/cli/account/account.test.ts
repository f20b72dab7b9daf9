import { expect, test } from "vitest";
import { WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { accountOf, containerName } from "./account.ts";

test("an account comes from a connection string, or from an endpoint and a key, or is the usual one", () => {
  expect(accountOf({ "connection-string": "AccountEndpoint=https://a:1/;AccountKey=eA==;" })).toEqual({
    endpoint: "https://a:1/",
    key: "eA==",
  });
  expect(accountOf({ endpoint: "http://b:2" })).toEqual({ endpoint: "http://b:2", key: WELL_KNOWN_KEY });
  expect(accountOf({})).toEqual({ endpoint: "http://127.0.0.1:8081", key: WELL_KNOWN_KEY });
});

test.each(["", "AccountEndpoint=nothing;AccountKey=x", "AccountEndpoint=http://a/"])(
  "'%s' is no connection string",
  (text) => {
    expect(() => accountOf({ "connection-string": text })).toThrow("A connection string must be");
  },
);

test("a container is named with its database", () => {
  expect(containerName("shop/orders")).toEqual({ database: "shop", container: "orders" });
  for (const wrong of [undefined, "shop", "shop/", "a/b/c"])
    expect(() => containerName(wrong)).toThrow("DATABASE/CONTAINER");
});
