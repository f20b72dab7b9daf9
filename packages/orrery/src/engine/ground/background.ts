/** Work that goes on after its request was answered. */
import { Failure } from "../../value/failure.ts";
import type { Environment } from "./environment.ts";
import { ServedElsewhere } from "./ownership.ts";

export class Background {
  readonly #environment: Environment;
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Whoever works in the background asks this between steps: the next start takes up what is given up. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Lets work go on that nobody waits for; a failure is logged. */
  run(work: Promise<void>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) => {
        // Whoever serves it now takes it up.
        if (error instanceof ServedElsewhere) return;
        // What it was for has been deleted, or has another name and is taken up again, meanwhile.
        if (error instanceof Failure && (error.code === "notFound" || error.code === "nameCacheStale"))
          return;
        this.#environment.log("error", `Work in the background failed: ${String(error)}`);
      })
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Resolves when what is under way now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
