/**
 * A mutex per key. Work under one key runs one at a time in the order of arrival; work under different keys
 * runs side by side. A key costs memory only while work under it runs or waits.
 */

interface Turn {
  /** Starts the next in line; set as soon as there is one. */
  startNext?: () => void;
}

export class KeyedLock {
  /** The last in line of every busy key: newcomers wait for it, and it removes the key if nobody came. */
  readonly #last = new Map<string, Turn>();

  async run<T>(key: string, work: () => Promise<T> | T): Promise<T> {
    const turn: Turn = {};
    const before = this.#last.get(key);
    this.#last.set(key, turn);
    if (before !== undefined) {
      await new Promise<void>((resolve) => {
        before.startNext = resolve;
      });
    }
    try {
      return await work();
    } finally {
      if (turn.startNext !== undefined) turn.startNext();
      else this.#last.delete(key);
    }
  }

  /** How many keys are held. */
  get size(): number {
    return this.#last.size;
  }
}
