/**
 * A reader of the change feed as clients are: a position for each range, that a split multiplies and a merge leaves
 * where it was. Sees every item in the order of its versions, none twice.
 */
import assert from "node:assert/strict";
import { type EpkRange, intersectEpkRanges, WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import type { Container } from "../../packages/orrery/src/engine/container/container.ts";
import { readLatestChanges } from "../../packages/orrery/src/engine/feeds/latest-feed.ts";
import { Failure } from "../../packages/orrery/src/value/failure.ts";

interface Position {
  readonly rangeId: string;
  readonly epkRange: EpkRange;
  readonly afterLsn: number;
}

export class FeedReader {
  #positions: Position[] | undefined;
  /** The last version of each item that was seen. */
  readonly #seen = new Map<string, number>();

  /** One page of every range; answers whether there was anything. */
  async read(container: Container, pageItems: number): Promise<boolean> {
    this.#positions ??= resolve(container, WHOLE_EPK_RANGE, 0);
    let isQuiet = true;
    for (const position of this.#positions) {
      const next = await this.#readRange(container, position, pageItems);
      if (next.length !== 1 || next[0]!.afterLsn !== position.afterLsn) isQuiet = false;
      // At once: what was seen stays seen, also if the next range cannot be read.
      this.#positions = this.#positions.flatMap((each) => (each === position ? next : [each]));
    }
    return !isQuiet;
  }

  async #readRange(container: Container, position: Position, pageItems: number): Promise<Position[]> {
    const { rangeId, epkRange, afterLsn } = position;
    try {
      const { items, position: next } = await readLatestChanges(container, {
        rangeId,
        epkRange,
        afterLsn,
        maxItems: pageItems,
        terms: { priority: "High", bucket: 0, readMultiplier: 1 },
      });
      for (const { document } of items)
        this.#see(`${document.pk}/${document.id}`, document.version as number);
      return [{ ...position, afterLsn: next }];
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "rangeGone") throw error;
      return resolve(container, epkRange, afterLsn);
    }
  }

  lastSeen(key: string, id: string): number | undefined {
    return this.#seen.get(`${key}/${id}`);
  }

  #see(name: string, version: number): void {
    const before = this.#seen.get(name) ?? 0;
    assert(version > before, `the change feed shows version ${version} of ${name} after ${before}`);
    this.#seen.set(name, version);
  }
}

/** The ranges that hold a part of the hash space now, each to be read from the same position. */
function resolve({ partitions: { map } }: Container, range: EpkRange, afterLsn: number): Position[] {
  return map.overlapping(range).map((partition) => ({
    rangeId: partition.id,
    epkRange: intersectEpkRanges(partition, range),
    afterLsn,
  }));
}
