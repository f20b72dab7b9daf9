/** Variables that are named as ours are, and that no command reads: a misspelt one must not pass for an absent one. */
import { type Flag, UsageError, variableOf } from "./settings.ts";

/** What Kubernetes sets in every pod beside a service that is named orrery. */
const OF_A_SERVICE = /^ORRERY_(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_\w+)$/;

/** Names that differ by so many letters, and by no more than half of the shorter one, are taken for each other. */
const LETTERS_APART_MAX = 3;
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
  const near = nearest(unknown, [...readHere, ...all]);
  // Without the package @azure/cosmos some commands cannot be loaded, so that their flags are not known.
  if (near === undefined && commands.some(([, flags]) => flags.length === 0)) return;
  const hint = near === undefined ? "See --help for those that are." : `Did you mean ${near}?`;
  throw new UsageError(`The variable ${unknown} is read by no command. ${hint}`);
}

function namesOf(flags: readonly Flag[]): ReadonlySet<string> {
  return new Set(flags.map(({ name }) => variableOf(name)));
}

function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestApart = LETTERS_APART_MAX + 1;
  for (const each of known) {
    const apart = lettersApart(name, each);
    if (2 * apart > Math.min(name.length, each.length) - PREFIX.length) continue;
    if (apart < bestApart) [best, bestApart] = [each, apart];
  }
  return best;
}

/** Letters to insert, to remove or to replace until they are the same. */
function lettersApart(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 0; i < left.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (left[i] === right[j] ? 0 : 1)));
    row = next;
  }
  return row[right.length]!;
}
