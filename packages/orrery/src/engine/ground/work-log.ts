/**
 * Tells the log how far long work in the background has come: every ten seconds, and at its end. Work on few items that
 * is over at once is not worth a line.
 */
import type { Environment } from "./environment.ts";

const TELL_EVERY_MS = 10_000;
/** Below it, work that ends within ten seconds is not told. */
const ITEMS_WORTH_TELLING = 1_000;

export class WorkLog {
  readonly #environment: Pick<Environment, "now" | "log">;
  readonly #what: string;
  readonly #total: number;
  readonly #startMs: number;
  #toldMs: number;
  #seen = 0;

  /** `what` begins a sentence: "The index of …". */
  constructor(environment: Pick<Environment, "now" | "log">, what: string, total: number) {
    this.#environment = environment;
    this.#what = what;
    this.#total = total;
    this.#startMs = this.#toldMs = environment.now();
  }

  get percent(): number {
    return Math.min(99, Math.floor((100 * this.#seen) / Math.max(1, this.#total)));
  }

  seen(items: number): void {
    this.#seen += items;
    const now = this.#environment.now();
    if (now - this.#toldMs < TELL_EVERY_MS) return;
    this.#toldMs = now;
    this.#environment.log("info", `${this.#what}: ${this.percent} % of ${this.#items}.`);
  }

  /** `outcome` ends the sentence: "is complete". */
  end(outcome: string): void {
    const wasTold = this.#toldMs > this.#startMs;
    if (!wasTold && this.#total < ITEMS_WORTH_TELLING) return;
    const seconds = ((this.#environment.now() - this.#startMs) / 1000).toFixed(1);
    this.#environment.log("info", `${this.#what} ${outcome}: ${this.#items} in ${seconds} s.`);
  }

  get #items(): string {
    return `${this.#total.toLocaleString("en")} items`;
  }
}
