// Splits a physical partition through the control API while a reader goes on reading.
// Prints the partitions before and after, and that the reader found every item in every round.
import { createHmac } from "node:crypto";
import { CosmosClient } from "@azure/cosmos";
import { startOrrery } from "orrerydb";

const orrery = await startOrrery();
// Over HTTP, as the control API below, so that neither holds the other up.
const client = new CosmosClient({ endpoint: orrery.endpoint, key: orrery.key });
const { database } = await client.databases.create({ id: "shop" });
const { container } = await database.containers.create({ id: "orders", partitionKey: "/customer" });

const ITEMS = 500;
const orders = Array.from({ length: ITEMS }, (_, n) => ({ id: `${n}`, customer: `customer-${n % 50}` }));
await Promise.all(orders.map((order) => container.items.create(order)));

/** A signed request to the control API. */
async function control(method, path, body) {
  const link = `_orrery/${path}`;
  const date = new Date().toUTCString();
  const text = `${method.toLowerCase()}\n\n${link}\n${date.toLowerCase()}\n\n`;
  const signature = createHmac("sha256", Buffer.from(orrery.key, "base64")).update(text).digest("base64");
  const response = await fetch(`${orrery.endpoint}/${link}`, {
    method,
    headers: {
      authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
      "x-ms-date": date,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

async function printPartitions(when) {
  const { partitions } = await control("GET", "dbs/shop/colls/orders/partitions");
  console.log(when, ...partitions.map(({ id, items }) => `${id} (${items} items)`));
}

await printPartitions("before:");
let isDone = false;
const splitting = control("POST", "dbs/shop/colls/orders/partitions/0/split").finally(() => {
  isDone = true;
});
const found = new Set();
do {
  const { resources } = await container.items.query("SELECT VALUE COUNT(1) FROM c").fetchAll();
  found.add(resources[0]);
} while (!isDone);
await splitting;
await printPartitions("after:");
console.log("found in each round:", ...found);

client.dispose();
await orrery.stop();
