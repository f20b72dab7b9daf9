import { expect, test } from "vitest";
import { throughputOfContent } from "./offer-content.ts";

test("an offer is read as manual throughput or as autoscale", () => {
  expect(throughputOfContent({ offerThroughput: 500 })).toEqual({ kind: "manual", ruPerSecond: 500 });
  expect(throughputOfContent({ offerAutopilotSettings: { maxThroughput: 4_000 } })).toEqual({
    kind: "autoscale",
    maximumRuPerSecond: 4_000,
  });
});

test.each([
  [undefined, "An offer needs a 'content' with its throughput."],
  [{}, "An offer needs a number of RU/s as its 'offerThroughput', not nothing."],
  [{ offerThroughput: "x" }, "An offer needs a number of RU/s as its 'offerThroughput', not \"x\"."],
  [{ offerThroughput: null }, "An offer needs a number of RU/s as its 'offerThroughput', not null."],
  [
    { offerAutopilotSettings: { maxThroughput: "4000" } },
    "An offer needs a number of RU/s as its 'maxThroughput', not \"4000\".",
  ],
])("%j is refused in words", (content, message) => {
  expect(() => throughputOfContent(content)).toThrow(
    expect.objectContaining({ code: "badRequest", message }),
  );
});
