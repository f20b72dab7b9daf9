import { expect, test } from "vitest";
import { textOf } from "../../client/exact-json.ts";
import { readFile } from "./read-file.ts";

test("a JSON array is a list of items", () => {
  expect(readFile("a.json", '[{"id":"1"},2]')).toEqual([
    { line: 1, item: { id: "1" } },
    { line: 2, fault: "This is no JSON object." },
  ]);
});

test("each line of other JSON is an item, and a wrong one is named by its number", () => {
  const lines = readFile("a.ndjson", '{"id":"1"}\n\n{"id":\n{"id":"3"}\n');
  expect(lines.map(({ line, item }) => [line, item?.id])).toEqual([
    [1, "1"],
    [3, undefined],
    [4, "3"],
  ]);
  expect(lines[1]!.fault).toBeDefined();
});

test("CSV has names, types, quotes, and lines that are too short", () => {
  const text =
    'id,name,n,isGood\r\n1,"Ada, ""the"" first",2.5,true\r\n2,007,,null\n3,x\n"4","two\nlines",1,false\n';
  expect(readFile("a.csv", text)).toEqual([
    { line: 2, item: { id: "1", name: 'Ada, "the" first', n: 2.5, isGood: true } },
    { line: 3, item: { id: "2", name: "007", n: "", isGood: null } },
    { line: 4, fault: "It has 2 cells, and there are 4 names." },
    { line: 5, item: { id: "4", name: "two\nlines", n: 1, isGood: false } },
  ]);
});

test("numbers keep their digits, and names their order", () => {
  const item = '{"id":"1","n":12345678987654321,"x":1.0,"10":[-0]}';
  const texts = (name: string, text: string) => readFile(name, text).map((line) => textOf(line.item));
  expect(texts("a.ndjson", `${item}\n${item}`)).toEqual([item, item]);
  expect(texts("a.json", `[ ${item}, ${item} ]`)).toEqual([item, item]);
  expect(texts("a.csv", "id,n,2\n1,12345678987654321,1.0")).toEqual([
    '{"id":"1","n":12345678987654321,"2":1.0}',
  ]);
  expect(readFile("a.ndjson", "12345678987654321")).toEqual([{ line: 1, fault: "This is no JSON object." }]);
});
