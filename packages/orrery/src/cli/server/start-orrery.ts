/**
 * A server inside the caller's process, for tests and tools: in memory unless the options say otherwise, on a free port,
 * as many as one likes.
 */
import { rm } from "node:fs/promises";
import { Agent } from "node:https";
import type { CosmosClient, CosmosClientOptions } from "@azure/cosmos";
import { askControl, type SendControl } from "../../control/ask-control.ts";
import { connectionString } from "../../control/connection-string.ts";
import { Control } from "../../control/control.ts";
import { DEFAULT_STORAGE_LIMITS, type StorageLimits } from "../../engine/container/storage-limits.ts";
// From their own files, so that the published declarations are few.
import type { Environment } from "../../engine/ground/environment.ts";
import type { ThrottleMode } from "../../engine/spending/throttle-mode.ts";
import { GatewayRequest } from "../../gateway/exchange/gateway-request.ts";
import type { GatewayResponse } from "../../gateway/exchange/gateway-response.ts";
import { InProcessHttpClient } from "../../gateway/exchange/in-process-http-client.ts";
import type { Durability } from "../../kv/durability.ts";
import type { ConsistencyLevel } from "../../throughput/consistency-level.ts";
import { endpointOf } from "../account/endpoint.ts";
import { copyOf, DataCopy, type DataSource, removeCopies } from "../data/data-copy.ts";
import { DEFAULT_CONSISTENCY, DEFAULT_HOST, WELL_KNOWN_KEY } from "../settings/defaults.ts";
import { checkOptions } from "./check-options.ts";
import { systemEnvironment, withControllableClock } from "./environment.ts";
import { plantSeed, readSeed } from "./seed.ts";
import type { Seed } from "./seed-content.ts";
import { type ServerSettings, startServer } from "./start-server.ts";

export interface OrreryOptions {
  /**
   * The folder that keeps the data. Without it, data is in memory and gone after `stop()`. A folder has one server at
   * a time.
   */
  readonly data?: string;
  /**
   * The address of a [PostgreSQL database](scale-out.md) that keeps the data instead of a folder:
   * `postgres://USER@HOST/DATABASE`. A database has one server at a time; [nodes](scale-out.md#several-nodes) are
   * started by the command.
   */
  readonly store?: string;
  /**
   * What is there from the start: databases by their names, in them containers by theirs, each with its definition
   * and its `items`. Or the name of a [file or folder](testing.md#seeds) that has it. What is there already stays as
   * it is.
   */
  readonly seed?: Seed | string;
  /**
   * With `data`: `"process"`, the default here, acknowledges a write once it is safe from a crash of the process;
   * `"disk"` once it is on the disk. (The command `orrery` has `disk` as its default.)
   */
  readonly durability?: Durability;
  /** The port for http and https alike. Absent or 0: a free port; `endpoint` names it. */
  readonly port?: number;
  /**
   * The port of [direct mode](architecture/direct.md), which the Java and .NET clients use by default. Absent or 0: a
   * free port, which `directPort` names. `false` turns direct mode off.
   */
  readonly direct?: number | false;
  /** The address to listen on: 127.0.0.1 where absent, which nobody else can reach. */
  readonly host?: string;
  /**
   * The address that clients are told, where it is not the one they use first; as
   * [`--advertise`](cli.md#orrery-serve). Port 0 stands for the port that is chosen.
   */
  readonly advertise?: string;
  /** The account key, in base64. Absent: the well-known one of the emulators. */
  readonly key?: string;
  /** `"observe"`, the default, counts what the service would refuse; `"enforce"` refuses it with 429. */
  readonly throttle?: ThrottleMode;
  /**
   * The account's default level, which a request may weaken: `"Strong"`, `"BoundedStaleness"`, `"Session"` (the
   * default), `"ConsistentPrefix"` or `"Eventual"`. There is one copy of the data, so that all levels are met; the
   * level decides what a request may ask for, and what reads cost.
   */
  readonly consistency?: ConsistencyLevel;
  /**
   * How much partitions may hold, in bytes of items as they are answered. Small limits show in a test what takes 50
   * GB on the service.
   */
  readonly storageLimits?: Partial<StorageLimits>;
  /**
   * How many physical partitions each new container has, 1 to 100, whatever its throughput needs. A higher throughput
   * later adds some if it needs them.
   */
  readonly partitions?: number;
  /**
   * Whether [`control.clock`](testing.md#time) and the control API can move the clock ahead: they can, where it is
   * absent.
   */
  readonly controllableClock?: boolean;
  /** A clock and a random source of your own, to test what depends on them. What is absent is the real one. */
  readonly environment?: Partial<Environment>;
}

