// A first database and container with the official SDK: create an item, read it back, query.
// Prints the item, what each step cost in request units (RU), and the rows of the query.
import { CosmosClient } from "@azure/cosmos";
import { startOrrery } from "orrerydb";

// A server inside this process, in memory. One that runs already (`npx orrerydb`) works the same: use its endpoint.
const orrery = await startOrrery();
const client = new CosmosClient({ endpoint: orrery.endpoint, key: orrery.key });

const { database } = await client.databases.createIfNotExists({ id: "shop" });
const { container } = await database.containers.createIfNotExists({
  id: "orders",
  partitionKey: "/customer",
});

const created = await container.items.create({ id: "1", customer: "ada", total: 12 });
console.log("created", created.resource.id, "for", created.requestCharge, "RU");
await container.items.create({ id: "2", customer: "ada", total: 30 });
await container.items.create({ id: "1", customer: "grace", total: 7 });

// An id is unique inside its logical partition, so a point read needs both: the id and the key.
const { resource, requestCharge } = await container.item("1", "grace").read();
console.log("read", resource.total, "for", requestCharge, "RU");

// The key in the filter sends the query to one partition.
const query = {
  query: "SELECT VALUE o.total FROM orders o WHERE o.customer = @customer ORDER BY o.total DESC",
  parameters: [{ name: "@customer", value: "ada" }],
};
const { resources } = await container.items.query(query).fetchAll();
console.log("totals of ada:", resources.join(", "));

client.dispose();
await orrery.stop();
