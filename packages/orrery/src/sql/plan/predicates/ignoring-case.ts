/** The texts that are, or begin with, one in upper or lower case, as intervals: one for each way to write it. */
import { type Cover, equalTo, startingWith } from "./key-interval.ts";

/** No more ways than this are looked up; the rest of the prefix is left to the filter. */
const WAYS_MAX = 16;

/** Characters that become an ASCII character in lower case, in this order; few but its capital do. */
let capitals: ReadonlyMap<string, readonly string[]> | undefined;

function findCapitals(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let code = 0; code < 0xd800; code++) {
    const character = String.fromCharCode(code);
    const lowered = character.toLowerCase();
    if (lowered.charCodeAt(0) > 0x7f) continue;
    const same = found.get(lowered.charAt(0)) ?? [];
    found.set(lowered.charAt(0), [...same, character]);
  }
  return found;
}

export function startingIgnoringCase(prefix: string): readonly Cover[] {
  return waysToBegin(prefix.toLowerCase()).ways.map((way) => ({
    interval: startingWith(way).interval,
    exact: false,
  }));
}

/** A long text has too many ways: then only its beginning is looked up. */
export function equalIgnoringCase(text: string): readonly Cover[] {
  const lowered = text.toLowerCase();
  const { ways, isWhole } = waysToBegin(lowered);
  // A character of several in lower case is no way to write its first.
  return isWhole
    ? ways.filter((way) => way.toLowerCase() === lowered).map(equalTo)
    : startingIgnoringCase(text);
}

interface Ways {
  readonly ways: readonly string[];
  /** They are ways to write all of the text, and not only its beginning. */
  readonly isWhole: boolean;
}

function waysToBegin(lowered: string): Ways {
  capitals ??= findCapitals();
  let ways = [""];
  for (const character of lowered) {
    const written = capitals.get(character);
    if (written === undefined || ways.length * written.length > WAYS_MAX) return { ways, isWhole: false };
    ways = ways.flatMap((way) => written.map((next) => way + next));
  }
  return { ways, isWhole: true };
}
