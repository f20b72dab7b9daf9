// A partition key that all writes of a day share runs into 429s; a synthetic key cures it.
// Prints how many of 2,000 writes are refused in one second, with the date as the key and with a suffix behind it.
import { hashSuffix } from "@orrerydb/keys";
import { withSyntheticKey } from "@orrerydb/keys/cosmos";
import { startOrrery } from "orrerydb";

// The clock stands still, so that all writes fall into the same second, however slow the machine is.
const startMs = Date.now();
const orrery = await startOrrery({ throttle: "enforce", environment: { now: () => startMs } });
// The SDK usually waits and tries again. Here each refusal is wanted at once.
const client = orrery.client({ connectionPolicy: { retryOptions: { maxRetryAttemptCount: 0 } } });
const { database } = await client.databases.create({ id: "telemetry" });

const WRITES = 2000;
const readings = Array.from({ length: WRITES }, (_, n) => ({
  id: `${n}`,
  date: "2018-08-09",
  vin: `VIN${n}`,
}));

/** How many of the writes are refused. */
async function refused(write) {
  let count = 0;
  for (const reading of readings) {
    try {
      await write(reading);
    } catch (error) {
      if (error.code !== 429) throw error;
      count++;
    }
  }
  return count;
}

// 30,000 RU/s on five physical partitions. One date is one logical partition, on one of them: a fifth of it all.
const throughput = 30_000;
const { container: byDate } = await database.containers.create({
  id: "by-date",
  partitionKey: { paths: ["/date"], version: 2 },
  throughput,
});
const hot = await refused((reading) => byDate.items.create(reading));
console.log(`key /date: ${hot} of ${WRITES} writes refused with 429`);

// The same throughput, but the key is the date and a number from 1 to 400 that is computed from the VIN.
const { container: bySuffix } = await database.containers.create({
  id: "by-suffix",
  partitionKey: { paths: ["/partitionKey"], version: 2 },
  throughput,
});
const spread = withSyntheticKey(bySuffix, hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 400 }));
const cured = await refused((reading) => spread.create(reading));
console.log(`key date and suffix: ${cured} of ${WRITES} writes refused with 429`);

// Whoever knows the VIN still reads a single item, for the price of a point read.
const { resource, requestCharge } = await spread.read({ id: "7", date: "2018-08-09", vin: "VIN7" });
console.log(`read ${resource.vin} from ${resource.partitionKey} for ${requestCharge} RU`);

client.dispose();
await orrery.stop();
