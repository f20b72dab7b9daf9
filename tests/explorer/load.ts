/** Load from real clients, for pages to show: a container that is used evenly, and one with a hot key. */
import { CosmosClient } from "@azure/cosmos";

interface Served {
  readonly endpoint: string;
  readonly key: string;
}

const EVERY_MS = 40;
const TEXT = "x".repeat(600);

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
  for (const id of ["customers", "products", "sessions"]) await create(id, "/id", 400);
  let count = 0;
  const timer = setInterval(() => {
    count++;
    const customer = `customer-${(count * 7) % 90}`;
    const page = count % 5 === 0 ? `page-${count % 40}` : "home";
    orders.items.upsert({ id: `${count % 400}`, customer, text: TEXT }).catch(() => {});
    visits.items.upsert({ id: `${count % 300}`, page, text: TEXT }).catch(() => {});
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      client.dispose();
    },
  };
}
