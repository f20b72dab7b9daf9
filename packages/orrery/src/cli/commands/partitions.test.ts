import { expect, test } from "vitest";
import { containersText } from "./partitions.ts";

test("containers with autoscale are listed with their maximum", () => {
  const text = containersText([
    {
      database: "shop",
      container: "carts",
      partitionKey: { paths: ["/customer"] },
      throughput: { kind: "autoscale", maximumRuPerSecond: 4_000 },
      sharesDatabaseThroughput: false,
      replacePending: false,
      throttle: "observe",
      partitions: 1,
      items: 0,
      bytes: 0,
      usedRuPerSecond: 0,
      throttledPerSecond: 0,
    },
  ]);
  expect(text).toMatch(/shop\/carts +\/customer +4,?000 /);
});
