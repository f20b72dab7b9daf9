/** What all requests of a server share: what it was started with, and what it counts and keeps of them. */
import { AccountConsistency, type EngineOperations } from "../../engine/index.ts";
import type { Credentials } from "../auth/credentials.ts";
import { RefusalLog } from "../auth/refusal-log.ts";
import { Faults } from "../faults/faults.ts";
import type { NodeRouter } from "../nodes/node-router.ts";
import type { BrowserGuard } from "../public/browser-guard.ts";
import { type ExplorerFiles, ExplorerPage } from "../public/explorer-page.ts";
import { RequestMetrics } from "../watch/request-metrics.ts";
import { RequestRing } from "../watch/request-ring.ts";
import { TrafficRecorder } from "../watch/traffic-recorder.ts";
import type { AdvertisedAddress } from "./advertised-address.ts";
import type { KeyDesks } from "./key-desks.ts";

export interface GatewayOptions {
  readonly engine: EngineOperations;
  readonly credentials: Credentials;
  readonly guard: BrowserGuard;
  /** The account's default level. */
  readonly consistency: AccountConsistency["level"];
  /** For those who want to trust it: the certificate, made if there is none yet. */
  readonly certificatePem: () => Promise<string>;
  /** The files under /_explorer/; undefined where they are not installed. */
  readonly explorerFiles: () => Promise<ExplorerFiles | undefined>;
  /** The port of direct mode; undefined while it is not served. */
  readonly directPort: () => number | undefined;
  /** Announced instead of the address that a request came to. */
  readonly advertised?: (() => AdvertisedAddress | undefined) | undefined;
  /** Whether no other process can have changed what this one knows; absent: none ever can. */
  readonly isCurrent?: () => boolean;
  readonly desks: KeyDesks;
  /** Absent: this server is alone. */
  readonly nodes?: NodeRouter | undefined;
}

export type GatewayServices = ReturnType<typeof gatewayServices>;

/** `isStopping`: from then on the server says that it is not ready. */
export function gatewayServices(options: GatewayOptions, isStopping: () => boolean) {
  const { engine, credentials, guard, certificatePem, directPort, desks, nodes } = options;
  const { environment } = engine;
  const nowMs = () => environment.now();
  return {
    engine,
    credentials,
    guard,
    certificatePem,
    directPort,
    desks,
    nodes,
    advertised: options.advertised ?? (() => undefined),
    isCurrent: options.isCurrent ?? (() => true),
    isStopping,
    explorer: new ExplorerPage(options.explorerFiles),
    consistency: new AccountConsistency(options.consistency),
    /** Clients that read copies themselves may read as many as they like. */
    directConsistency: new AccountConsistency(options.consistency, "copy"),
    recorder: new TrafficRecorder(engine),
    /** The last ones. */
    requests: new RequestRing(),
    metrics: new RequestMetrics(),
    /** The faults that requests meet on command. */
    faults: new Faults({ nowMs, random: () => environment.random() }),
    refusals: new RefusalLog({ nowMs, write: (line) => environment.log("warn", line) }),
  };
}
