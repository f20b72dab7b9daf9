/** A server of a test file's own, driven over the wire: by the published SDK, and by plain signed requests. */
import { type Container, CosmosClient, type CosmosClientOptions, type Database } from "@azure/cosmos";
import { type Orrery, type OrreryOptions, startOrrery } from "orrerydb";
import { SignedClient } from "../harness/signed-client.ts";

export const DATABASE = "data-plane";

/** Three physical partitions: what crosses keys crosses partitions too. */
const RU_PER_SECOND = 18_000;

export class DataPlaneServer {
  readonly orrery: Orrery;
  readonly client: CosmosClient;
  /** No SDK: nothing retries, every status is an answer. */
  readonly raw: SignedClient;

  private constructor(orrery: Orrery) {
    this.orrery = orrery;
    this.client = this.connect();
    this.raw = new SignedClient(orrery.endpoint, orrery.key);
  }

  static async start(options: OrreryOptions = {}): Promise<DataPlaneServer> {
    const server = new DataPlaneServer(await startOrrery(options));
    await server.client.databases.create({ id: DATABASE });
    return server;
  }

  async stop(): Promise<void> {
    this.raw.close();
    this.client.dispose();
    await this.orrery.stop();
  }

  connect(options: Partial<CosmosClientOptions> = {}): CosmosClient {
    const { endpoint, key } = this.orrery;
    return new CosmosClient({ endpoint, key, ...options } as CosmosClientOptions);
  }

  get database(): Database {
    return this.client.database(DATABASE);
  }

  /** Partitioned by `/pk`. */
  async createContainer(id: string, more: object = {}): Promise<Container> {
    const body = { id, partitionKey: "/pk", throughput: RU_PER_SECOND, ...more };
    return (await this.database.containers.create(body)).container;
  }
}

/** What the SDK throws. */
export interface SdkError {
  readonly code: number;
  readonly substatus?: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: { readonly message: string };
}

/** The refusal of a request that must not succeed. */
export async function refusal(request: Promise<unknown>): Promise<SdkError> {
  try {
    await request;
  } catch (error) {
    return error as SdkError;
  }
  throw new Error("The request was answered, but it must be refused.");
}
