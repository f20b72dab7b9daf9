/** `orrery serve`: runs a server until it is told to stop. */
import { resolve } from "node:path";
import { DEFAULT_STORAGE_LIMITS, PARTITIONS_MAX, THROTTLE_MODES } from "../../engine/index.ts";
import type { AccountKeyTexts } from "../../gateway/auth/authenticate.ts";
import { parseAdvertisedAddress } from "../../gateway/context/advertised-address.ts";
import { LEASE_LIMITS } from "../../kv/postgres/lease-limits.ts";
import { CONSISTENCY_LEVELS } from "../../throughput/consistency-level.ts";
import { sizeText } from "../../value/size-text.ts";
import { endpointOf } from "../account/endpoint.ts";
import { announcementJson, announcementText, openDoorWarning } from "../server/announcement.ts";
import { LOG_LEVELS, systemEnvironment, withControllableClock } from "../server/environment.ts";
import { followKeyFile, KEY_NAMES, readKeyFile } from "../server/key-file.ts";
import { readSeed } from "../server/seed.ts";
import { type ServerSettings, startServer } from "../server/start-server.ts";
import type { Command, ListedCommand } from "../settings/command.ts";
import {
  CACHE_BYTES_MIN,
  DEFAULT_CACHE_BYTES,
  DEFAULT_CONSISTENCY,
  DEFAULT_FOLDER,
  DEFAULT_HOST,
  DEFAULT_PORT,
  defaultCacheBytes,
  WELL_KNOWN_KEY,
} from "../settings/defaults.ts";
import {
  type Flag,
  type Flags,
  givenName,
  integerOf,
  listOf,
  oneOf,
  sizeOf,
  textOf,
  UsageError,
} from "../settings/flags.ts";
import { shownUrl, storeUrlOf } from "../settings/store-url.ts";

const WORKERS_MAX = 64;

const REQUEST_LOGS = ["requests", "requests:json"] as const;

const FLAGS: readonly Flag[] = [
  {
    name: "port",
    value: "N",
    help: "port for http and https alike; 0 picks a free one",
    otherwise: String(DEFAULT_PORT),
  },
  {
    name: "direct",
    value: "on|off|PORT",
    help: "direct mode (RNTBD over TLS), on a free port or on this one",
    otherwise: "on",
  },
  {
    name: "workers",
    value: "N",
    help: "processes that speak HTTP with clients, before the one that has the data; one: that does both",
    otherwise: "1",
  },
  { name: "host", value: "ADDRESS", help: "address to listen on", otherwise: DEFAULT_HOST },
  {
    name: "advertise",
    value: "URL",
    help: "address that clients are told, where it is not the one they use first; its port may be 0 for that of --port",
  },
  { name: "data", value: "DIR", help: "folder for the data", otherwise: DEFAULT_FOLDER },
  { name: "memory", help: "keep everything in memory, nothing on disk", excludes: ["data"] },
  {
    name: "store",
    value: "URL",
    help: "keep the data in a PostgreSQL database: postgres://USER@HOST/DATABASE",
    excludes: ["data", "memory"],
  },
  {
    name: "node",
    value: "URL",
    help: "be one of several nodes on --store, which reach this one at URL; its port may be 0 for that of --port",
  },
  {
    name: "lease",
    value: "SECONDS",
    help: "how long a node may be silent before others take over from it",
    otherwise: "10",
  },
  {
    name: "seed",
    value: "FILE|FOLDER",
    help: "databases, containers and items that are made at the start where they are not there",
  },
  { name: "key", value: "KEY", help: "account key in base64", otherwise: "the well-known emulator key" },
  { name: "secondary-key", value: "KEY", help: "a second read-write key" },
  { name: "readonly-key", value: "KEY", help: "a key that may only read" },
  { name: "secondary-readonly-key", value: "KEY", help: "a second key that may only read" },
  { name: "key-file", value: "FILE", help: "file with the keys, read again on SIGHUP and when it changes" },
  {
    name: "durability",
    value: "disk|process",
    help: "acknowledge writes once on the disk, or once safe from a crash of the process",
    otherwise: "disk",
  },
  {
    name: "throttle",
    value: THROTTLE_MODES.join("|"),
    help: "count what the service would refuse, or refuse it with 429",
    otherwise: "observe",
  },
  {
    name: "consistency",
    value: "LEVEL",
    help: `the account's default level: ${CONSISTENCY_LEVELS.join(", ")}`,
    otherwise: DEFAULT_CONSISTENCY,
  },
  {
    name: "partitions",
    value: "N",
    help: "physical partitions of each new container",
    otherwise: "as many as its throughput needs",
  },
  {
    name: "partition-storage",
    value: "SIZE",
    help: "how much a physical partition holds before it is split",
    otherwise: sizeFlag(DEFAULT_STORAGE_LIMITS.partitionBytes),
  },
  {
    name: "logical-partition-storage",
    value: "SIZE",
    help: "how much one partition key value may hold",
    otherwise: sizeFlag(DEFAULT_STORAGE_LIMITS.logicalPartitionBytes),
  },
  {
    name: "cache",
    value: "SIZE",
    help: "memory for items, index keys and blocks that were read or written last",
    otherwise: sizeFlag(DEFAULT_CACHE_BYTES),
  },
  { name: "controllable-clock", help: "let the control API move the clock, to test what depends on time" },
  {
    name: "allow-host",
    value: "NAMES",
    help: "more names by which browsers may reach the server, with commas",
  },
  {
    name: "allow-origin",
    value: "ORIGINS",
    help: "origins whose pages may use the server, with commas; * is all of them",
    otherwise: "its own pages only",
  },
  { name: "cert", value: "FILE", help: "certificate in PEM", otherwise: "one is made when first needed" },
  { name: "cert-key", value: "FILE", help: "private key of --cert" },
  {
    name: "log-level",
    value: LOG_LEVELS.join("|"),
    help: "what to write to standard error",
    otherwise: "info",
  },
  {
    name: "log",
    value: REQUEST_LOGS.join("|"),
    help: "write a line for each request to standard error, for people or as JSON",
  },
  { name: "json", help: "print the endpoint and the key as one line of JSON" },
];

