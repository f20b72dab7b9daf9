/** What holds where a setting is not given. */
import type { ConsistencyLevel } from "../throughput/consistency-level.ts";

export const DEFAULT_PORT = 8081;
export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_FOLDER = "./.orrery";
export const DEFAULT_CONSISTENCY: ConsistencyLevel = "Session";

/** The key of the official emulators, known to everybody: existing settings work unchanged. */
export const WELL_KNOWN_KEY =
  "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
