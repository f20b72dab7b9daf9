/** A whole server from settings: store, engine, gateway, listener. The only place where they are put together. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { Engine, type Environment, type StorageLimits, type ThrottleMode } from "../engine/index.ts";
import { AccountKeys, type AccountKeyTexts } from "../gateway/authenticate.ts";
import { DirectListener } from "../gateway/direct/direct-listener.ts";
import { Gateway } from "../gateway/gateway.ts";
import type { GatewayRequest } from "../gateway/gateway-request.ts";
import type { Certificate } from "../gateway/listener/certificate.ts";
import { lazyCertificate } from "../gateway/listener/certificate-folder.ts";
import { createListener, type Listener } from "../gateway/listener/listener.ts";
import { ResourceTokens } from "../gateway/resource-tokens.ts";
import type { Durability } from "../kv/durability.ts";
import type { KeyValueStore } from "../kv/key-value-store.ts";
import { LevelStore } from "../kv/level-store.ts";
import { MemoryStore } from "../kv/memory-store.ts";
import { Storage } from "../store/storage.ts";
import type { ConsistencyLevel } from "../throughput/consistency-level.ts";
import { OUTCOME_STATUS, statusOf } from "../wire/status.ts";
import { setAsideIn } from "./set-aside.ts";
import { UsageError } from "./settings.ts";
import { sweepRegularly } from "./sweep-timer.ts";

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** The port of direct mode; absent: it is not served. */
  readonly directPort?: number;
  /** Absent: everything is kept in memory. */
  readonly dataFolder?: string;
  readonly durability: Durability;
  readonly keys: AccountKeyTexts;
  readonly throttle: ThrottleMode;
  /** The account's default level. */
  readonly consistency: ConsistencyLevel;
  readonly storageLimits: StorageLimits;
  readonly certificateFiles?: { readonly cert: string; readonly key: string };
  readonly environment: Environment;
}

interface Server {
  readonly port: number;
  readonly directPort: number | undefined;
  readonly gateway: Gateway;
  readonly engine: Engine;
  /** Finishes what is under way, then closes everything. */
  stop(): Promise<void>;
}

const STORE_FOLDER = "store";
const CACHE_BYTES = 256 * 1024 * 1024;

export async function startServer(settings: ServerSettings): Promise<Server> {
  const { environment } = settings;
  const kv = await openStore(settings);
  let engine: Engine | undefined;
  let listener: Listener | undefined;
  let direct: DirectListener | undefined;
  let directPort: number | undefined;
  try {
    engine = await Engine.open({
      storage: new Storage(kv),
      environment,
      cacheBytes: CACHE_BYTES,
      throttle: settings.throttle,
      storageLimits: settings.storageLimits,
      scriptStatuses: { outcome: OUTCOME_STATUS, failure: (code) => statusOf(code).status },
    });
    // What is in memory was written by this version.
    if (settings.dataFolder !== undefined) await engine.bringUpToDate(setAsideIn(settings.dataFolder));
    engine.resume();
    const certificate = certificateOf(settings);
    // One that was given must be there; one that is made can wait until it is needed.
    if (settings.certificateFiles !== undefined) await certificate();
    const gateway = new Gateway({
      engine,
      keys: new AccountKeys(settings.keys),
      tokens: new ResourceTokens(settings.keys.primary),
      consistency: settings.consistency,
      certificatePem: async () => (await certificate()).cert,
      directPort: () => directPort,
    });
    const onError = (error: unknown) => environment.log("warn", `A connection failed: ${String(error)}`);
    listener = createListener({
      handle: gateway.handle,
      handleStream: gateway.handleStream,
      certificate,
      onError,
    });
    if (settings.directPort !== undefined) {
      const serve = (request: GatewayRequest) => gateway.serve(request);
      direct = new DirectListener({ serve, certificate, onError, nowMs: () => environment.now() });
      directPort = (await direct.listen(settings.directPort, settings.host)).port;
    }
    const { port } = await listener.listen(settings.port, settings.host);
    return running({
      engine,
      gateway,
      listeners: direct ? [listener, direct] : [listener],
      port,
      directPort,
    });
  } catch (error) {
    await Promise.all([listener?.close(), direct?.close()]);
    // The engine may be at work in the background already; it closes its store.
    await (engine ?? kv).close();
    throw error;
  }
}

interface Running extends Omit<Server, "stop"> {
  readonly listeners: readonly { close(): Promise<void> }[];
}

function running({ engine, gateway, listeners, port, directPort }: Running): Server {
  const stopSweeping = sweepRegularly(engine);
  return {
    port,
    directPort,
    gateway,
    engine,
    stop: async () => {
      stopSweeping();
      await Promise.all(listeners.map((listener) => listener.close()));
      await engine.close();
    },
  };
}

export function openStore({
  dataFolder,
  durability,
}: Pick<ServerSettings, "dataFolder" | "durability">): Promise<KeyValueStore> {
  return dataFolder === undefined
    ? Promise.resolve(new MemoryStore())
    : LevelStore.open({ folder: join(dataFolder, STORE_FOLDER), durability });
}

function certificateOf({ certificateFiles, dataFolder, environment }: ServerSettings) {
  if (certificateFiles === undefined) return lazyCertificate(dataFolder, () => new Date(environment.now()));
  return () => readCertificate(certificateFiles);
}

async function readCertificate(files: NonNullable<ServerSettings["certificateFiles"]>): Promise<Certificate> {
  const cert = await readFile(files.cert, "utf8");
  const key = await readFile(files.key, "utf8");
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