export const command: Command = {
  flags: FLAGS,
  notes: (all) => `Each flag is also an environment variable: --port is ORRERY_PORT.

Other commands:
${summaries(all.filter(({ name }) => name !== "serve"))}
See orrery COMMAND --help. orrery --version prints the version.`,
  run: serve,
};

async function serve(flags: Flags): Promise<void> {
  const keyFile = textOf(flags, "key-file");
  const seed = textOf(flags, "seed");
  const settings = {
    ...serverSettings(flags),
    ...(seed === undefined ? {} : { seed: await readSeed(seed) }),
  };
  const server = await startServer(settings);
  const announced = {
    ...settings,
    endpoint: endpointOf(settings.host, server.port),
    directPort: server.directPort,
    key: settings.keys.primary,
    keyFile,
    ...(settings.storeUrl !== undefined && { store: shownUrl(settings.storeUrl) }),
  };
  warnOfOpenDoor(settings.host, settings.keys);
  const stopFollowing =
    keyFile === undefined
      ? () => {}
      : followKeyFile(keyFile, settings.keys, {
          replaceKeys: (keys) => {
            server.replaceKeys(keys);
            warnOfOpenDoor(settings.host, keys);
          },
          log: settings.environment.log,
        });
  // Before the server says that it is ready: whoever reads that may stop it at once.
  const stopped = untilStopped();
  process.stdout.write(flags.json === true ? announcementJson(announced) : announcementText(announced));
  const lost = await Promise.race([stopped, server.lost]);
  stopFollowing();
  await server.stop();
  // Reported as any other hindrance.
  if (lost !== undefined) throw lost;
}

function summaries(commands: readonly ListedCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
}

function warnOfOpenDoor(host: string, keys: AccountKeyTexts): void {
  const warning = openDoorWarning(host, Object.values(keys));
  if (warning !== undefined) process.stderr.write(warning);
}

/** As one gives it with a flag. */
function sizeFlag(bytes: number): string {
  return sizeText(bytes).replace(" ", "");
}

function serverSettings(flags: Flags): ServerSettings {
  const cert = textOf(flags, "cert");
  const key = textOf(flags, "cert-key");
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError("--cert and --cert-key go together.");
  const node = nodeOf(flags);
  const environment = systemEnvironment(oneOf(flags, "log-level", LOG_LEVELS, "info"));
  return {
    host: textOf(flags, "host") ?? DEFAULT_HOST,
    port: integerOf(flags, "port", DEFAULT_PORT, 0, 65_535),
    workers: integerOf(flags, "workers", 1, 1, WORKERS_MAX),
    durability: oneOf(flags, "durability", ["disk", "process"], "disk"),
    throttle: oneOf(flags, "throttle", THROTTLE_MODES, "observe"),
    consistency: oneOf(flags, "consistency", CONSISTENCY_LEVELS, DEFAULT_CONSISTENCY),
    browsers: {
      allowedHosts: listOf(flags, "allow-host"),
      allowedOrigins: listOf(flags, "allow-origin"),
    },
    environment: flags["controllable-clock"] === true ? withControllableClock(environment) : environment,
    storageLimits: {
      partitionBytes: sizeOf(flags, "partition-storage", DEFAULT_STORAGE_LIMITS.partitionBytes),
      logicalPartitionBytes: sizeOf(
        flags,
        "logical-partition-storage",
        DEFAULT_STORAGE_LIMITS.logicalPartitionBytes,
      ),
    },
    cacheBytes: cacheBytesOf(flags),
    keys: keysOf(flags),
    newPartitions:
      flags.partitions === undefined ? undefined : integerOf(flags, "partitions", 1, 1, PARTITIONS_MAX),
    directPort: node === undefined ? directPortOf(flags) : undefined,
    requestLog: requestLogOf(flags),
    advertise: advertisedOf(flags),
    node,
    certificateFiles: cert === undefined || key === undefined ? undefined : { cert, key },
    ...dataPlaceOf(flags),
  };
}

