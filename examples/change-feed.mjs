// The change feed: read what has changed, keep the continuation token, and go on from it later.
// Prints the changes of each round; a second reader with the token sees only what is new.
import { ChangeFeedStartFrom, StatusCodes } from "@azure/cosmos";
import { startOrrery } from "orrerydb";

const orrery = await startOrrery();
const client = orrery.client();
const { database } = await client.databases.create({ id: "shop" });
const { container } = await database.containers.create({ id: "orders", partitionKey: "/customer" });

/** Reads to the present end of the feed, and answers where to go on. */
async function readChanges(startFrom) {
  const feed = container.items.getChangeFeedIterator({ changeFeedStartFrom: startFrom });
  for (;;) {
    const page = await feed.readNext();
    // 304: there is nothing new at this moment.
    if (page.statusCode === StatusCodes.NotModified) return page.continuationToken;
    for (const order of page.result) console.log(`  ${order.customer}/${order.id}: ${order.state}`);
  }
}

await container.items.create({ id: "1", customer: "ada", state: "ordered" });
await container.items.create({ id: "2", customer: "ada", state: "ordered" });
console.log("from the beginning:");
const token = await readChanges(ChangeFeedStartFrom.Beginning());

await container.item("1", "ada").patch([{ op: "set", path: "/state", value: "sent" }]);
await container.items.create({ id: "3", customer: "grace", state: "ordered" });
console.log("from the token:");
await readChanges(ChangeFeedStartFrom.Continuation(token));

client.dispose();
await orrery.stop();
