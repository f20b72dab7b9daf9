import { expect, test } from "vitest";
import { offerContent, throughputOfContent, throughputOfRequest } from "./offer-content.ts";

test("an offer is read as manual throughput or as autoscale", () => {
  expect(throughputOfContent({ offerThroughput: 500 })).toEqual({ kind: "manual", ruPerSecond: 500 });
  expect(throughputOfContent({ offerAutopilotSettings: { maxThroughput: 4_000 } })).toEqual({
    kind: "autoscale",
    maximumRuPerSecond: 4_000,
  });
});

test("how far autoscale may be raised is kept, and told", () => {
  const settings = { maxThroughput: 4_000, autoUpgradePolicy: { throughputPolicy: { incrementPercent: 0 } } };
  const throughput = throughputOfRequest({ autoscaleSettings: settings })!;
  expect(throughput).toEqual({ kind: "autoscale", maximumRuPerSecond: 4_000, incrementPercent: 0 });
  expect(offerContent(throughput, 4_000)).toMatchObject({ offerAutopilotSettings: settings });
  expect(throughputOfContent(offerContent(throughput, 4_000))).toEqual(throughput);
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
  [
    {
      offerAutopilotSettings: {
        maxThroughput: 4_000,
        autoUpgradePolicy: { throughputPolicy: { incrementPercent: -1 } },
      },
    },
    "The 'incrementPercent' of autoscale must be a number, 0 or more.",
  ],
])("%j is refused in words", (content, message) => {
  expect(() => throughputOfContent(content)).toThrow(
    expect.objectContaining({ code: "badRequest", message }),
  );
});
