import { expect, test } from "vitest";
import { seededRandom } from "../ground/random.ts";
import type { Played } from "../replay/play.ts";
import { comparedKeys, simulate } from "./simulate.ts";
import { vehicleEvents } from "./vehicle-events.ts";

test("a day is too hot for one partition, and suffixes spread it over all", async () => {
  const seen: number[] = [];
  const results: Played[] = [];
  for (const candidate of comparedKeys({ key: "/day", of: "/vin", suffixes: 40 }, seededRandom(1))) {
    const options = { partitions: 3, ruPerSecond: 1_200, seconds: 3 };
    const onSecond = (partitions: Played["partitions"]) => seen.push(partitions.length);
    results.push(await simulate(candidate, vehicleEvents(120), { ...options, onSecond }));
  }
  const [day, random, computed] = results;
  const busy = ({ partitions }: Played) =>
    partitions.filter(({ ru }) => ru.some((spent) => spent > 0)).length;
  expect(day!.operations).toBe(computed!.operations);
  expect(day!.accepted / day!.operations).toBeLessThan(0.7);
  expect([busy(day!), busy(random!), busy(computed!)]).toEqual([1, 3, 3]);
  expect(computed!.refused).toBeLessThan(day!.refused / 4);
  // Who does not know the suffix asks every partition.
  const visits = results.map(({ charges }) => charges.find(({ name }) => name === "read")!.visits);
  expect(visits).toEqual([1, 3, 1]);
  expect(seen).toEqual(new Array(6).fill(3));
});
