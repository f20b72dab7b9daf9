/** Ways of asking a query to the end of its last page. Each answers how many rows came. */
import { CosmosClient } from "@azure/cosmos";
import { SignedClient } from "../../tests/harness/signed-client.ts";

export interface BenchQuery {
  readonly text: string;
  readonly partitionKey?: string;
}

export interface Asker {
  readonly name: string;
  ask(container: string, query: BenchQuery): Promise<number>;
  close(): void;
}

const PAGES_MAX = 1000;

export function rawAsker(endpoint: string, key: string, database: string): Asker {
  const client = new SignedClient(endpoint, key);
  return {
    name: "raw requests",
    ask: async (container, { text, partitionKey }) => {
      const body = JSON.stringify({ query: text, parameters: [] });
      let rows = 0;
      let continuation: string | undefined;
      for (let page = 0; page < PAGES_MAX; page++) {
        const answer = await client.send("POST", `/dbs/${database}/colls/${container}/docs`, {
          body,
          headers: {
            "content-type": "application/query+json",
            "x-ms-documentdb-isquery": "true",
            "x-ms-documentdb-query-enablecrosspartition": "true",
            "x-ms-max-item-count": "-1",
            ...(partitionKey && { "x-ms-documentdb-partitionkey": JSON.stringify([partitionKey]) }),
            ...(continuation && { "x-ms-continuation": continuation }),
          },
        });
        if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
        rows += rowCount(answer);
        continuation = answer.headers["x-ms-continuation"] as string | undefined;
        if (!continuation) return rows;
      }
      throw new Error(`more than ${PAGES_MAX} pages: ${text}`);
    },
    close: () => client.close(),
  };
}

/** The rival gives no count in a header. */
function rowCount({ headers, text }: Awaited<ReturnType<SignedClient["send"]>>): number {
  const count = headers["x-ms-item-count"];
  return count === undefined ? (JSON.parse(text) as { _count: number })._count : Number(count);
}

export function sdkAsker(endpoint: string, key: string, database: string): Asker {
  const client = new CosmosClient({ endpoint, key });
  return {
    name: "SDK",
    ask: async (container, { text, partitionKey }) => {
      const { resources } = await client
        .database(database)
        .container(container)
        .items.query(text, { maxItemCount: 1000, ...(partitionKey && { partitionKey }) })
        .fetchAll();
      return resources.length;
    },
    close: () => client.dispose(),
  };
}
