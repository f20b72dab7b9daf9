/** Variables that are named as ours are, and that no command reads: a misspelt one must not pass for an absent one. */

import { type Flag, UsageError, variableOf } from "./flags.ts";
import { nearestName } from "./nearest-name.ts";

/** What Kubernetes sets in every pod beside a service that is named orrery. */
const OF_A_SERVICE = /^ORRERY_(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_\w+)$/;

const PREFIX = "ORRERY_";

/** Flags of all commands are looked at only if there is a variable that the one to be run does not read. */
export async function refuseUnknownVariables(
  variables: NodeJS.ProcessEnv,
  own: readonly Flag[],
  flagsOfAll: () => Promise<readonly (readonly [string, readonly Flag[]])[]>,
): Promise<void> {
  const isOurs = (name: string) => name.startsWith(PREFIX) && !OF_A_SERVICE.test(name);
  const readHere = namesOf(own);
  const others = Object.keys(variables).filter((name) => isOurs(name) && !readHere.has(name));
  if (others.length === 0) return;
  const commands = await flagsOfAll();
  const all = namesOf(commands.flatMap(([, flags]) => flags));
  const unknown = others.find((name) => !all.has(name));
  if (unknown === undefined) return;
  const near = nearestName(unknown.slice(PREFIX.length), [...readHere, ...all].map(withoutPrefix));
  // Without the package @azure/cosmos some commands cannot be loaded, so that their flags are not known.
  if (near === undefined && commands.some(([, flags]) => flags.length === 0)) return;
  const hint = near === undefined ? "See --help for those that are." : `Did you mean ${PREFIX}${near}?`;
  throw new UsageError(`The variable ${unknown} is read by no command. ${hint}`);
}

function namesOf(flags: readonly Flag[]): ReadonlySet<string> {
  return new Set(flags.map(({ name }) => variableOf(name)));
}

function withoutPrefix(name: string): string {
  return name.slice(PREFIX.length);
}
