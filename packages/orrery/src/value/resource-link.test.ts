import { expect, test } from "vitest";
import { childLinks, containerNameLink, selfLink } from "./resource-link.ts";

test("links are made of words and ids, from the outside in", () => {
  const database = selfLink("", "database", "AAAA");
  const container = selfLink(database, "container", "BBBB");
  expect(selfLink(container, "item", "CCCC")).toBe("dbs/AAAA/colls/BBBB/docs/CCCC/");
  expect(containerNameLink("shop", "orders")).toBe("dbs/shop/colls/orders");
});

test("a body names its children by the word of their links", () => {
  expect(childLinks(["container", "user"])).toEqual({ _colls: "colls/", _users: "users/" });
});
