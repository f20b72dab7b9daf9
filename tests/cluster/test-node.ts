/** A node inside the test's own process, with a client of the SDK, and one that shows every status. */
import { CosmosClient } from "@azure/cosmos";
import { systemEnvironment } from "../../packages/orrery/src/cli/server/environment.ts";
import { startServer } from "../../packages/orrery/src/cli/server/start-server.ts";
import { WELL_KNOWN_KEY } from "../../packages/orrery/src/cli/settings/defaults.ts";
import { DEFAULT_STORAGE_LIMITS } from "../../packages/orrery/src/engine/index.ts";
import { ControlClient } from "../harness/control-client.ts";
import { SignedClient } from "../harness/signed-client.ts";

export class TestNode {
  readonly endpoint: string;
  readonly client: CosmosClient;
  /** Nothing retries, every status is an answer. */
  readonly raw: SignedClient;
  readonly control: ControlClient;
  readonly #server: Awaited<ReturnType<typeof startServer>>;

  private constructor(server: Awaited<ReturnType<typeof startServer>>) {
    this.#server = server;
    this.endpoint = `http://127.0.0.1:${server.port}`;
    this.client = new CosmosClient({ endpoint: this.endpoint, key: WELL_KNOWN_KEY });
    this.raw = new SignedClient(this.endpoint, WELL_KNOWN_KEY, 64);
    this.control = new ControlClient({ endpoint: this.endpoint, key: WELL_KNOWN_KEY });
  }

  static async start(
    storeUrl: string,
    { leaseMs = 2_000, throttle = "observe" }: { leaseMs?: number; throttle?: "enforce" | "observe" } = {},
  ): Promise<TestNode> {
    return new TestNode(
      await startServer({
        host: "127.0.0.1",
        port: 0,
        storeUrl,
        node: { leaseMs },
        durability: "disk",
        keys: { primary: WELL_KNOWN_KEY },
        throttle,
        consistency: "Session",
        storageLimits: DEFAULT_STORAGE_LIMITS,
        environment: systemEnvironment(process.env.ORRERY_NODE_LOG === undefined ? "silent" : "debug"),
      }),
    );
  }

  /** What the control API says of all nodes. */
  async nodes(): Promise<readonly NodeFigures[]> {
    return (await this.control.get("nodes")).body.nodes;
  }

  /** The containers that this node serves. */
  async owned(): Promise<readonly string[]> {
    return (await this.nodes()).find(({ isThis }) => isThis)!.containers;
  }

  async stop(): Promise<void> {
    this.raw.close();
    this.client.dispose();
    await this.#server.stop();
  }
}

export interface NodeFigures {
  readonly id: string;
  readonly address: string;
  readonly isThis: boolean;
  readonly state: string;
  readonly leaseLeftMs: number;
  readonly changesCatalog: boolean;
  readonly containers: readonly string[];
  readonly partitions: number;
}
