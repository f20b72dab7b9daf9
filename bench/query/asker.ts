/** Ways of asking a query to the end of its last page. Each answers how many rows came. */
import { CosmosClient } from "@azure/cosmos";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { askToEnd, type BenchQuery } from "./ask-to-end.ts";
import { DATABASE } from "./fill-container.ts";

export interface Asker {
  readonly name: string;
  ask(container: string, query: BenchQuery): Promise<number>;
  close(): void;
}

export function rawAsker(endpoint: string, key: string): Asker {
  const client = new SignedClient(endpoint, key);
  return {
    name: "raw requests",
    ask: async (container, query) => (await askToEnd(client, container, query)).rows,
    close: () => client.close(),
  };
}

export function sdkAsker(endpoint: string, key: string): Asker {
  const client = new CosmosClient({ endpoint, key });
  return {
    name: "SDK",
    ask: async (container, { text, partitionKey }) => {
      const { resources } = await client
        .database(DATABASE)
        .container(container)
        .items.query(text, { maxItemCount: 1000, ...(partitionKey && { partitionKey }) })
        .fetchAll();
      return resources.length;
    },
    close: () => client.dispose(),
  };
}
