/**
 * Several nodes on one PostgreSQL, in place of one server: each request is answered by the next of them. ORRERY_TEST_NODES says
 * how many, to run tests of one server once more; see CONTRIBUTING.md. What belongs to one process is not there: direct mode,
 * forks, snapshots.
 */
import { CosmosClient, type CosmosClientOptions } from "@azure/cosmos";
import { connectControl, type Orrery, type OrreryOptions } from "orrerydb";
import { afterAll } from "vitest";
import { systemEnvironment } from "../../packages/orrery/src/cli/server/environment.ts";
import { startServer } from "../../packages/orrery/src/cli/server/start-server.ts";
import { DEFAULT_CONSISTENCY, WELL_KNOWN_KEY } from "../../packages/orrery/src/cli/settings/defaults.ts";
import { connectionString } from "../../packages/orrery/src/control/connection-string.ts";
import { DEFAULT_STORAGE_LIMITS } from "../../packages/orrery/src/engine/index.ts";
import { InProcessHttpClient } from "../../packages/orrery/src/gateway/exchange/in-process-http-client.ts";
import { PostgresServer } from "./postgres-server.ts";
import { RoundRobinProxy } from "./round-robin-proxy.ts";

/** Undefined: tests have one server. */
export const NODES =
  process.env.ORRERY_TEST_NODES === undefined ? undefined : Number(process.env.ORRERY_TEST_NODES);

/** All nodes share the loop of the test's own process, which may be busy for long. */
const LEASE_MS = 60_000;

let postgres: Promise<PostgresServer | undefined> | undefined;
/** By the folder that a server would have had. */
const databases = new Map<string, string>();

// Processes of tests are ended without a word.
if (NODES !== undefined) afterAll(async () => (await postgres)?.stop());

/** A database for what would be in a folder, the same one for the same folder, or a new one. The server ends with the file's tests. */
export async function databaseFor(folder: string | undefined): Promise<string> {
  const known = folder === undefined ? undefined : databases.get(folder);
  if (known !== undefined) return known;
  postgres ??= PostgresServer.start("what one server does, done by several nodes");
  const started = await postgres;
  if (started === undefined) throw new Error("ORRERY_TEST_NODES needs a PostgreSQL server.");
  const url = await started.newDatabase();
  if (folder !== undefined) databases.set(folder, url);
  return url;
}

export async function startNodes(count: number, options: OrreryOptions): Promise<Orrery> {
  const key = options.key ?? WELL_KNOWN_KEY;
  const storeUrl = await databaseFor(options.data);
  const start = () =>
    startServer({
      host: "127.0.0.1",
      port: 0,
      storeUrl,
      node: { leaseMs: LEASE_MS },
      durability: "process",
      keys: { primary: key },
      throttle: options.throttle ?? "observe",
      consistency: options.consistency ?? DEFAULT_CONSISTENCY,
      storageLimits: { ...DEFAULT_STORAGE_LIMITS, ...options.storageLimits },
      environment: { ...systemEnvironment("error"), ...options.environment },
      ...(options.partitions !== undefined && { newPartitions: options.partitions }),
    });
  const nodes = await Promise.all(Array.from({ length: count }, start));
  const proxy = await RoundRobinProxy.over(nodes.map(({ port }) => port));
  const endpoint = `http://127.0.0.1:${proxy.port}`;
  let next = 0;
  const serve: ConstructorParameters<typeof InProcessHttpClient>[0] = (request) =>
    nodes[next++ % count]!.gateway.serve(request);
  return {
    endpoint,
    key,
    connectionString: connectionString({ endpoint: endpoint, key: key }),
    directPort: undefined,
    control: connectControl(connectionString({ endpoint: endpoint, key: key })),
    client: (more) =>
      new CosmosClient({
        endpoint,
        key,
        httpClient: new InProcessHttpClient(serve),
        ...more,
      } as CosmosClientOptions),
    fork: ofOneProcess,
    snapshot: ofOneProcess,
    restore: ofOneProcess,
    reset: ofOneProcess,
    stop: async () => {
      proxy.close();
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

function ofOneProcess(): never {
  throw new Error("Several nodes have no copies: it belongs to a server in one process.");
}
