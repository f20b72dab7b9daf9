import { expect, test } from "vitest";
import { Refusal } from "../../client/orrery-client.ts";
import { placePartitions } from "../../heat/hash-place.ts";
import { advice, clientWork } from "./explain.ts";
import { faultOf, type QueryPlan, visitedBy } from "./run-query.ts";

const PARTITIONS = placePartitions(
  ["", "10", "20", "30"].map((minInclusive, i, all) => ({
    id: String(i),
    minInclusive,
    maxExclusive: all[i + 1] ?? "FF",
    parents: [],
    throughputFraction: 1,
    ruPerSecond: 100,
    items: 0,
    storageBytes: 0,
    lsn: 0,
  })),
  { paths: ["/pk"], version: 2 },
);

function plan(...ranges: [string, string][]): QueryPlan {
  return { queryRanges: ranges.map(([min, max]) => ({ min, max })), queryInfo: {} };
}

test.each([
  [plan(["", "FF"]), "0 1 2 3"],
  [plan(["15AA", "15AA"]), "1"],
  [plan(["10", "10"]), "1"],
  [plan(["05", "05"], ["3F", "3F"]), "0 3"],
  [plan(["15", "25"]), "1 2"],
  [plan(["10", "20"]), "1"],
])("%j asks %s", (given, ids) => {
  expect(
    visitedBy(given, PARTITIONS)
      .map(({ id }) => id)
      .join(" "),
  ).toBe(ids);
});

test("what the client does is told", () => {
  expect(clientWork(plan(), 1)).toContain("One partition");
  expect(clientWork(plan(), 4)).toContain("passes the rows on");
  const sorted = { queryRanges: [], queryInfo: { orderBy: ["Ascending"], top: 5 } };
  expect(clientWork(sorted, 4)).toBe(
    "The client asks 4 partitions and merges their sorted pages row by row, stops after 5 rows.",
  );
});

const RUN = { rows: [{}], loaded: 1, possibleIndexes: [] as string[] };
const FACTS = { run: RUN, visited: 1, partitions: 4, keyPaths: ["/a/b"] };

test("one piece of advice, the weightiest first", () => {
  expect(advice({ ...FACTS, visited: 4, run: { ...RUN, possibleIndexes: ["(/a ASC, /b ASC)"] } })).toContain(
    "(/a ASC, /b ASC)",
  );
  expect(advice({ ...FACTS, visited: 4, run: { ...RUN, loaded: 100 } })).toContain("100 items");
  expect(advice({ ...FACTS, visited: 4 })).toContain("“c.a.b = …”");
  expect(advice(FACTS)).toContain("Nothing to improve");
  expect(advice({ ...FACTS, partitions: 1 })).toContain("Nothing to improve");
});

test("a fault has its place in the text", () => {
  const errors = [{ location: { start: 7, end: 9 }, message: "Syntax error." }];
  const refusal = (status: number, text: string) => new Refusal(status, text, new Headers());
  expect(faultOf(refusal(400, JSON.stringify({ errors })))).toEqual({
    from: 7,
    to: 9,
    message: "Syntax error.",
  });
  expect(faultOf(refusal(400, "Other words."))).toBeUndefined();
  expect(faultOf(refusal(404, JSON.stringify({ errors })))).toBeUndefined();
});
