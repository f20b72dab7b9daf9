/*
 * Descriptions to strategies. A description may come from another service or an older version: its format number is
 * checked, and the constructors check everything else.
 */

import { concat } from "./concat.ts";
import { hashSuffix } from "./hash-suffix.ts";
import { hierarchical } from "./hierarchical.ts";
import { type Chance, randomSuffix } from "./random-suffix.ts";
import {
  DESCRIPTION_FORMAT,
  type SingleKeyDescription,
  type StrategyDescription,
  type SyntheticKeyStrategy,
} from "./strategy.ts";
import { SyntheticKeyError } from "./synthetic-key-error.ts";

/** The strategy that a description stands for: JSON text, or what JSON.parse makes of it. */
export function parseStrategy(description: unknown, chance: Chance = Math): SyntheticKeyStrategy {
  const parsed = typeof description === "string" ? parseJson(description) : description;
  assertDescription(parsed);
  if (parsed.kind === "hierarchical") {
    return hierarchical({
      ...parsed,
      levels: parsed.levels.map((level) => (typeof level === "string" ? level : singleKey(level, chance))),
    });
  }
  return singleKey(parsed, chance);
}

function singleKey(
  description: SingleKeyDescription,
  chance: Chance,
): SyntheticKeyStrategy<object, object, `/${string}`, string> {
  assertDescription(description);
  switch (description.kind) {
    case "concat":
      return concat(description);
    case "randomSuffix":
      return randomSuffix(description, chance);
    case "hashSuffix":
      return hashSuffix(description);
    default:
      throw new SyntheticKeyError(
        "InvalidStrategy",
        "A level of a hierarchical key can't be hierarchical itself.",
      );
  }
}

const KINDS: readonly unknown[] = [
  "concat",
  "randomSuffix",
  "hashSuffix",
  "hierarchical",
] satisfies StrategyDescription["kind"][];

function assertDescription(value: unknown): asserts value is StrategyDescription {
  if (typeof value !== "object" || value === null || !("kind" in value) || !KINDS.includes(value.kind)) {
    throw new SyntheticKeyError(
      "InvalidStrategy",
      `A description must have one of the kinds ${KINDS.join(", ")}.`,
    );
  }
  if (!("format" in value) || value.format !== DESCRIPTION_FORMAT) {
    throw new SyntheticKeyError(
      "InvalidStrategy",
      `The description's format is not ${DESCRIPTION_FORMAT}: it comes from another version of @orrerydb/keys.`,
    );
  }
  if (value.kind === "hierarchical" && !("levels" in value && Array.isArray(value.levels))) {
    throw new SyntheticKeyError("InvalidStrategy", "A hierarchical description must have a list of levels.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntheticKeyError("InvalidStrategy", "The description is not JSON.");
  }
}
