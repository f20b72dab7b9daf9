/** The logical partitions of a physical one: all of them with what they hold, those of some ranges for readers. */
import { type Epk, type EpkRange, isEmptyEpkRange } from "@orrerydb/keys/hash";
import type { Reader } from "../../kv/key-value-store.ts";
import { epkOfLogicalKey, Kind, logicalKey, rangeOfKind } from "../records/key-layout.ts";
import { decodeLogicalRecord, type LogicalRecord } from "../records/logical-record.ts";
import type { RowScope } from "../scans/row-scope.ts";

export interface LogicalPartition {
  readonly epk: Epk;
  /** The key value as the protocol writes it. */
  readonly key: string;
  readonly items: number;
  readonly bytes: number;
}

/** In EPK order. */
export async function* readLogicalPartitions(
  reader: Reader,
  space: number,
): AsyncGenerator<readonly LogicalPartition[]> {
  for await (const rows of reader.scan(space, rangeOfKind(Kind.logical))) {
    yield rows.map(({ key: rowKey, value }) => {
      const { key, items, bytes } = decodeLogicalRecord(value);
      return { epk: epkOfLogicalKey(rowKey), key, items, bytes };
    });
  }
}

/** Those in some ranges of EPKs, none overlapping another. */
export async function logicalScope(
  reader: Reader,
  space: number,
  ranges: readonly EpkRange[],
): Promise<RowScope & { logicalNumbers: number[] }> {
  const records: LogicalRecord[] = [];
  const add = (value: Buffer) => records.push(decodeLogicalRecord(value));
  const some = ranges.filter((range) => !isEmptyEpkRange(range));
  const prefixes = some.filter(isRangeOfPrefix);
  const found = await reader.getMany(
    space,
    prefixes.map(({ min }) => logicalKey(min)),
  );
  const keys = new Map(prefixes.map((range, i) => [range, found[i]]));
  for (const range of some) {
    const { min, max } = range;
    // A full key is no prefix of another: where it has a record, there is no other in its range.
    const only = keys.get(range);
    if (only !== undefined) {
      add(only);
      continue;
    }
    for await (const rows of reader.scan(space, { from: logicalKey(min), to: logicalKey(max) })) {
      for (const { value } of rows) add(value);
    }
  }
  records.sort((a, b) => a.number - b.number);
  return {
    logicalNumbers: records.map(({ number }) => number),
    sequences: records.map(({ nextSequence }) => nextSequence),
    items: records.reduce((sum, record) => sum + record.items, 0),
    bytes: records.reduce((sum, record) => sum + record.bytes, 0),
  };
}

/** As `epkRangeOfPrefix` makes them. */
function isRangeOfPrefix({ min, max }: EpkRange): boolean {
  return max === `${min}FF`;
}
