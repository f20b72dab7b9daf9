/**
 * Reads the flags of the command line, each also an environment variable: `--port` is ORRERY_PORT.
 */
import { parseArgs } from "node:util";

export interface Flag {
  readonly name: string;
  /** What stands for the value in the help; absent for a switch. */
  readonly value?: string;
  readonly help: string;
  /** The default, in words; absent where there is none. */
  readonly otherwise?: string;
  /** Flags that make no sense beside this one. */
  readonly excludes?: readonly string[];
  /** Its variable is of a flag that means something else. */
  readonly hasNoVariable?: boolean;
}

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** A mistake of the person at the terminal, reported in one sentence. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Flags, and up to `wordsMax` words besides. */
export function parseCommandLine(
  flags: readonly Flag[],
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  wordsMax = 0,
): { readonly flags: Flags; readonly words: readonly string[] } {
  const options = Object.fromEntries(
    flags.map(({ name, value }) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  let given: Flags;
  let words: readonly string[];
  try {
    ({ values: given, positionals: words } = parseArgs({
      args: [...args],
      options,
      allowPositionals: wordsMax > 0,
    }));
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}. See --help.`);
  }
  const tooMany = words[wordsMax];
  if (tooMany !== undefined) throw new UsageError(`Unexpected argument '${tooMany}'. See --help.`);
  const fromEnvironment: Record<string, string | boolean> = {};
  for (const flag of flags) {
    const value = environmentValue(flag, variables);
    if (value !== undefined) fromEnvironment[flag.name] = value;
  }
  assertNoneExcluded(flags, given, (name) => `--${name}`);
  assertNoneExcluded(flags, fromEnvironment, variableOf);
  // Whoever types a flag knows nothing of a variable that contradicts it.
  for (const { name, excludes = [] } of flags) {
    for (const other of excludes) {
      if (isGiven(given[name])) delete fromEnvironment[other];
      if (isGiven(given[other])) delete fromEnvironment[name];
    }
  }
  const merged = { ...fromEnvironment, ...given };
  FROM_VARIABLES.set(merged, new Set(Object.keys(fromEnvironment).filter((name) => !isGiven(given[name]))));
  return { flags: merged, words };
}

/** The names of those that variables gave. */
const FROM_VARIABLES = new WeakMap<Flags, ReadonlySet<string>>();

/** What whoever gave the value knows it by: `--port`, or ORRERY_PORT. */
export function givenName(flags: Flags, name: string): string {
  return FROM_VARIABLES.get(flags)?.has(name) === true ? variableOf(name) : `--${name}`;
}

function assertNoneExcluded(flags: readonly Flag[], values: Flags, told: (name: string) => string): void {
  for (const { name, excludes = [] } of flags) {
    const other = excludes.find((each) => isGiven(values[name]) && isGiven(values[each]));
    if (other !== undefined)
      throw new UsageError(`${told(name)} and ${told(other)} exclude each other: give one of the two.`);
  }
}

function isGiven(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== false;
}

function environmentValue(flag: Flag, variables: NodeJS.ProcessEnv): string | boolean | undefined {
  const { name, value, hasNoVariable = false } = flag;
  const text = hasNoVariable ? undefined : variables[variableOf(name)];
  // ORRERY_PORT=tcp://… is of Kubernetes, which sets it beside a service that is named orrery.
  if (text === undefined || text === "" || text.startsWith("tcp://")) return undefined;
  if (value !== undefined) return text;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new UsageError(`${variableOf(name)} must be true or false, not '${text}'.`);
}

export function variableOf(name: string): string {
  return `ORRERY_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** In upper or lower case. */
export function oneOf<T extends string>(flags: Flags, name: string, allowed: readonly T[], otherwise: T): T {
  const value = textOf(flags, name);
  if (value === undefined) return otherwise;
  const found = allowed.find((each) => each.toLowerCase() === value.toLowerCase());
  if (found === undefined) {
    const others = allowed.slice(0, -1).join(", ");
    throw new UsageError(`${givenName(flags, name)} must be ${others} or ${allowed.at(-1)}, not '${value}'.`);
  }
  return found;
}

export function integerOf(flags: Flags, name: string, otherwise: number, min: number, max: number): number {
  const value = flags[name];
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new UsageError(
      `${givenName(flags, name)} must be a whole number from ${min} to ${max}, not '${String(value)}'.`,
    );
  }
  return number;
}

const SIZE_UNITS: Readonly<Record<string, number>> = { "": 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };

/** A number of bytes, as `4096`, `10MB` or `1.5GB`. */
export function sizeOf(flags: Flags, name: string, otherwise: number): number {
  const value = flags[name];
  if (value === undefined) return otherwise;
  const [, number, unit] = /^([0-9]+(?:\.[0-9]+)?) ?([a-z]*)$/i.exec(String(value)) ?? [];
  const bytes = Math.floor(Number(number) * (SIZE_UNITS[unit?.toUpperCase() ?? ""] ?? Number.NaN));
  if (!Number.isSafeInteger(bytes) || bytes < 1)
    throw new UsageError(
      `${givenName(flags, name)} must be a size such as 10MB or 50GB, not '${String(value)}'.`,
    );
  return bytes;
}

export function textOf(flags: Flags, name: string): string | undefined {
  return flags[name] as string | undefined;
}

/** What stands between commas. */
export function listOf(flags: Flags, name: string): string[] {
  const texts = textOf(flags, name)?.split(",") ?? [];
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}
