/**
 * Counts the time that a query spends waiting for index entries and for items, fails when the query must stop, and limits
 * items to the members that the query reads.
 */
import type { ScheduledTask } from "../../../schedule/scheduler.ts";
import type { MemberReader } from "../../../value/json-text/member-reader.ts";
import type { ReadKind, ReadObserver } from "../../../value/rows/observed-rows.ts";
import type { ItemRow } from "../../../value/rows/row-source.ts";
import type { Pacer } from "../pacer.ts";
import type { QueryTimes } from "../query-work.ts";

const TIMES = { index: "indexLookupMs", items: "itemLoadMs" } as const;

interface ReadTimerOptions {
  readonly times: QueryTimes;
  readonly clock: Pick<ScheduledTask, "now">;
  readonly pacer: Pacer;
  /** Those that the query reads of an item; undefined: all. */
  readonly members: MemberReader | undefined;
}

export class ReadTimer implements ReadObserver {
  readonly #options: ReadTimerOptions;

  constructor(options: ReadTimerOptions) {
    this.#options = options;
  }

  items(rows: readonly ItemRow[]): void {
    const { members, pacer } = this.#options;
    let bytes = 0;
    for (const row of rows) {
      bytes += row.size;
      row.readOnly(members);
    }
    pacer.read(bytes);
  }

  entries(): void {}

  async answer<T>(kind: ReadKind, read: () => Promise<T>, note: (answer: T) => void): Promise<T> {
    const began = this.#options.clock.now();
    const answer = await this.#options.pacer.waitFor(read());
    this.#add(kind, began);
    note(answer);
    return answer;
  }

  async *chunks<T>(
    kind: ReadKind,
    read: () => AsyncIterable<T>,
    note: (chunk: T) => void,
  ): AsyncGenerator<T> {
    const { clock, pacer } = this.#options;
    const iterator = read()[Symbol.asyncIterator]();
    try {
      for (;;) {
        const began = clock.now();
        const { done, value } = await pacer.waitFor(iterator.next());
        this.#add(kind, began);
        if (done) return;
        pacer.hurry();
        if (pacer.isDue()) await pacer.pause();
        note(value);
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  #add(kind: ReadKind, began: number): void {
    const { times, clock } = this.#options;
    times[TIMES[kind]] += clock.now() - began;
  }
}
