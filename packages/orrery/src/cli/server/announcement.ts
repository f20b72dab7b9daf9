/** What a server says when it is ready: where it is, how to get in, and what is dangerous about it. */
import { connectionString } from "../../control/connection-string.ts";
import { isLoopback } from "../account/endpoint.ts";
import { WELL_KNOWN_KEY } from "../settings/defaults.ts";

export interface Announced {
  readonly endpoint: string;
  readonly directPort: number | undefined;
  /** The primary one. */
  readonly key: string;
  /** Where the keys come from, if it is a file; then none is shown. */
  readonly keyFile?: string | undefined;
  /** Absent, as `store` is: everything is kept in memory. */
  readonly dataFolder?: string | undefined;
  /** The address of the database, without a password. */
  readonly store?: string | undefined;
  readonly durability: string;
}

/** For programs. */
export function announcementJson(announced: Announced): string {
  const { endpoint, directPort, key, keyFile, dataFolder, store } = announced;
  const isSecret = keyFile !== undefined;
  const announcement = {
    endpoint,
    directPort: directPort ?? null,
    key: isSecret ? null : key,
    connectionString: isSecret ? null : connectionString({ endpoint, key }),
    data: dataFolder ?? null,
    store: store ?? null,
  };
  return `${JSON.stringify(announcement)}\n`;
}

/** For people. */
export function announcementText(announced: Announced): string {
  const { endpoint, directPort, key, keyFile, dataFolder, store, durability } = announced;
  const place = dataFolder ?? store;
  const data =
    place === undefined ? "in memory: gone when the server stops" : `${place} (durability: ${durability})`;
  const direct = directPort === undefined ? "off: clients must use gateway mode" : `port ${directPort} (TLS)`;
  const keys =
    keyFile === undefined
      ? `Key                ${key}\nConnection string  ${connectionString({ endpoint, key })}`
      : `Key                in ${keyFile}`;
  return `Endpoint           ${endpoint}  (https works on the same port)
Explorer           ${endpoint}/_explorer/
Direct mode        ${direct}
${keys}
Data               ${data}
Orrery is ready on ${endpoint}
`;
}

/** Undefined where the key is a secret, or nobody else can reach the server. */
export function openDoorWarning(host: string, keys: readonly (string | undefined)[]): string | undefined {
  if (isLoopback(host) || !keys.includes(WELL_KNOWN_KEY)) return undefined;
  const lines = [
    `WARNING: this server listens on ${host} with the well-known key.`,
    "Whoever reaches it over the network can read, change and delete everything.",
    "Give it a key of its own with --key-file, or listen on 127.0.0.1.",
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const frame = "*".repeat(width + 4);
  return `${[frame, ...lines.map((line) => `* ${line.padEnd(width)} *`), frame].join("\n")}\n`;
}
