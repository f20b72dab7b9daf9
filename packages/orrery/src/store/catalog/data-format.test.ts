import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "../records/catalog-space.ts";
import { checkFormat } from "./data-format.ts";

async function storeWith(row: object): Promise<MemoryStore> {
  const kv = new MemoryStore();
  await kv.transact("format", async (transaction) =>
    transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from(JSON.stringify(row))),
  );
  return kv;
}

test("a new store gets the current format and is accepted from then on", async () => {
  const kv = new MemoryStore();
  await checkFormat(kv);
  await checkFormat(kv);
  // What development versions look for is missing, so that they refuse it.
  expect(JSON.parse((await kv.get(CATALOG_SPACE, FORMAT_KEY))!.toString())).toEqual({ dataFormat: 1 });
});

test.each([{ format: 1 }, { format: 2 }, { format: 3 }, { format: 4 }, { format: 4, unfinished: true }])(
  "the development format $format is refused and left as it is",
  async (row) => {
    const kv = await storeWith(row);
    await expect(checkFormat(kv)).rejects.toMatchObject({
      name: "FormatError",
      message: `The data (format ${row.format}) was written by a development version of Orrery, and this version does not read it. Export the items with that version ('orrery export'), then import them into a new folder ('orrery import').`,
    });
    expect(JSON.parse((await kv.get(CATALOG_SPACE, FORMAT_KEY))!.toString())).toEqual(row);
  },
);

test("a newer format is refused", async () => {
  await expect(checkFormat(await storeWith({ dataFormat: 2 }))).rejects.toMatchObject({
    name: "FormatError",
    message: expect.stringContaining("by a newer version of Orrery (format 2; this one reads 1)"),
  });
});
