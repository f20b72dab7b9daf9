/** A whole server from settings: store, engine, gateway, listener. The only place where they are put together. */

import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Engine, type Environment, type StorageLimits, type ThrottleMode } from "../../engine/index.ts";
import type { AccountKeyTexts } from "../../gateway/auth/authenticate.ts";
import { Credentials } from "../../gateway/auth/credentials.ts";
import { type AdvertisedAddress, parseAdvertisedAddress } from "../../gateway/context/advertised-address.ts";
import { DirectListener } from "../../gateway/direct/direct-listener.ts";
import type { GatewayRequest } from "../../gateway/exchange/gateway-request.ts";
import type { Fronts } from "../../gateway/fronts/fronts.ts";
import { Gateway } from "../../gateway/gateway.ts";
import type { Certificate } from "../../gateway/listener/certificate.ts";
import { isValidFor, lazyCertificate } from "../../gateway/listener/certificate-folder.ts";
import { createListener, type Listener } from "../../gateway/listener/listener.ts";
import { BrowserGuard, type BrowserGuardOptions } from "../../gateway/public/browser-guard.ts";
import type { RequestLogOptions } from "../../gateway/watch/request-log.ts";
import type { Durability } from "../../kv/durability.ts";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { Storage } from "../../store/storage.ts";
import type { ConsistencyLevel } from "../../throughput/consistency-level.ts";
import { Failure } from "../../value/failure.ts";
import { OUTCOME_STATUS, statusOf } from "../../wire/status.ts";
import { endpointOf } from "../account/endpoint.ts";
import { makeCheckpoint, removeCheckpoints } from "../data/checkpoints.ts";
import { makeDataFolder } from "../data/data-folder.ts";
import { openStore } from "../data/open-store.ts";
import { wideFolderWarning } from "../data/private-files.ts";
import { ServerAdviceDesk } from "../jobs/advice-desk.ts";
import { ServerMoveDesk } from "../jobs/move-desk.ts";
import { defaultCacheBytes, shareCache } from "../settings/defaults.ts";
import { UsageError } from "../settings/flags.ts";
import { explorerFiles } from "./explorer-files.ts";
import type { JoinedCluster } from "./join-cluster.ts";
import { plantSeed } from "./seed.ts";
import type { Seed } from "./seed-content.ts";
import { sweepRegularly } from "./sweep-timer.ts";
import { verifyRegularly } from "./verify-timer.ts";

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** Processes that speak HTTP with clients; absent or one: this one does, and there is no other. */
  readonly workers?: number;
  /** The port of direct mode; absent: it is not served. */
  readonly directPort?: number | undefined;
  /** Absent, as `storeUrl` is: everything is kept in memory. */
  readonly dataFolder?: string;
  /** The address of a PostgreSQL database that has the data. */
  readonly storeUrl?: string | undefined;
  /** As one of several nodes on that database. */
  readonly node?: NodeSettings | undefined;
  /** Without a folder: what the memory holds at the start; absent: nothing. */
  readonly memory?: MemoryStore;
  readonly durability: Durability;
  readonly keys: AccountKeyTexts;
  readonly throttle: ThrottleMode;
  /** The account's default level. */
  readonly consistency: ConsistencyLevel;
  readonly storageLimits: StorageLimits;
  /** How many partitions a new container has; absent: as many as its throughput needs. */
  readonly newPartitions?: number | undefined;
  /** Of hot items, and of blocks of the data folder, together; absent: `defaultCacheBytes`. */
  readonly cacheBytes?: number;
  /** What is there before anybody is served. */
  readonly seed?: Seed;
  /** Announced to clients instead of the address that their requests come to: a URL whose port may be 0 for `port`. */
  readonly advertise?: string | undefined;
  /** Which browsers are let in besides those that show pages of this server. */
  readonly browsers?: Omit<BrowserGuardOptions, "host" | "advertised">;
  /** Absent: requests are not logged. */
  readonly requestLog?: RequestLogOptions | undefined;
  readonly certificateFiles?: { readonly cert: string; readonly key: string } | undefined;
  readonly environment: Environment;
}

interface NodeSettings {
  /** Where other nodes reach this one; absent: at host and port. Port 0 is the one that it listens on. */
  readonly address?: string;
  /** Absent: as every lease of a store. */
  readonly leaseMs?: number;
}

