/**
 * Counts the time that a query spends waiting for index entries and for items, fails when the query must stop, and limits
 * items to the members that the query reads.
 */
import type { ScheduledTask } from "../../../schedule/scheduler.ts";
import type { MemberReader } from "../../../value/member-reader.ts";
import type { ReadKind, ReadObserver } from "../../../value/observed-rows.ts";
import type { ItemRow } from "../../../value/row-source.ts";
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
    const answer = await this.#time(kind, read);
    note(answer);
    return answer;
  }

  async *chunks<T>(
    kind: ReadKind,
    read: () => AsyncIterable<T>,
    note: (chunk: T) => void,
  ): AsyncGenerator<T> {
    const { pacer } = this.#options;
    const iterator = read()[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await this.#time(kind, () => iterator.next());
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

  async #time<T>(kind: ReadKind, read: () => Promise<T>): Promise<T> {
    const { times, clock, pacer } = this.#options;
    const began = clock.now();
    const result = await pacer.waitFor(read());
    times[TIMES[kind]] += clock.now() - began;
    return result;
  }
}
