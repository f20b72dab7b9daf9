/*
 * One natural key read back in four ways, on 1, 5 and 25 physical partitions: from its 400 keys one by one, by one
 * query over all partitions, by a point read of one item, and from a single logical partition that holds it all.
 */

import type { Container } from "@azure/cosmos";
import { concat, hashSuffix } from "@orrerydb/keys";
import { type SyntheticContainer, withSyntheticKey } from "@orrerydb/keys/cosmos";
import { startOrrery } from "orrerydb";

const ITEMS = 2000;
const ROUNDS = 3;
/** Manual throughput makes one physical partition for every 6,000 RU/s. */
const THROUGHPUTS = [6000, 30_000, 150_000];

export interface ReadMeasurement {
  readonly physicalPartitions: number;
  readonly way: string;
  readonly keysVisited: number;
  readonly requestCharge: number;
  /** The best of the rounds. */
  readonly milliseconds: number;
}

const byVin = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400 });
const byDate = concat({ from: ["/date"] });
const natural = { date: "2018-08-09" };
const cars = Array.from({ length: ITEMS }, (_, n) => ({
  id: String(n),
  date: "2018-08-09",
  vin: `1FTFW1ET5DFC${String(n).padStart(5, "0")}`,
  speed: n % 120,
}));
const QUERY = "SELECT * FROM c WHERE c.speed >= 100";

export async function measureReads(): Promise<ReadMeasurement[]> {
  const measurements: ReadMeasurement[] = [];
  for (const throughput of THROUGHPUTS) {
    const orrery = await startOrrery();
    try {
      const { database } = await orrery.client().databases.create({ id: "bench" });
      const create = async (id: string): Promise<Container> => {
        const partitionKey = { paths: ["/partitionKey"], version: 2 };
        return (await database.containers.create({ id, partitionKey, throughput })).container;
      };
      const spread = withSyntheticKey(await create("spread"), byVin);
      const single = withSyntheticKey(await create("single"), byDate);
      await fill(spread);
      await fill(single);
      const physicalPartitions = (await spread.container.readPartitionKeyRanges().fetchAll()).resources
        .length;
      const ways: readonly (readonly [string, () => Promise<Costs>])[] = [
        [
          "400 keys one by one",
          () => spread.query(natural, QUERY, { mode: "fan-out", maxItemCount: 1000 }).fetchAll(),
        ],
        [
          "one cross-partition query",
          () => spread.query(natural, QUERY, { mode: "cross-partition", maxItemCount: 1000 }).fetchAll(),
        ],
        ["one logical partition", () => single.query(natural, QUERY, { maxItemCount: 1000 }).fetchAll()],
        ["point read of one item", () => spread.read(cars[7]!)],
      ];
      for (const [way, run] of ways) measurements.push({ physicalPartitions, way, ...(await best(run)) });
    } finally {
      await orrery.stop();
    }
  }
  return measurements;
}

interface Costs {
  readonly requestCharge: number;
  readonly keysVisited: number;
}

async function best(run: () => Promise<Costs>): Promise<Costs & { milliseconds: number }> {
  let milliseconds = Number.POSITIVE_INFINITY;
  let costs: Costs = { requestCharge: 0, keysVisited: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    costs = await run();
    milliseconds = Math.min(milliseconds, performance.now() - start);
  }
  return { requestCharge: costs.requestCharge, keysVisited: costs.keysVisited, milliseconds };
}

async function fill<Natural extends object>(
  container: SyntheticContainer<(typeof cars)[number], Natural>,
): Promise<void> {
  for (let from = 0; from < cars.length; from += 50) {
    await Promise.all(cars.slice(from, from + 50).map((car) => container.create(car)));
  }
}
