/** A server inside the test's own process, driven by the published SDK, by plain signed requests, and by the control API. */
import {
  type Container,
  type ContainerRequest,
  CosmosClient,
  type CosmosClientOptions,
  type Database,
} from "@azure/cosmos";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { type Orrery, type OrreryOptions, startOrrery } from "orrerydb";
import { ControlClient } from "./control-client.ts";
import { NODES, startNodes } from "./several-nodes.ts";
import { SignedClient } from "./signed-client.ts";

/** The database that every test server has. */
export const DATABASE = "test";

/** Manual throughput makes one physical partition for every 6,000 RU/s. */
const RU_PER_PARTITION = 6_000;
/** What crosses keys crosses partitions too. */
const PARTITIONS = 3;

export interface ContainerOptions {
  readonly partitionKey?: string | PartitionKeyDefinition;
  readonly partitions?: number;
  readonly [property: string]: unknown;
}

export interface TestServerOptions extends OrreryOptions {
  /** The client's requests stay in the process. Over HTTP the SDK cannot send all of its own continuation tokens. */
  readonly isClientInProcess?: boolean;
}

export class TestServer {
  readonly orrery: Orrery;
  readonly client: CosmosClient;
  /** No SDK: nothing retries, every status is an answer. */
  readonly raw: SignedClient;
  readonly control: ControlClient;

  private constructor(orrery: Orrery, isClientInProcess: boolean) {
    this.orrery = orrery;
    this.client = isClientInProcess ? orrery.client() : this.connect();
    this.raw = new SignedClient(orrery.endpoint, orrery.key);
    this.control = new ControlClient(orrery);
  }

  static async start({ isClientInProcess = false, ...options }: TestServerOptions = {}): Promise<TestServer> {
    const orrery = await (NODES === undefined ? startOrrery(options) : startNodes(NODES, options));
    const server = new TestServer(orrery, isClientInProcess);
    await server.client.databases.createIfNotExists({ id: DATABASE });
    return server;
  }

  async stop(): Promise<void> {
    this.raw.close();
    this.client.dispose();
    await this.orrery.stop();
  }

  /** Another client, over HTTP. */
  connect(options: Partial<CosmosClientOptions> = {}): CosmosClient {
    const { endpoint, key } = this.orrery;
    return new CosmosClient({ endpoint, key, ...options } as CosmosClientOptions);
  }

  get database(): Database {
    return this.client.database(DATABASE);
  }

  /** Partitioned by `/pk` unless told otherwise. */
  async createContainer(
    id: string,
    { partitions = PARTITIONS, ...more }: ContainerOptions = {},
  ): Promise<Container> {
    const body = { id, partitionKey: "/pk", throughput: partitions * RU_PER_PARTITION, ...more };
    return (await this.database.containers.create(body as ContainerRequest)).container;
  }
}
