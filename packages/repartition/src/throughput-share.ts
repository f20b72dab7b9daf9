/** Keeps what is spent at most so high on average, and counts it. */
export class ThroughputShare {
  readonly #ruPerSecond: number;
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<void>;
  #paidUntilMs = 0;
  spent = 0;

  constructor(ruPerSecond: number, now: () => number, wait: (ms: number) => Promise<void>) {
    this.#ruPerSecond = ruPerSecond;
    this.#now = now;
    this.#wait = wait;
  }

  /** After work that cost so much: waits until its share of time is over. */
  async spend(charge: number): Promise<void> {
    this.spent += charge;
    if (!Number.isFinite(this.#ruPerSecond)) return;
    const now = this.#now();
    this.#paidUntilMs = Math.max(this.#paidUntilMs, now) + (charge / this.#ruPerSecond) * 1000;
    if (this.#paidUntilMs > now) await this.#wait(this.#paidUntilMs - now);
  }
}
