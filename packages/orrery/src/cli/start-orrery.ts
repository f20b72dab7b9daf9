/**
 * A server inside the caller's process, for tests and tools: in memory unless the options say otherwise, on a free port,
 * as many as one likes.
 */
import type { CosmosClient, CosmosClientOptions } from "@azure/cosmos";
import { askControl, type SendControl } from "../control/ask-control.ts";
import { Control } from "../control/control.ts";
import { DEFAULT_STORAGE_LIMITS, type StorageLimits } from "../engine/container/storage-limits.ts";
// From their own files, so that the published declarations are few.
import type { Environment } from "../engine/ground/environment.ts";
import type { ThrottleMode } from "../engine/spending/throttle-mode.ts";
import { GatewayRequest } from "../gateway/gateway-request.ts";
import type { GatewayResponse } from "../gateway/gateway-response.ts";
import { InProcessHttpClient } from "../gateway/in-process-http-client.ts";
import type { Durability } from "../kv/durability.ts";
import type { ConsistencyLevel } from "../throughput/consistency-level.ts";
import { connectionString } from "./connection-string.ts";
import { DEFAULT_CONSISTENCY, DEFAULT_HOST, WELL_KNOWN_KEY } from "./defaults.ts";
import { endpointOf } from "./endpoint.ts";
import { systemEnvironment, withControllableClock } from "./environment.ts";
import { startServer } from "./start-server.ts";

export interface OrreryOptions {
  /** A folder that keeps the data; absent: memory. */
  readonly data?: string;
  /** The address of a PostgreSQL database that keeps the data instead of a folder. */
  readonly store?: string;
  readonly durability?: Durability;
  readonly port?: number;
  /** The port of direct mode, or false without it; a free port where absent. */
  readonly direct?: number | false;
  readonly host?: string;
  readonly key?: string;
  readonly throttle?: ThrottleMode;
  /** The account's default level, which a request may weaken: Session where absent. */
  readonly consistency?: ConsistencyLevel;
  /** How much partitions may hold, in bytes; as on the service where absent. */
  readonly storageLimits?: Partial<StorageLimits>;
  /** Whether the control API can move the clock: yes where absent. */
  readonly controllableClock?: boolean;
  /** A clock and a random source of the caller's own, to test what depends on time. */
  readonly environment?: Partial<Environment>;
}

export interface Orrery {
  readonly endpoint: string;
  readonly key: string;
  readonly connectionString: string;
  /** The port of direct mode; undefined without it. */
  readonly directPort: number | undefined;
  /** A client whose requests stay in this process. Needs the package @azure/cosmos. */
  client(options?: Partial<CosmosClientOptions>): CosmosClient;
  /** What goes on inside, and what a test wants to bring about. */
  readonly control: Control;
  stop(): Promise<void>;
}

export async function startOrrery(options: OrreryOptions = {}): Promise<Orrery> {
  const key = options.key ?? WELL_KNOWN_KEY;
  const host = options.host ?? DEFAULT_HOST;
  // Loaded here, so that client() need not wait; whoever uses client() has loaded it already.
  const sdk = import("@azure/cosmos").catch(() => undefined);
  const environment = { ...systemEnvironment("error"), ...options.environment };
  const server = await startServer({
    host,
    port: options.port ?? 0,
    durability: options.durability ?? "process",
    throttle: options.throttle ?? "observe",
    consistency: options.consistency ?? DEFAULT_CONSISTENCY,
    keys: { primary: key },
    environment: options.controllableClock === false ? environment : withControllableClock(environment),
    storageLimits: { ...DEFAULT_STORAGE_LIMITS, ...options.storageLimits },
    ...(options.direct === false ? {} : { directPort: options.direct ?? 0 }),
    ...(options.data === undefined ? {} : { dataFolder: options.data }),
    ...(options.store === undefined ? {} : { storeUrl: options.store }),
  });
  const cosmos = await sdk;
  const endpoint = endpointOf(host, server.port);
  let isStopped = false;
  const serve = (request: GatewayRequest) => {
    if (isStopped) throw new Error("This Orrery was stopped. Start another one, and take its client.");
    return server.gateway.serve(request);
  };
  return {
    endpoint,
    control: new Control((method, target, body) => askControl(sendTo(serve), key, method, target, body)),
    key,
    connectionString: connectionString(endpoint, key),
    directPort: server.directPort,
    client: (clientOptions = {}) => {
      if (cosmos === undefined)
        throw new Error("client() needs the package @azure/cosmos: run `npm install @azure/cosmos`.");
      return new cosmos.CosmosClient({
        endpoint,
        key,
        httpClient: new InProcessHttpClient(serve),
        ...clientOptions,
      } as CosmosClientOptions);
    },
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      await server.stop();
    },
  };
}

/** The control API without a socket. */
function sendTo(serve: (request: GatewayRequest) => Promise<GatewayResponse>): SendControl {
  return async (method, target, headers, body) => {
    const request = new GatewayRequest({
      method,
      target,
      headers,
      secure: false,
      host: "localhost",
      readBody: async () => Buffer.from(body ?? ""),
      isGone: () => false,
      origin: "in process",
    });
    const answer = await serve(request);
    return { status: answer.status, text: answer.body?.toString() ?? "" };
  };
}
