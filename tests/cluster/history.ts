/**
 * What clients did and what they were told, with begin and end of each operation, and whether that can be the history of one
 * logical partition at a time: a register, a counter, items that are created, alone or in pairs, and items that one batch overwrites.
 *
 * A write that was not acknowledged may have been done or not, at any time from its begin on.
 */

export interface Operation {
  /** Of one clock. */
  readonly beginMs: number;
  /** Infinity: nobody was told what became of it. */
  readonly endMs: number;
}

interface Write extends Operation {
  readonly value: number;
}

/** The value that it had at the beginning. */
export const INITIAL = 0;

export class Register {
  readonly writes: Write[] = [];
  readonly reads: Write[] = [];

  /**
   * Every value is written once. The operations on a value have a zone; there is an order of all of them that agrees with their
   * times if no two zones that some other operation must follow overlap, and none of the others lies inside of one (Gibbons and
   * Korach, "Testing shared memories", 1997).
   */
  faults(): string[] {
    const found: string[] = [];
    const written = new Map(this.writes.map((write) => [write.value, write]));
    written.set(INITIAL, {
      value: INITIAL,
      beginMs: Number.NEGATIVE_INFINITY,
      endMs: Number.NEGATIVE_INFINITY,
    });
    const readers = new Map<number, Write[]>();
    for (const read of this.reads) {
      const write = written.get(read.value);
      if (write === undefined) found.push(`${read.value} was read, and nobody wrote it`);
      else if (read.endMs < write.beginMs) found.push(`${read.value} was read before it was written`);
      readers.set(read.value, [...(readers.get(read.value) ?? []), read]);
    }
    const forward: Zone[] = [];
    const backward: Zone[] = [];
    for (const [value, write] of written) {
      const reads = readers.get(value) ?? [];
      // Nobody knows of it: it need not have been done.
      if (reads.length === 0 && write.endMs === Number.POSITIVE_INFINITY) continue;
      const all = [write, ...reads];
      const firstEnd = Math.min(...all.map(({ endMs }) => endMs));
      const lastBegin = Math.max(...all.map(({ beginMs }) => beginMs));
      if (firstEnd < lastBegin) forward.push({ value, from: firstEnd, to: lastBegin });
      else backward.push({ value, from: lastBegin, to: firstEnd });
    }
    forward.sort((a, b) => a.from - b.from);
    for (const [i, zone] of forward.entries()) {
      const next = forward[i + 1];
      if (next !== undefined && next.from < zone.to)
        found.push(
          `the values ${zone.value} and ${next.value} were both there between ${next.from} and ${zone.to}`,
        );
      for (const inner of backward)
        if (inner.from > zone.from && inner.to < zone.to)
          found.push(`${inner.value} came and went while the value was ${zone.value}`);
    }
    return found;
  }
}

interface Zone {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

export class Counter {
  /** Each says what the counter was after it; NaN: nobody was told. */
  readonly increments: Write[] = [];
  readonly reads: Write[] = [];

  faults(): string[] {
    const found: string[] = [];
    const known = this.increments.filter(({ value }) => !Number.isNaN(value));
    const unknown = this.increments.length - known.length;
    const seen = new Set<number>();
    for (const { value } of known) {
      if (seen.has(value)) found.push(`two increments were both told ${value}`);
      seen.add(value);
    }
    const byEnd = [...known, ...this.reads].sort((a, b) => a.endMs - b.endMs);
    const byBegin = [...known, ...this.reads].sort((a, b) => a.beginMs - b.beginMs);
    let highest: Write | undefined;
    let next = 0;
    for (const operation of byBegin) {
      for (; next < byEnd.length && byEnd[next]!.endMs < operation.beginMs; next++)
        if (highest === undefined || byEnd[next]!.value > highest.value) highest = byEnd[next];
      if (highest !== undefined && operation.value < highest.value)
        found.push(`the counter was ${operation.value} after it had been ${highest.value}`);
    }
    const last = Math.max(0, ...[...known, ...this.reads].map(({ value }) => value));
    if (last > known.length + unknown)
      found.push(`the counter is ${last} after ${this.increments.length} increments`);
    if (known.length > 0 && last < known.length)
      found.push(`the counter is ${last} after ${known.length} increments that were acknowledged`);
    return found;
  }
}

export class CreatedItems {
  readonly acknowledged = new Set<string>();
  readonly attempted = new Set<string>();

  /** `there`: all that are there at the end. Items of a pair are called alike, but for `a-` and `b-`. */
  faults(there: ReadonlySet<string>, where: string): string[] {
    const found: string[] = [];
    for (const id of this.acknowledged)
      if (!there.has(id)) found.push(`${id} was acknowledged, and ${where} lacks it`);
    for (const id of there)
      if (!this.attempted.has(id)) found.push(`${where} has ${id}, which nobody created`);
    for (const id of there)
      if (id.startsWith("a-") && !there.has(`b-${id.slice(2)}`))
        found.push(`${where} has half of the pair ${id}`);
    return found;
  }
}

/** Items of one logical partition that are only ever written together, by a transactional batch. */
export const BATCH_IDS: readonly string[] = ["batch-1", "batch-2", "batch-3"];

/** One response to a read of these items. A response shows one snapshot. */
interface BatchPage extends Operation {
  readonly items: readonly { readonly id: string; readonly version: number }[];
}

export interface BatchRead {
  /** Each is a snapshot of its own: two pages may show two versions. */
  readonly pages: readonly BatchPage[];
  /** The last page had no continuation token. */
  readonly isComplete: boolean;
}

/** The version of these items is the value of a register, which every response that has any of them reads. */
export class BatchedItems {
  readonly writes: Write[] = [];
  readonly reads: BatchRead[] = [];

  faults(): string[] {
    const found: string[] = [];
    const register = new Register();
    register.writes.push(...this.writes);
    for (const { pages, isComplete } of this.reads) {
      for (const { items, beginMs, endMs } of pages) {
        const versions = new Set(items.map(({ version }) => version));
        if (versions.size > 1)
          found.push(`one response between ${beginMs} and ${endMs} shows ${shownItems(items)}`);
        else for (const value of versions) register.reads.push({ value, beginMs, endMs });
      }
      const items = pages.flatMap((page) => page.items);
      const ids = items.map(({ id }) => id).sort();
      if (isComplete && ids.join() !== BATCH_IDS.join())
        found.push(
          `a read of ${pages.length} responses from ${pages[0]?.beginMs} on shows ${shownItems(items)}`,
        );
    }
    return [...found, ...register.faults()];
  }
}

function shownItems(items: BatchPage["items"]): string {
  return items.map(({ id, version }) => `${id} at version ${version}`).join(", ") || "no items";
}

/** The order in which a change feed showed values of a register: none may come after one that was written later. */
export function feedFaults(shown: readonly number[], register: Register): string[] {
  const found: string[] = [];
  const written = new Map(register.writes.map((write) => [write.value, write]));
  let latest: Write | undefined;
  for (const value of shown) {
    const write = written.get(value);
    if (write === undefined) {
      if (value !== INITIAL) found.push(`the feed shows ${value}, which nobody wrote`);
      continue;
    }
    if (latest !== undefined && write.endMs < latest.beginMs)
      found.push(`the feed shows ${value} after ${latest.value}, which was written later`);
    if (latest === undefined || write.beginMs > latest.beginMs) latest = write;
  }
  return found;
}
