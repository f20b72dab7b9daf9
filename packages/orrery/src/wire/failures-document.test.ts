/** docs/failures.md lists every failure code with its numbers, and no other. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAILURE_CODES, type FailureCode } from "../value/failure.ts";
import { statusOf } from "./status.ts";

const document = readFileSync(new URL("../../../../docs/failures.md", import.meta.url), "utf8");

const rows = [...document.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, code, rest]) => ({
  code: code!,
  cells: rest!.split("|").map((cell) => cell.trim()),
}));

test("the page has each code once, in the order of the catalogue, and no other", () => {
  expect(rows.map(({ code }) => code)).toEqual(FAILURE_CODES);
});

test.each(rows)("$code has its status and substatus, a meaning and advice", ({ code, cells }) => {
  const { status, substatus } = statusOf(code as FailureCode);
  const [toldStatus, toldSubstatus, meaning, advice] = cells;
  expect([toldStatus, toldSubstatus]).toEqual([`${status}`, substatus === undefined ? "" : `${substatus}`]);
  for (const sentence of [meaning, advice]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
  expect(cells).toHaveLength(4);
});
