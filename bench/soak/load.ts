/** Clients that go on until they are told to stop, and what they saw. */
import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";

export class Load {
  readonly #stopping = new AbortController();
  #done = 0;
  #statuses = new Map<string, number>();
  /** What must never happen: wrong data, a 500, a client that stopped. */
  readonly #faults = new Map<string, { readonly text: string; times: number }>();
  readonly #clients: Promise<void>[] = [];

  constructor() {
    // As many as there are clients, and some more that the timers leave behind for a moment.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Repeats `turn`, with a pause after each, until `stop`. */
  repeat(name: string, pauseMs: number, turn: () => Promise<void>): void {
    const run = async () => {
      while (!this.isStopped) {
        try {
          await turn();
          this.#done++;
        } catch (error) {
          this.fault(name, `at ${new Date().toISOString()}, ${(error as Error)?.stack ?? String(error)}`);
        }
        await setTimeout(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    };
    this.#clients.push(run());
  }

  /** Of each kind the first is told, and the others are counted. */
  fault(kind: string, text: string): void {
    const known = this.#faults.get(kind);
    if (known === undefined) this.#faults.set(kind, { text, times: 1 });
    else known.times++;
  }

  get faults(): string[] {
    return [...this.#faults].map(([kind, { text, times }]) => `${kind} (${times} times): ${text}`);
  }

  /** Counts an answer; one that says that the server failed is a fault. */
  answered(kind: string, status: number, text = ""): void {
    const name = `${kind} ${status}`;
    this.#statuses.set(name, (this.#statuses.get(name) ?? 0) + 1);
    if (status >= 500 && status !== 503) this.fault(name, text.slice(0, 500));
  }

  /** Turns, since the last time it was asked. */
  takeDone(): number {
    const done = this.#done;
    this.#done = 0;
    return done;
  }

  get statuses(): [string, number][] {
    return [...this.#statuses].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#clients);
  }
}
