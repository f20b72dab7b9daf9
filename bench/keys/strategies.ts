/* Keys per second of each strategy, beside a plain concatenation of strings; rounds are interleaved, the best counts. */

import { concat, day, effectivePartitionKey, hashSuffix, hierarchical, randomSuffix } from "@orrerydb/keys";

const ITEMS = 1000;
const KEYS_PER_ROUND = 300_000;
const ROUNDS = 5;

const items = Array.from({ length: ITEMS }, (_, n) => ({
  deviceId: `abc-${n}`,
  date: "2018-08-09",
  at: 1_533_823_506_000 + n * 60_000,
  vin: `1FTFW1ET5DFC${String(n).padStart(5, "0")}`,
}));
type Item = (typeof items)[number];

const byDeviceAndDate = concat({ from: ["/deviceId", "/date"], separator: "|" });
const plainly = concat({ from: ["/deviceId", "/date"], separator: "|", plain: true });
const byDay = concat({ from: ["/deviceId", day("/at")], separator: "|" });
const spread = randomSuffix({ from: ["/date"], suffixes: 400 });
const byVin = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400 });
const byDeviceThenDay = hierarchical({ levels: ["/deviceId", concat({ from: [day("/at")], into: "/day" })] });
const definition = { paths: ["/partitionKey"], version: 2 } as const;

const candidates: readonly (readonly [string, (item: Item) => { length: number }])[] = [
  ["plain string concatenation", (item) => `${item.deviceId}|${item.date}`],
  ["concat", (item) => byDeviceAndDate.keyOf(item)],
  ["concat, plain", (item) => plainly.keyOf(item)],
  ["concat with a day", (item) => byDay.keyOf(item)],
  ["randomSuffix", (item) => spread.keyOf(item)],
  ["hashSuffix", (item) => byVin.keyOf(item)],
  ["hashSuffix, apply", (item) => byVin.apply(item).partitionKey],
  ["hierarchical with a day", (item) => byDeviceThenDay.keyOf(item)],
  ["effective partition key, version 2", (item) => effectivePartitionKey([item.vin], definition)],
];

export interface StrategyRate {
  readonly name: string;
  readonly keysPerSecond: number;
}

export function measureStrategies(): StrategyRate[] {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, keyOf] of candidates) {
      let characters = 0;
      const start = performance.now();
      for (let n = 0; n < KEYS_PER_ROUND; n++) characters += keyOf(items[n % ITEMS]!).length;
      const seconds = (performance.now() - start) / 1000;
      if (characters === 0) throw new Error(`${name} made no keys`);
      best.set(name, Math.max(best.get(name) ?? 0, KEYS_PER_ROUND / seconds));
    }
  }
  return candidates.map(([name]) => ({ name, keysPerSecond: best.get(name)! }));
}
