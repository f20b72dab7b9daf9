import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { Storage } from "../../store/storage.ts";
import { ALONE, type Ownership } from "../ground/ownership.ts";
import { Catalog, type Resource } from "./catalog.ts";

const database = (id: string): Resource => ({ kind: "database", rid: id, parentRid: "", id, body: { id } });

test("a change is decided by what is stored, however old the own copy is", async () => {
  const kv = new MemoryStore();
  const open = (mark: string) => {
    const ownership: Ownership = { ...ALONE, mark };
    return Catalog.open(new Storage(kv).catalog, ownership, { unused: () => {}, emptyingFailed: () => {} });
  };
  const [a, b] = [await open("a"), await open("b")];
  const put = (catalog: Catalog, id: string) =>
    catalog.change(async () => ({
      change: { put: [database(id)] },
      result: catalog.list("database").map((each) => each.id),
    }));
  expect(await put(a, "one")).toEqual([]);
  expect(await put(b, "two")).toEqual(["one"]);
  expect(await put(a, "three")).toEqual(["one", "two"]);
  await b.refresh();
  for (const catalog of [a, b])
    expect(catalog.list("database").map(({ id }) => id)).toEqual(["one", "two", "three"]);
});