export interface Orrery {
  /** Where the server listens, for clients over HTTP, in this process or elsewhere. https works on the same port. */
  readonly endpoint: string;
  /** The account key, as given or the well-known one. */
  readonly key: string;
  /** Both in one text, as many programs take them. */
  readonly connectionString: string;
  /** Where direct mode is served; `undefined` without it. */
  readonly directPort: number | undefined;
  /**
   * A client of `@azure/cosmos` whose requests stay in this process: no socket, no port. Needs that package beside
   * `orrerydb`. Its options are those of `CosmosClient`; each call makes a new one.
   */
  client(options?: Partial<CosmosClientOptions>): CosmosClient;
  /**
   * What goes on inside, and what a test wants to bring about: partitions, hot keys, history, splits, merges,
   * throttling, [faults](faults.md), the clock. [Testing](testing.md) shows each.
   */
  readonly control: Control;
  /**
   * An independent copy of the whole account as of now, in a server of its own, without copying the data: in memory
   * rows are shared until one side changes them, on a disk tables are hard links. It has the same options and the
   * same time, a free port, and neither faults nor throttle modes that were set.
   * [Testing](testing.md#a-copy-for-each-test) shows it.
   */
  fork(): Promise<Orrery>;
  /** The whole account as of now, for `restore`. It costs as little as a fork, and is kept until `stop()`. */
  snapshot(): Promise<Snapshot>;
  /**
   * Comes back to a snapshot, as often as one likes. Endpoint and clients stay; what is under way is finished first,
   * and connections over HTTP are closed.
   */
  restore(snapshot: Snapshot): Promise<void>;
  /** Deletes all databases and rules for faults, and plants the seed anew. */
  reset(): Promise<void>;
  /** Finishes what is under way, then closes everything. What `client()` made says so from then on. */
  stop(): Promise<void>;
}

/** As of one moment; until its Orrery is stopped. */
export interface Snapshot {
  readonly [SNAPSHOT]: true;
}

declare const SNAPSHOT: unique symbol;

export async function startOrrery(options: OrreryOptions = {}): Promise<Orrery> {
  checkOptions(options);
  const { data, seed } = options;
  if (data !== undefined) await removeCopies(data);
  const orrery = await InProcessOrrery.start(options, data === undefined ? {} : { dataFolder: data });
  try {
    if (seed !== undefined) await orrery.plant(seed);
    return orrery.members;
  } catch (error) {
    await orrery.stop();
    throw error;
  }
}

type Server = Awaited<ReturnType<typeof startServer>>;

class InProcessOrrery {
  readonly key: string;
  readonly endpoint: string;
  readonly directPort: number | undefined;
  readonly control: Control;
  readonly #options: OrreryOptions;
  readonly #cosmos: typeof import("@azure/cosmos") | undefined;
  readonly #copies: DataCopy[] = [];
  /** Of a fork on a disk: it goes with it. */
  readonly #ownFolder: string | undefined;
  /** Another one after `restore`. Undefined: it was stopped. */
  #server: Server | undefined;

