/** A small shop with real clients at work, for pages to show: containers that are used evenly, one with a hot key. */
import { type Container, CosmosClient, type Database } from "@azure/cosmos";

interface Served {
  readonly endpoint: string;
  readonly key: string;
}

const EVERY_MS = 40;
const CITIES = ["Lisbon", "Oslo", "Kyiv", "Porto", "Zürich", "Kraków"];
const STATES = ["open", "paid", "sent", "returned"];
const TEXT = "Left at the door, as agreed by telephone. ".repeat(14);

/** Runs until it is stopped. */
export async function startLoad({ endpoint, key }: Served): Promise<{ stop(): void }> {
  const client = new CosmosClient({ endpoint, key });
  const { database } = await client.databases.createIfNotExists({ id: "shop" });
  const create = async (id: string, path: string, throughput: number) =>
    (
      await database.containers.createIfNotExists({
        id,
        partitionKey: { paths: [path], version: 2 },
        throughput,
      })
    ).container;
  const orders = await create("orders", "/customer", 30_000);
  const visits = await create("visits", "/page", 18_000);
  for (const id of ["customers", "products", "sessions-of-the-mobile-application-in-all-countries"])
    await create(id, "/id", 400);
  await lowerTo(400, visits);
  await addScriptsAndUsers(orders, database);
  let count = 0;
  const timer = setInterval(() => {
    count++;
    const page = count % 5 === 0 ? `page-${count % 40}` : "home";
    orders.items.upsert(orderOf(count)).catch(() => {});
    visits.items.upsert({ id: `${count % 300}`, page, text: TEXT }).catch(() => {});
    if (count % 50 === 0)
      orders
        .item("none", "nobody")
        .read()
        .catch(() => {});
    if (count % 75 === 0)
      orders.items
        .query("SELECT * FROM c WHERE c.total >")
        .fetchNext()
        .catch(() => {});
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      client.dispose();
    },
  };
}

/** It keeps the partitions that it was made with, and each has little. */
async function lowerTo(ruPerSecond: number, container: Container): Promise<void> {
  const { offer, resource } = await container.readOffer();
  await offer!.replace({ ...resource!, content: { offerThroughput: ruPerSecond } as never });
}

function orderOf(count: number): object {
  return {
    id: `order-${String(count % 400).padStart(4, "0")}`,
    customer: `customer-${(count * 7) % 90}`,
    city: CITIES[count % CITIES.length],
    state: STATES[count % STATES.length],
    total: Math.round(((count * 37) % 900) * 100 + 1250) / 100,
    lines: [
      { product: `product-${count % 17}`, count: 1 + (count % 3) },
      { product: `product-${(count + 5) % 17}`, count: 1 },
    ],
    note: TEXT,
  };
}

async function addScriptsAndUsers(orders: Container, database: Database): Promise<void> {
  await orders.scripts.storedProcedures.create({
    id: "totalOfCustomer",
    body: `function totalOfCustomer(state) {
  const container = getContext().getCollection();
  const query = {
    query: "SELECT VALUE SUM(c.total) FROM c WHERE c.state = @state",
    parameters: [{ name: "@state", value: state }],
  };
  container.queryDocuments(container.getSelfLink(), query, (error, rows) => {
    if (error) throw error;
    console.log(rows.length + " sum");
    getContext().getResponse().setBody({ state, total: rows[0] ?? 0 });
  });
}`,
  });
  await orders.scripts.userDefinedFunctions.create({
    id: "withTax",
    body: "function withTax(total) { return total * 1.23; }",
  });
  for (const id of ["accounting", "warehouse"]) {
    const { user } = await database.users.create({ id });
    await user.permissions.create({
      id: "read-orders",
      permissionMode: "Read" as never,
      resource: "dbs/shop/colls/orders",
    });
  }
}
