/**
 * docs/request-units.md states figures: this test recomputes them, row by row, so that the page and the code agree.
 * A checked table follows a comment `<!-- table: name -->`; its cells are found by the names of its columns.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  createCharge,
  deleteCharge,
  EARLY_REFUSAL_CHARGE,
  emptyReadCharge,
  LOGICAL_PARTITION_DELETE_CHARGE,
  METADATA_READ_CHARGE,
  METADATA_WRITE_CHARGE,
  NO_DATA_CHARGE,
  patchCharge,
  REFUSED_WRITE_CHARGE,
  readCharge,
  replaceCharge,
  THROTTLED_CHARGE,
} from "./charges.ts";
import { NO_WORK } from "./no-work.fixture.ts";
import { initialPartitionCount, targetPartitionCount } from "./offer.ts";
import { type QueryWork, queryCharge } from "./query-charge.ts";

const KB = 1024;
const document = readFileSync(new URL("../../../../docs/request-units.md", import.meta.url), "utf8");

const PRICED: Record<string, keyof QueryWork> = {
  "physical partition visited": "partitionsVisited",
  "index range opened": "indexLookups",
  "index entry read": "indexEntries",
  "item loaded": "itemsLoaded",
  "byte loaded": "bytesLoaded",
  "combination made by a JOIN": "tuples",
  "call of a user-defined function": "functionCalls",
  "row answered": "rowsOut",
  "byte answered": "bytesOut",
};

const FLAT: Record<string, number> = {
  "read that finds nothing, or nothing newer": emptyReadCharge(1),
  "write that is refused": REFUSED_WRITE_CHARGE,
  "throttled request": THROTTLED_CHARGE,
  "read of a database, container, script or offer": METADATA_READ_CHARGE,
  "write of one": METADATA_WRITE_CHARGE,
  "deletion of all items of a partition key": LOGICAL_PARTITION_DELETE_CHARGE,
  "account document, query plan, control API": NO_DATA_CHARGE,
  "refused before it comes to a partition": EARLY_REFUSAL_CHARGE,
};

type Row = readonly string[];

function rowsOf(name: string): Row[] {
  const parts = document.split(`<!-- table: ${name} -->\n`).slice(1);
  expect(parts.length, `tables named ${name}`).toBeGreaterThan(0);
  return parts.flatMap((part) =>
    part
      .split("\n\n", 1)[0]!
      .trim()
      .split("\n")
      .slice(2)
      .map((line) =>
        line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim()),
      ),
  );
}

/** The first eight cells after an example's name. */
function workOf(cells: Row): QueryWork {
  const [partitionsVisited, indexLookups, indexEntries, itemsLoaded, bytesLoaded, tuples, rowsOut, bytesOut] =
    cells.slice(0, 8).map(Number);
  return {
    partitionsVisited: partitionsVisited!,
    indexLookups: indexLookups!,
    indexEntries: indexEntries!,
    itemsLoaded: itemsLoaded!,
    bytesLoaded: bytesLoaded!,
    tuples: tuples!,
    functionCalls: 0,
    rowsOut: rowsOut!,
    bytesOut: bytesOut!,
  };
}

/** Published and ours: the two cells that end a row of what the prices were fitted to. Returns the error. */
function expectFit([published, ours]: Row, computed: number, errorMax: number): number {
  const relative = computed / Number(published) - 1;
  expect(ours).toBe(computed.toFixed(2));
  expect(Math.abs(relative)).toBeLessThanOrEqual(errorMax);
  return relative;
}

/** Published, ours, error: the three cells that end a comparison. */
function expectComparison(cells: Row, computed: number, errorMax: number): void {
  expect(cells[2]).toBe(formatError(expectFit(cells, computed, errorMax)));
}

function formatError(relative: number): string {
  const percent = (relative * 100).toFixed(2).replace("-0.00", "0.00");
  return `${relative > 0 && percent !== "0.00" ? "+" : ""}${percent} %`;
}

describe("docs/request-units.md", () => {
  it.each(rowsOf("sizes"))("sizes: %s KB", (size, ...cells) => {
    const bytes = Number(size) * KB;
    expect(cells).toEqual([readCharge(bytes, 1).toFixed(2), createCharge(bytes, 0).toFixed(2)]);
  });

  it("sizes: all twelve", () => {
    expect(rowsOf("sizes")).toHaveLength(12);
  });

  it.each(rowsOf("writes"))("writes: %s", (operation, ...cells) => {
    const [before, after, termsRemoved, termsAdded, operations] = cells.slice(0, 5).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const change = { bytesBefore: before * KB, bytesAfter: after * KB, termsRemoved, termsAdded };
    const charges: Record<string, () => number> = {
      create: () => createCharge(after * KB, termsAdded),
      delete: () => deleteCharge(before * KB, termsRemoved),
      replace: () => replaceCharge(change),
      patch: () => patchCharge(change, operations),
    };
    expect(cells.slice(5)).toEqual([charges[operation!]!().toFixed(2)]);
  });

  it("flat prices", () => {
    expect(rowsOf("flat")).toEqual(Object.entries(FLAT).map(([what, price]) => [what, price.toFixed(2)]));
  });

  it.each(rowsOf("prices"))("prices: %s", (what, price) => {
    const million = { ...NO_WORK, [PRICED[what!]!]: 1_000_000 };
    expect(queryCharge(million, 1)).toBe(Number(price) * 1_000_000);
  });

  it("prices: all of them", () => {
    expect(rowsOf("prices").map(([what]) => PRICED[what!])).toEqual(Object.keys(NO_WORK));
  });

  it.each(rowsOf("queries fitted"))("queries fitted: %s", (_example, ...cells) => {
    expectFit(cells.slice(8), queryCharge(workOf(cells), 1), 0.01);
  });

  it.each(rowsOf("queries predicted"))("queries predicted: %s", (_example, ...cells) => {
    expectComparison(cells.slice(8), queryCharge(workOf(cells), 1), 0.01);
  });

  it("names a source for each number in brackets, and uses each source", () => {
    const [text, sources] = document.split("## Sources\n");
    const used = new Set([...text!.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)));
    const named = [...sources!.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect([...used].sort((a, b) => a - b)).toEqual(named);
  });

  it.each(rowsOf("queries not followed"))("queries not followed: %s", (_example, ...cells) => {
    expectComparison(cells.slice(8), queryCharge(workOf(cells), 1), 1);
  });

  it.each(rowsOf("partitions"))("partitions: %s RU/s", (cell, ...counts) => {
    const ru = Number(cell);
    const manual = { kind: "manual", ruPerSecond: ru } as const;
    const autoscale = { kind: "autoscale", maximumRuPerSecond: ru } as const;
    expect(initialPartitionCount(manual, "database")).toBe(initialPartitionCount(autoscale, "container"));
    expect(counts.map(Number)).toEqual([
      initialPartitionCount(manual, "container"),
      initialPartitionCount(autoscale, "container"),
      targetPartitionCount(manual, 1),
    ]);
  });
});