function requestLogOf(flags: Flags): ServerSettings["requestLog"] {
  if (flags.log === undefined) return undefined;
  const format = oneOf(flags, "log", REQUEST_LOGS, "requests") === "requests" ? "text" : "json";
  return { format, write: (lines) => process.stderr.write(lines) };
}

function advertisedOf(flags: Flags): string | undefined {
  const advertise = textOf(flags, "advertise");
  if (advertise !== undefined && parseAdvertisedAddress(advertise, 0) === undefined)
    throw new UsageError(
      `${givenName(flags, "advertise")} must be an address such as https://db.example:8081, without a path, not '${advertise}'.`,
    );
  return advertise;
}

function cacheBytesOf(flags: Flags): number {
  const bytes = sizeOf(flags, "cache", defaultCacheBytes());
  if (bytes < CACHE_BYTES_MIN)
    throw new UsageError(
      `${givenName(flags, "cache")} must be at least ${sizeFlag(CACHE_BYTES_MIN)}, not ${sizeFlag(bytes)}.`,
    );
  return bytes;
}

function nodeOf(flags: Flags): ServerSettings["node"] {
  const address = textOf(flags, "node");
  if (address === undefined) {
    if (textOf(flags, "lease") !== undefined)
      throw new UsageError("--lease needs --node: it is about nodes.");
    return undefined;
  }
  if (textOf(flags, "store") === undefined)
    throw new UsageError("--node needs --store: nodes share a database.");
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(
      `${givenName(flags, "node")} must be an address such as http://10.0.0.5:8081, not '${address}'.`,
    );
  if (flags.seed !== undefined)
    throw new UsageError("Nodes do not take --seed: start one server with it first, without --node.");
  // Requests of other nodes come to the process that has the data, at the port that clients use.
  if (integerOf(flags, "workers", 1, 1, WORKERS_MAX) > 1)
    throw new UsageError("Nodes do not take --workers: start another node on the same machine.");
  // A client of direct mode connects to partitions itself, and would have to know where each of them is.
  if ((textOf(flags, "direct") ?? "off").toLowerCase() !== "off")
    throw new UsageError(
      "Nodes do not serve direct mode: leave out --direct, and let clients use gateway mode.",
    );
  return { address, leaseMs: 1000 * integerOf(flags, "lease", LEASE_LIMITS.leaseMs / 1000, 1, 60) };
}

/** None of the two: in memory. */
function dataPlaceOf(flags: Flags): Pick<ServerSettings, "dataFolder" | "storeUrl"> {
  const storeUrl = storeUrlOf(flags, "store");
  if (storeUrl !== undefined) return { storeUrl };
  return flags.memory === true ? {} : { dataFolder: resolve(textOf(flags, "data") ?? DEFAULT_FOLDER) };
}

function keysOf(flags: Flags): AccountKeyTexts {
  const keyFile = textOf(flags, "key-file");
  const given = Object.entries(KEY_NAMES)
    .map(([flag, name]) => [name, textOf(flags, flag)] as const)
    .filter(([, key]) => key !== undefined);
  if (keyFile === undefined) return { primary: WELL_KNOWN_KEY, ...Object.fromEntries(given) };
  if (given.length > 0) throw new UsageError("With --key-file, all keys stand in the file: give no others.");
  return readKeyFile(keyFile);
}

/** 0 is a free one; undefined turns direct mode off. */
function directPortOf(flags: Flags): number | undefined {
  const text = textOf(flags, "direct");
  switch (text?.toLowerCase()) {
    case undefined:
    case "on":
      return 0;
    case "off":
      return undefined;
    default:
      if (!/^\d{1,5}$/.test(text!) || Number(text) > 65_535)
        throw new UsageError(`${givenName(flags, "direct")} must be on, off or a port, not '${text}'.`);
      return Number(text);
  }
}

/** As shells report an end by a signal: 128 and its number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** The first signal stops the server gracefully; another one at once. */
function untilStopped(): Promise<undefined> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(EXIT_CODES[signal]);
        isStopping = true;
        resolve(undefined);
      });
    }
  });
}
