import { expect, test } from "vitest";
import { ThroughputShare } from "./throughput-share.ts";

test("what is spent takes its share of time", async () => {
  let now = 1_000;
  const waits: number[] = [];
  const share = new ThroughputShare(
    100,
    () => now,
    async (ms) => {
      waits.push(ms);
      now += ms;
    },
  );
  await share.spend(50);
  await share.spend(20);
  now += 5_000;
  await share.spend(10);
  expect(waits).toEqual([500, 200, 100]);
  expect(share.spent).toBe(80);
});

test("without a limit nobody waits", async () => {
  const share = new ThroughputShare(
    Number.POSITIVE_INFINITY,
    () => 0,
    () => Promise.reject(new Error("waited")),
  );
  await share.spend(1_000_000);
});
