/** A server of a test's own: containers with as many physical partitions as asked for, and queries without an SDK. */
import type { Container, Database, ItemDefinition, PartitionKeyDefinition } from "@azure/cosmos";
import { type Orrery, type OrreryOptions, startOrrery } from "orrerydb";
import { SignedClient } from "../harness/signed-client.ts";

export const DATABASE = "queries";

/** Manual throughput makes one physical partition for every 6,000 RU/s. */
const RU_PER_PARTITION = 6000;
const WRITES_AT_ONCE = 50;
const PAGES_MAX = 10_000;

export interface RawQuery {
  readonly text: string;
  readonly parameters?: readonly { readonly name: string; readonly value: unknown }[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly rows: readonly unknown[];
  readonly charge: number;
  readonly continuation?: string;
}

export class QueryServer {
  readonly orrery: Orrery;
  readonly #raw: SignedClient;

  private constructor(orrery: Orrery) {
    this.orrery = orrery;
    this.#raw = new SignedClient(orrery.endpoint, orrery.key);
  }

  static async start(options: OrreryOptions = {}): Promise<QueryServer> {
    const server = new QueryServer(await startOrrery(options));
    await server.orrery.client().databases.createIfNotExists({ id: DATABASE });
    return server;
  }

  async stop(): Promise<void> {
    this.#raw.close();
    await this.orrery.stop();
  }

  get database(): Database {
    return this.orrery.client().database(DATABASE);
  }

  async createContainer(
    id: string,
    partitionKey: PartitionKeyDefinition,
    partitions: number,
    more: object = {},
  ): Promise<Container> {
    const throughput = partitions * RU_PER_PARTITION;
    return (await this.database.containers.create({ id, partitionKey, throughput, ...more })).container;
  }

  send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) {
    return this.#raw.send(method, path, body === undefined ? { headers } : { headers, body });
  }

  /** One page. The path is that of a feed, such as `dbs/a/colls/b/docs`. */
  async queryFeed(path: string, { text, parameters = [], headers = {} }: RawQuery): Promise<RawPage> {
    const answer = await this.send(
      "POST",
      `/${path}`,
      {
        "content-type": "application/query+json",
        "x-ms-documentdb-isquery": "true",
        "x-ms-documentdb-query-enablecrosspartition": "true",
        ...headers,
      },
      { query: text, parameters },
    );
    return pageOf(answer);
  }

  query(container: string, query: RawQuery): Promise<RawPage> {
    return this.queryFeed(`dbs/${DATABASE}/colls/${container}/docs`, query);
  }

  /** The plain feed of items, without a query. */
  async list(container: string, headers: Readonly<Record<string, string>>): Promise<RawPage> {
    return pageOf(await this.send("GET", `/dbs/${DATABASE}/colls/${container}/docs`, headers));
  }
}

/** Follows the continuation tokens to the end. */
export async function allPages(
  next: (headers: Readonly<Record<string, string>>) => Promise<RawPage>,
): Promise<{ readonly rows: unknown[]; readonly charge: number; readonly pages: readonly RawPage[] }> {
  const pages: RawPage[] = [];
  let continuation: string | undefined;
  do {
    const page = await next(continuation === undefined ? {} : { "x-ms-continuation": continuation });
    if (page.status !== 200) throw new Error(`${page.status}: ${JSON.stringify(page.body)}`);
    pages.push(page);
    if (pages.length > PAGES_MAX) throw new Error("The query does not end.");
    continuation = page.continuation;
  } while (continuation !== undefined);
  return {
    rows: pages.flatMap(({ rows }) => rows),
    charge: pages.reduce((sum, { charge }) => sum + charge, 0),
    pages,
  };
}

function pageOf(answer: Awaited<ReturnType<SignedClient["send"]>>): RawPage {
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  const continuation = answer.headers["x-ms-continuation"] as string | undefined;
  return {
    status: answer.status,
    headers: answer.headers,
    body,
    rows: (Object.values(body).find(Array.isArray) as unknown[] | undefined) ?? [],
    charge: Number(answer.headers["x-ms-request-charge"]),
    ...(continuation ? { continuation } : {}),
  };
}

export async function fill(container: Container, items: readonly ItemDefinition[]): Promise<void> {
  for (let from = 0; from < items.length; from += WRITES_AT_ONCE) {
    await Promise.all(items.slice(from, from + WRITES_AT_ONCE).map((item) => container.items.create(item)));
  }
}

/** Options of a client that shows the headers of every request. The SDK's types don't tell of plugins. */
export function seeingRequests(see: (headers: Readonly<Record<string, string>>) => void): object {
  const plugin = (
    request: { headers: Record<string, string> },
    _diagnostics: unknown,
    next: (request: unknown) => unknown,
  ) => {
    see(request.headers);
    return next(request);
  };
  return { plugins: [{ on: "request", plugin }] };
}
