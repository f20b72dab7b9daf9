/*
 * Back-fill: walks a container and says which items lack the key, or have another than the strategy computes. It
 * reads only; items are put right with move(), or by copying the container.
 */

import type { Container, ItemDefinition } from "@azure/cosmos";
import { valueAtSegments } from "../hash/partition-key-path.ts";
import { parsePath } from "../synthetic/part-list.ts";
import type { KeyValue, SyntheticKeyStrategy } from "../synthetic/strategy.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";

export interface KeyFinding {
  readonly item: ItemDefinition;
  /** Nothing stands at the key's path; something else stands there; or a part of the key is missing or wrong. */
  readonly problem: "missing" | "different" | "notComputable";
  /** What stands there now, one value for each path. */
  readonly actual: readonly unknown[];
  /** What the strategy would put there. */
  readonly expected?: KeyValue;
  /** Why it can't be computed. */
  readonly reason?: string;
}

export interface KeyCheck {
  readonly checked: number;
  readonly right: number;
  /** Right, but of an earlier number of suffixes: still found by every read. */
  readonly earlier: number;
  readonly missing: number;
  readonly different: number;
  readonly notComputable: number;
  readonly requestCharge: number;
}

export interface KeyCheckOptions {
  /** Called for each item that is not right. */
  readonly onFinding?: (finding: KeyFinding) => void | Promise<void>;
  readonly maxItemCount?: number;
  /** To walk a part of the container; all of it by default. */
  readonly query?: string;
}

export async function checkKeys(
  container: Container,
  strategy: SyntheticKeyStrategy,
  options: KeyCheckOptions = {},
): Promise<KeyCheck> {
  const counts = {
    checked: 0,
    right: 0,
    earlier: 0,
    missing: 0,
    different: 0,
    notComputable: 0,
    requestCharge: 0,
  };
  const iterator = container.items.query<ItemDefinition>(options.query ?? "SELECT * FROM c", {
    maxItemCount: options.maxItemCount ?? 1000,
  });
  while (iterator.hasMoreResults()) {
    const page = await iterator.fetchNext();
    counts.requestCharge += page.requestCharge;
    for (const item of page.resources ?? []) {
      counts.checked++;
      const finding = findingOf(strategy, item);
      if (typeof finding === "string") {
        counts[finding]++;
      } else {
        counts[finding.problem]++;
        await options.onFinding?.(finding);
      }
    }
  }
  return counts;
}

function findingOf(strategy: SyntheticKeyStrategy, item: ItemDefinition): KeyFinding | "right" | "earlier" {
  const actual = strategy.into.map((path) => valueAtSegments(item, parsePath(path)));
  try {
    const carried = strategy.carriedKeyOf(item);
    const expected = strategy.keyOf(item);
    if (carried !== undefined) return String(carried) === String(expected) ? "right" : "earlier";
    const problem = actual.every((value) => value !== undefined) ? "different" : "missing";
    return { item, problem, actual, expected };
  } catch (error) {
    if (!(error instanceof SyntheticKeyError)) throw error;
    return { item, problem: "notComputable", actual, reason: error.message };
  }
}
