/** The address of a database, as it is given and as it may be shown. */
import { type Flags, givenName, textOf, UsageError } from "./flags.ts";

const PROTOCOLS = new Set(["postgres:", "postgresql:"]);

/** Undefined if the flag is not given. */
export function storeUrlOf(flags: Flags, name: string): string | undefined {
  const url = textOf(flags, name);
  if (url !== undefined && !isStoreUrl(url))
    throw new UsageError(
      `${givenName(flags, name)} must be an address such as postgres://USER@HOST:5432/DATABASE.`,
    );
  return url;
}

/** Whether it is the address of a database; else it may be a folder. */
export function isStoreUrl(text: string): boolean {
  return URL.canParse(text) && PROTOCOLS.has(new URL(text).protocol);
}

/** Without what is secret. */
export function shownUrl(url: string): string {
  const shown = new URL(url);
  shown.password = "";
  shown.search = "";
  return shown.href;
}
