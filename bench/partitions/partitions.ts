/** Hot keys under enforced budgets, and a split under load. ORRERY_BENCH_SPLIT_MB sets how much is split (32). */
import { printTable } from "../print-table.ts";
import { measureHotKeys } from "./hot-keys.ts";
import { measureSplit } from "./split-under-load.ts";

const MEGABYTES = Number(process.env.ORRERY_BENCH_SPLIT_MB ?? 32);

const count = (value: number) => Math.round(value).toLocaleString("en");

const hotKeys = await measureHotKeys();
console.log(
  `\nOne day's items on ${count(hotKeys.ruPerSecond)} RU/s over ${hotKeys.partitions} partitions, ${count(hotKeys.offeredPerSecond)} writes a second offered, in simulated time:\n`,
);
printTable([
  ["partition key", "accepted/s", "429/s", "RU/s used", "of provisioned", "of one partition's share"],
  ...hotKeys.results.map(({ name, acceptedPerSecond, refusedPerSecond, ruPerSecond }) => [
    name,
    count(acceptedPerSecond),
    count(refusedPerSecond),
    count(ruPerSecond),
    `${((100 * ruPerSecond) / hotKeys.ruPerSecond).toFixed(1)} %`,
    `${((100 * ruPerSecond * hotKeys.partitions) / hotKeys.ruPerSecond).toFixed(1)} %`,
  ]),
]);

const LOADS = [
  // Creates of 1 KB, about 6.6 RU each.
  {
    name: "what 10,000 RU/s pay for, the most that a partition can be given",
    writers: 64,
    writesPerSecond: 1_500,
  },
  { name: "as many writes as eight writers can", writers: 8, writesPerSecond: Number.POSITIVE_INFINITY },
];

for (const { name, ...load } of LOADS) {
  console.log(`\nA split of ${MEGABYTES} MB on disk under load: ${name}\n`);
  const split = await measureSplit(MEGABYTES, load);
  printTable([
    ["", "before", "during the split"],
    ["writes/s", count(split.before.writesPerSecond), count(split.during.writesPerSecond)],
    ["median ms", split.before.medianMs.toFixed(2), split.during.medianMs.toFixed(2)],
    ["99th percentile ms", split.before.p99Ms.toFixed(2), split.during.p99Ms.toFixed(2)],
    ["longest ms", split.before.longestMs.toFixed(2), split.during.longestMs.toFixed(2)],
    ["writers kept out, longest ms", "", split.shutMs.toFixed(2)],
  ]);
  console.log(
    `\n${count(split.items)} items, ${count(split.acknowledged)} writes acknowledged, ${split.lost} lost; the split took ${(split.splitMs / 1000).toFixed(1)} s, and ${(split.emptiedMs / 1000).toFixed(1)} s until the old rows were gone.`,
  );
}