  private constructor(
    options: OrreryOptions,
    server: Server,
    cosmos: typeof import("@azure/cosmos") | undefined,
    ownFolder: string | undefined,
  ) {
    this.#options = options;
    this.#server = server;
    this.#cosmos = cosmos;
    this.#ownFolder = ownFolder;
    this.key = keyOf(options);
    this.endpoint = endpointOf(hostOf(options), server.port);
    this.directPort = server.directPort;
    this.control = new Control((method, target, body) =>
      askControl(sendTo(this.#serve), this.key, method, target, body),
    );
  }

  static async start(
    options: OrreryOptions,
    source: DataSource | Record<string, never>,
    aheadMs = 0,
  ): Promise<InProcessOrrery> {
    // Loaded meanwhile, so that client() need not wait; whoever uses client() has loaded it already.
    const sdk = import("@azure/cosmos").catch(() => undefined);
    const server = await startServer({ ...serverSettings(options, aheadMs), ...source }).catch(explainPort);
    const ownFolder =
      "dataFolder" in source && source.dataFolder !== options.data ? source.dataFolder : undefined;
    return new InProcessOrrery(options, server, await sdk, ownFolder);
  }

  /** As a plain object, which can be taken apart. */
  get members(): Orrery {
    const { endpoint, key, directPort, control } = this;
    return {
      endpoint,
      key,
      connectionString: connectionString({ endpoint, key }),
      directPort,
      control,
      client: (options) => this.client(options),
      fork: () => this.fork(),
      snapshot: () => this.snapshot(),
      restore: (snapshot) => this.restore(snapshot),
      reset: () => this.reset(),
      stop: () => this.stop(),
    };
  }

  async plant(seed: Seed | string): Promise<void> {
    await plantSeed(this.#running.engine, typeof seed === "string" ? await readSeed(seed) : seed);
  }

  client(clientOptions: Partial<CosmosClientOptions> = {}): CosmosClient {
    if (this.#cosmos === undefined)
      throw new Error("client() needs the package @azure/cosmos: run `npm install @azure/cosmos`.");
    const { endpoint, key } = this;
    const { CosmosClient, Constants } = this.#cosmos;
    const transport = /^4\.0\./.test(Constants.SDKVersion)
      ? throughTls(endpoint)
      : { endpoint, httpClient: new InProcessHttpClient(this.#serve) };
    return new CosmosClient({ key, ...transport, ...clientOptions } as CosmosClientOptions);
  }

  async fork(): Promise<Orrery> {
    const source = await copyOf(this.#running.store, this.#folder);
    const { port: _, direct, seed: __, ...options } = this.#options;
    const forked = await InProcessOrrery.start(
      { ...options, ...(direct === false ? { direct } : {}) },
      source,
      this.#aheadMs,
    );
    return forked.members;
  }

  async snapshot(): Promise<Snapshot> {
    const copy = await DataCopy.of(this.#running.store, this.#folder);
    this.#copies.push(copy);
    return copy as unknown as Snapshot;
  }

  async restore(snapshot: Snapshot): Promise<void> {
    const copy = snapshot as unknown as DataCopy;
    const server = this.#running;
    if (!this.#copies.includes(copy)) throw new Error("Only a snapshot of this Orrery can be restored.");
    const settings = serverSettings(this.#options, this.#aheadMs);
    const { port, directPort } = server;
    this.#server = undefined;
    await server.stop();
    const source = await copy.openIn(this.#folder);
    this.#server = await startServer({ ...settings, port, directPort, ...source });
  }

  async reset(): Promise<void> {
    await this.control.reset();
    if (this.#options.seed !== undefined) await this.plant(this.#options.seed);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
    for (const copy of this.#copies.splice(0)) await copy.remove();
    if (this.#ownFolder !== undefined) await rm(this.#ownFolder, { recursive: true, force: true });
  }

  get #folder(): string | undefined {
    return this.#ownFolder ?? this.#options.data;
  }

  get #running(): Server {
    if (this.#server === undefined)
      throw new Error("This Orrery was stopped. Start another one, and take its client.");
    return this.#server;
  }

  get #aheadMs(): number {
    return this.#running.engine.environment.clockControl?.aheadMs ?? 0;
  }

  readonly #serve = async (request: GatewayRequest): Promise<GatewayResponse> =>
    this.#running.gateway.serve(request);
}

function keyOf(options: OrreryOptions): string {
  return options.key ?? WELL_KNOWN_KEY;
}

function hostOf(options: OrreryOptions): string {
  return options.host ?? DEFAULT_HOST;
}

/** Everything but where the data is. */
function serverSettings(options: OrreryOptions, aheadMs: number): ServerSettings {
  const environment = { ...systemEnvironment("error"), ...options.environment };
  return {
    host: hostOf(options),
    port: options.port ?? 0,
    durability: options.durability ?? "process",
    throttle: options.throttle ?? "observe",
    consistency: options.consistency ?? DEFAULT_CONSISTENCY,
    keys: { primary: keyOf(options) },
    environment:
      options.controllableClock === false ? environment : withControllableClock(environment, aheadMs),
    storageLimits: { ...DEFAULT_STORAGE_LIMITS, ...options.storageLimits },
    advertise: options.advertise,
    newPartitions: options.partitions,
    directPort: options.direct === false ? undefined : (options.direct ?? 0),
    storeUrl: options.store,
  };
}

function explainPort(
  error: NodeJS.ErrnoException & { readonly port?: number; readonly address?: string },
): never {
  if (error.code !== "EADDRINUSE") throw error;
  throw new Error(
    `Port ${error.port} of ${error.address} is in use by another program. Choose another, or leave it out for a free one.`,
    { cause: error },
  );
}

/** For the SDK 4.0, which takes no transport, and refuses http. It is this process that answers, whoever signed for it. */
function throughTls(endpoint: string): { readonly endpoint: string; readonly agent: Agent } {
  return { endpoint: endpoint.replace(/^http:/, "https:"), agent: new Agent({ rejectUnauthorized: false }) };
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
    });
    const answer = await serve(request);
    return { status: answer.status, text: answer.body?.toString() ?? "" };
  };
}
