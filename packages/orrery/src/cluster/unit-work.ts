/** Work that writes to a unit, counted, so that the unit is passed on only when none is under way. */
import { Failure } from "../value/failure.ts";

export class UnitWork {
  readonly #running = new Map<string, Set<Promise<unknown>>>();

  async run<T>(unit: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(unit) ?? new Set();
    this.#running.set(unit, running);
    const done = work();
    running.add(done);
    try {
      return await done;
    } finally {
      running.delete(done);
      if (running.size === 0) this.#running.delete(unit);
    }
  }

  /** Resolves when what runs now is over, with what it begins until then; fails if that takes longer. */
  async over(unit: string, waitMs: number): Promise<void> {
    if (!this.#running.has(unit)) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Failure("unavailable", "Writers take too long: it stays here for now.")),
        waitMs,
      );
    });
    try {
      for (let running = this.#running.get(unit); running !== undefined; running = this.#running.get(unit))
        await Promise.race([Promise.allSettled(running), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
