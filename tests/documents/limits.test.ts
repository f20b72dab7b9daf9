/** docs/limits.md against the code: each limit has the value that its constant has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ROW = /^\| (?<limit>[^|]+) \| (?<value>[^|]+) \| [^|]+ \| `(?<file>[^`]+)` `(?<name>\w+)` \|$/gm;
const ROWS = [...readFileSync(join(ROOT, "docs/limits.md"), "utf8").matchAll(ROW)].map(
  ({ groups }) => groups!,
);

/** What a constant, or a member of an object of limits, is set to: a product or sum of whole numbers, or a list. */
function valuesOf(file: string, name: string): number[] {
  const text = readFileSync(join(ROOT, "packages/orrery/src", file), "utf8");
  const found = new RegExp(`\\b${name}(?: =|:) (\\{[^}]*\\}|\\d[^;,]*)`).exec(text);
  expect(found, `${name} in ${file}`).not.toBeNull();
  const setting = found![1]!;
  if (setting.startsWith("{")) return [...setting.matchAll(/: (\d+)/g)].map(([, number]) => Number(number));
  return [
    setting
      .split("+")
      .map((sum) =>
        sum.split("*").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1),
      )
      .reduce((sum, term) => sum + term, 0),
  ];
}

test("the table is read", () => {
  expect(ROWS.length).toBeGreaterThan(35);
});

test.each(ROWS)("$limit: $value", ({ value, file, name }) => {
  const told = [...value!.matchAll(/\d[\d,]*\d|\d/g)].map(([number]) => Number(number.replaceAll(",", "")));
  expect(told).toEqual(expect.arrayContaining(valuesOf(file!, name!)));
});
