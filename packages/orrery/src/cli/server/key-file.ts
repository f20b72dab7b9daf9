/**
 * Keys in a file, so that they stand in no command line and can be changed while the server runs. The file is read again
 * on SIGHUP, and when it has changed. One that cannot be used is a line in the log, and the keys stay as they are.
 */
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import type { AccountKeyTexts } from "../../gateway/auth/authenticate.ts";
import { UsageError } from "../settings/flags.ts";

/** Where mounted secrets are swapped by links, the system tells nobody: the file is looked at. */
const LOOKED_AT_EVERY_MS = 1_000;

/** Of the lines: as the flags are called that give a key itself. */
export const KEY_NAMES = {
  key: "primary",
  "secondary-key": "secondary",
  "readonly-key": "readOnly",
  "secondary-readonly-key": "secondaryReadOnly",
} as const satisfies Record<string, keyof AccountKeyTexts>;

export function readKeyFile(path: string): AccountKeyTexts {
  return parseKeyFile(readFileSync(path, "utf8"), path);
}

/** Lines of `name=key`; one without a name is the primary key. */
export function parseKeyFile(text: string, path: string): AccountKeyTexts {
  const keys: { -readonly [name in keyof AccountKeyTexts]?: string } = {};
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const [, name = "key", key] = /^(?:([a-z-]+) *= *)?([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    // No line is shown: what is written wrongly may still be a key.
    if (key === undefined || !Object.hasOwn(KEY_NAMES, name))
      throw new UsageError(
        `${path} must have lines such as key=KEY, with one of ${Object.keys(KEY_NAMES).join(", ")} and a key in base64.`,
      );
    const meant = KEY_NAMES[name as keyof typeof KEY_NAMES];
    if (keys[meant] !== undefined) throw new UsageError(`${path} has the line ${name}= twice.`);
    keys[meant] = key;
  }
  const { primary } = keys;
  if (primary === undefined) throw new UsageError(`${path} has no line key=KEY.`);
  return { ...keys, primary };
}

export interface KeyFileUse {
  readonly replaceKeys: (keys: AccountKeyTexts) => void;
  readonly log: (level: "info" | "error", message: string) => void;
}

/** Until the function that it gives back is called. */
export function followKeyFile(
  path: string,
  current: AccountKeyTexts,
  { replaceKeys, log }: KeyFileUse,
): () => void {
  let inUse = current;
  const readAgain = () => {
    try {
      const read = readKeyFile(path);
      const changed = Object.entries(KEY_NAMES).filter(([, name]) => read[name] !== inUse[name]);
      if (changed.length === 0) return;
      replaceKeys(read);
      inUse = read;
      log("info", `Other keys are in use now, from ${path}: ${changed.map(([line]) => line).join(", ")}.`);
    } catch (error) {
      log("error", `The keys stay as they are: ${(error as Error).message}`);
    }
  };
  process.on("SIGHUP", readAgain);
  watchFile(path, { interval: LOOKED_AT_EVERY_MS, persistent: false }, readAgain);
  return () => {
    process.removeListener("SIGHUP", readAgain);
    unwatchFile(path, readAgain);
  };
}
