import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readItemFile } from "./read-item-file.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "orrery-items-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const ITEMS = [
  { id: "a", text: 'quo"te \\ {brace} ü', deep: { n: 1 }, list: [{ x: "}" }] },
  { id: "b", n: -2.5, no: null, yes: true },
];

async function read(name: string, content: string | Buffer): Promise<unknown[]> {
  const path = join(FOLDER, name);
  writeFileSync(path, content);
  const items = [];
  for await (const { item } of readItemFile(path)) items.push(item);
  return items;
}

test.each([
  ["array.json", JSON.stringify(ITEMS)],
  ["pretty.json", `\uFEFF${JSON.stringify(ITEMS, null, 2)}\n`],
  ["lines.ndjson", ITEMS.map((item) => JSON.stringify(item)).join("\n")],
  ["lines.ndjson.gz", gzipSync(ITEMS.map((item) => `${JSON.stringify(item)}\r\n`).join(""))],
])("reads %s", async (name, content) => {
  expect(await read(name, content)).toEqual(ITEMS);
});

test("an item that lies across chunks is whole, and its bytes are counted", async () => {
  const items = Array.from({ length: 3_000 }, (_, i) => ({ id: `${i}`, text: 'é\\"'.repeat(200) }));
  const path = join(FOLDER, "long.ndjson");
  writeFileSync(path, items.map((item) => JSON.stringify(item)).join("\n"));
  let i = 0;
  for await (const { item, bytes } of readItemFile(path)) {
    expect(item).toEqual(items[i]);
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(items[i++])));
  }
  expect(i).toBe(items.length);
});

test("reads CSV: quotes, numbers, and cells that are missing", async () => {
  const csv = 'id,name,n,ok\r\na,"one, ""two""\nlines",1.5,true\r\nb,,007,\n';
  expect(await read("items.csv", csv)).toEqual([
    { id: "a", name: 'one, "two"\nlines', n: 1.5, ok: true },
    { id: "b", n: "007" },
  ]);
});

test.each([
  ["cut.json", '[{"id":"a"},{"id":', "cut.json ends in the middle of item 2."],
  ["short.json", '[{"id":"a"},{"id":"b"},', "short.json ends after item 2, and its array does not"],
  ["wrong.json", '{"id":"a"}\nhello', "wrong.json holds something else than JSON objects after item 1"],
  ["bad.json", '{"id":}', "Item 1 of bad.json is no valid JSON object."],
  ["more.csv", "a,b\n1,2,3\n", "Row 1 of more.csv has 3 cells, but there are 2 names."],
])("refuses %s", async (name, content, message) => {
  await expect(read(name, content)).rejects.toThrow(message);
});

test("in a file of lines, one that is broken spoils no other", async () => {
  const path = join(FOLDER, "broken.jsonl");
  writeFileSync(path, '{"id":"a"}\n{broken\n\n[1]\n"text"\n{"id":"b"}');
  const refused: string[] = [];
  const items = [];
  for await (const { item } of readItemFile(path, (text) => refused.push(text))) items.push(item);
  expect(items).toEqual([{ id: "a" }, { id: "b" }]);
  expect(refused).toEqual(["{broken", "[1]", '"text"']);
});

test("in CSV, a row with too many cells spoils no other", async () => {
  const path = join(FOLDER, "wide.csv");
  writeFileSync(path, "id,n\na,1\nb,2,3\nc,4\n");
  const refused: string[] = [];
  const items = [];
  for await (const { item } of readItemFile(path, (text, why) => refused.push(text, why))) items.push(item);
  expect(items).toEqual([
    { id: "a", n: 1 },
    { id: "c", n: 4 },
  ]);
  expect(refused).toEqual(["b,2,3", "Row 2 of wide.csv has 3 cells, but there are 2 names."]);
});
