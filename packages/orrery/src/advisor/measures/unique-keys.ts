/**
 * Unique keys hold inside a logical partition: under another partition key they forbid other things. What two items had in
 * common to be refused, the present key and the unique one, must put them under one new key, or they are let in.
 */
import { parsePartitionKeyPath, valueAtSegments } from "@orrerydb/keys/hash";
import type { Candidate } from "../candidates/candidate.ts";
import type { Row } from "../items/item-sample.ts";
import type { PresentDefinition } from "../items/read-container.ts";

export interface UniqueKeyMeasure {
  readonly paths: readonly string[];
  /** Whatever it forbids now is still forbidden. */
  readonly isKept: boolean;
  /** Items of the sample that it would refuse, because another one has its values under the new key. */
  readonly refused: number;
}

export function uniqueKeysOf(
  candidate: Candidate,
  { key, uniqueKeys }: PresentDefinition,
  rows: readonly Row[],
): UniqueKeyMeasure[] {
  return uniqueKeys.map((paths) => {
    const known = new Set<string>([...key, ...paths]);
    const isByChance = candidate.strategy?.kind === "randomSuffix";
    const segments = paths.map(parsePartitionKeyPath);
    const seen = new Set(
      rows.map(({ item }) =>
        JSON.stringify([candidate.keyOf(item), segments.map((path) => valueAtSegments(item, path) ?? null)]),
      ),
    );
    return {
      paths,
      isKept: !isByChance && candidate.dependsOn.every((path) => known.has(path)),
      refused: rows.length - seen.size,
    };
  });
}
