import { expect, test } from "vitest";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { metricsText } from "./metrics-text.ts";
import { COUNTED_CONTAINERS_MAX, RequestMetrics, TIME_BOUNDS_MS } from "./request-metrics.ts";
import { servedRequest } from "./served-request.ts";

function answered(status: number, ms: number, owner: string, charge: number) {
  const headers = { "x-ms-alt-content-path": owner, "x-ms-request-charge": charge };
  return servedRequest(testRequest({}), { status, headers }, { atMs: 0, startMs: 0, endMs: ms });
}

test("requests are counted by operation, status and time, request units by container", () => {
  const metrics = new RequestMetrics();
  metrics.note(answered(200, 0.5, "dbs/a/colls/b", 2));
  metrics.note(answered(200, 0.6, "dbs/a/colls/b", 3));
  metrics.note(answered(429, 60_000, "dbs/a/colls/b", 0));
  const [counts, ...others] = metrics.operations;
  expect(others).toEqual([]);
  expect(counts!.operation).toBe("list items");
  expect([...counts!.byStatus]).toEqual([
    [200, 2],
    [429, 1],
  ]);
  expect(counts!.times).toEqual([1, 1, ...new Array(TIME_BOUNDS_MS.length - 2).fill(0), 1]);
  expect([...metrics.ru]).toEqual([["dbs/a/colls/b", 5]]);
});

test("containers without end are counted together", () => {
  const metrics = new RequestMetrics();
  for (let i = 0; i < COUNTED_CONTAINERS_MAX + 5; i++) metrics.note(answered(200, 1, `dbs/a/colls/${i}`, 1));
  expect(metrics.ru.size).toBe(COUNTED_CONTAINERS_MAX + 1);
  expect(metrics.ru.get("")).toBe(5);
});

test("the text has a line for each sample, with its labels escaped", () => {
  const samples = [
    { labels: { name: 'a"b\\\n' }, value: 1.5 },
    { value: 2, suffix: "_sum" },
  ];
  expect(
    metricsText([
      { name: "m", type: "gauge", help: "Help.", samples },
      { name: "none", type: "gauge", help: "Nothing.", samples: [] },
    ]),
  ).toBe('# HELP m Help.\n# TYPE m gauge\nm{name="a\\"b\\\\\\n"} 1.5\nm_sum 2\n');
});