interface Server {
  readonly port: number;
  readonly directPort: number | undefined;
  readonly gateway: Gateway;
  readonly engine: Engine;
  readonly store: KeyValueStore;
  /** From the next request on. Throws a Failure, and changes nothing, if one of them is no key. */
  replaceKeys(keys: AccountKeyTexts): void;
  /** Resolves when another process has taken over the data: nothing is served from then on. */
  readonly lost: Promise<Error>;
  /** Finishes what is under way, then closes everything. */
  stop(): Promise<void>;
}

export async function startServer(settings: ServerSettings): Promise<Server> {
  const { environment } = settings;
  const { node: nodeSettings, dataFolder } = settings;
  if (dataFolder !== undefined) {
    makeDataFolder(dataFolder);
    const warning = await wideFolderWarning(dataFolder);
    if (warning !== undefined) environment.log("warn", warning);
  }
  const cache = shareCache(settings.cacheBytes ?? defaultCacheBytes());
  const { kv, level, members, isCurrent, lost } = await openStore({
    ...settings,
    cache,
    ...(nodeSettings && { isNode: true, leaseMs: nodeSettings.leaseMs }),
  });
  const credentials = new Credentials(settings.keys);
  const key = () => credentials.keys.all[0]!;
  const cluster =
    members &&
    (await import("./join-cluster.ts")).joinCluster({
      members,
      isCurrent,
      keys: () => credentials.keys.full,
      log: (level, message) => environment.log(level, message),
    });
  let engine: Engine | undefined;
  let listener: Pick<Listener, "listen" | "close"> | undefined;
  let fronts: Fronts | undefined;
  let direct: DirectListener | undefined;
  let directPort: number | undefined;
  let port = settings.port;
  try {
    const storage = new Storage(kv, level && { bytesMax: cache.keyBytes });
    const opening = Engine.open({
      ...(cluster && { ownership: cluster.node }),
      ...(level && {
        checkpoint: () => makeCheckpoint(level, settings.dataFolder!, environment.now()),
      }),
      storage,
      environment,
      cacheBytes: cache.itemBytes,
      newPartitions: settings.newPartitions,
      throttle: settings.throttle,
      storageLimits: settings.storageLimits,
      scriptStatuses: { outcome: OUTCOME_STATUS, failure: (code) => statusOf(code).status },
    });
    [engine] = await Promise.all([opening, settings.dataFolder && removeCheckpoints(settings.dataFolder)]);
    const nodes = cluster?.routerFor(engine);
    engine.resume();
    if (settings.seed !== undefined) await plantSeed(engine, settings.seed);
    const advertised = () =>
      settings.advertise === undefined ? undefined : parseAdvertisedAddress(settings.advertise, port);
    const certificate = certificateOf(settings, advertised()?.hostname);
    // One that was given must be there; one that is made can wait until it is needed.
    if (settings.certificateFiles !== undefined)
      warnOfOtherNames(await certificate(), advertised(), environment);
    const advice = new ServerAdviceDesk(engine);
    const moves = new ServerMoveDesk({
      engine,
      serve: (request) => gateway.serve(request),
      endpoint: () => endpointOf(settings.host, port),
      key,
      isOneOfSeveral: cluster !== undefined,
    });
    const gateway: Gateway = new Gateway(
      {
        engine,
        credentials,
        guard: new BrowserGuard({
          host: settings.host,
          advertised: advertised()?.endpoint,
          ...settings.browsers,
        }),
        consistency: settings.consistency,
        certificatePem: async () => (await certificate()).cert,
        explorerFiles: () => explorerFiles(),
        directPort: () => directPort,
        advertised,
        isCurrent,
        desks: { advice, moves },
        nodes,
      },
      settings.requestLog,
    );
    const onError = (error: unknown) => environment.log("warn", `A connection failed: ${String(error)}`);
    const onConnection = () => environment.scheduler.noteShort();
    const peers =
      cluster &&
      new (await import("../../gateway/nodes/peer-listener.ts")).PeerListener({
        nodeId: cluster.node.id,
        keys: () => credentials.keys,
        gateway,
        onRefused: (sentence) => environment.log("warn", sentence),
      });
    if (settings.workers === undefined || settings.workers === 1) {
      const { handle, handleStream, handlePlain } = gateway;
      listener = createListener({
        handle,
        handleStream,
        handlePlain,
        peers,
        certificate,
        onError,
        onConnection,
      });
    } else {
      const { Fronts } = await import("../../gateway/fronts/fronts.ts");
      fronts = new Fronts({
        count: settings.workers,
        gateway,
        credentials,
        certificate,
        onError,
        onConnection,
        log: environment.log,
      });
      listener = fronts;
    }
    if (settings.directPort !== undefined) {
      const serve = (request: GatewayRequest) => gateway.serve(request);
      const memory = (cut: () => void) => gateway.memory(cut);
      direct = new DirectListener({
        serve,
        memory,
        certificate,
        onError,
        onConnection,
        nowMs: () => environment.now(),
      });
      directPort = (await direct.listen(settings.directPort, settings.host)).port;
    }
    ({ port } = await listener.listen(settings.port, settings.host));
    if (!(kv instanceof MemoryStore)) goOnMoving(moves, environment);
    await cluster?.node.begin(reachedAt(nodeSettings?.address ?? endpointOf(settings.host, port), port));
    return running({
      engine,
      store: kv,
      cluster,
      gateway,
      stopVerifying: level ? verifyRegularly(level, environment) : async () => {},
      stopDesks: async () => void (await Promise.all([advice.close(), moves.close()])),
      listeners: direct ? [listener, direct] : [listener],
      port,
      directPort,
      replaceKeys: (keys) => {
        credentials.replace(keys);
        fronts?.announceKeys();
      },
      lost,
    });
  } catch (error) {
    await Promise.all([listener?.close(), direct?.close()]);
    cluster?.close();
    // The engine may be at work in the background already; it closes its store.
    await (engine ?? kv).close();
    throw error;
  }
}

