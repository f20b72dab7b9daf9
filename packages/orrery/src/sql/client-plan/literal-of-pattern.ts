/** The only string that a LIKE pattern matches; undefined where it has a wildcard. */
import type { Value } from "@orrerydb/exact-json";

export function literalOfPattern(pattern: string, escapedBy: Value): string | undefined {
  let literal = "";
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i]!;
    if (character === escapedBy && i + 1 < pattern.length) literal += pattern[++i];
    else if (character === "%" || character === "_" || character === "[") return undefined;
    else literal += character;
  }
  return literal;
}