interface Running extends Omit<Server, "stop"> {
  readonly cluster: JoinedCluster | undefined;
  readonly listeners: readonly { close(): Promise<void> }[];
  readonly stopVerifying: () => Promise<void>;
  /** What was asked for by the control API and is still under way. */
  readonly stopDesks: () => Promise<void>;
}

/** Of what the last server did; serving does not wait for it. */
function goOnMoving(moves: ServerMoveDesk, environment: Environment): void {
  moves.goOn().catch((error: unknown) => {
    const words = error instanceof Failure ? error.message : ((error as Error)?.stack ?? String(error));
    environment.log("warn", `Moves to another key do not go on: ${words}`);
  });
}

function running({
  engine,
  gateway,
  cluster,
  listeners,
  stopVerifying,
  stopDesks,
  ...rest
}: Running): Server {
  const stopSweeping = sweepRegularly(engine);
  return {
    ...rest,
    engine,
    gateway,
    stop: async () => {
      gateway.stopSoon();
      stopSweeping();
      await stopDesks();
      // Others have what this node owned before it stops to listen.
      await cluster?.node.end();
      await Promise.all([stopVerifying(), ...listeners.map((listener) => listener.close())]);
      cluster?.close();
      await engine.close();
    },
  };
}

/** Port 0 stands for the one that was chosen. */
function reachedAt(address: string, port: number): string {
  const url = new URL(address);
  if (url.port === "0") url.port = String(port);
  return url.href;
}

function certificateOf({ certificateFiles, dataFolder, environment }: ServerSettings, extraHost?: string) {
  if (certificateFiles === undefined)
    return lazyCertificate(dataFolder, () => new Date(environment.now()), extraHost);
  return () => readCertificate(certificateFiles);
}

/** Clients that check names would refuse every connection to the advertised address. */
function warnOfOtherNames(
  { cert }: Certificate,
  advertised: AdvertisedAddress | undefined,
  { log }: Environment,
): void {
  if (advertised === undefined || isValidFor(new X509Certificate(cert), advertised.hostname)) return;
  log("warn", `The certificate of --cert is not valid for ${advertised.hostname}, which --advertise names.`);
}

async function readCertificate(files: NonNullable<ServerSettings["certificateFiles"]>): Promise<Certificate> {
  const cert = await readFile(files.cert, "utf8");
  const key = await readFile(files.key, "utf8");
  const { createSecureContext } = await import("node:tls");
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const reason = (error as Error).message;
    throw new UsageError(
      `${files.cert} and ${files.key} are not a matching PEM certificate and key: ${reason}.`,
    );
  }
  return { cert, key };
}
