/**
 * Lets writers in side by side, and can be held shut for a moment: whoever holds it knows that no writer is inside,
 * and that none will be until it lets go. Shut for good, it never opens again, whoever holds it: writers that wait
 * and writers that come fail.
 */
import assert from "node:assert/strict";

export class WriterGate {
  #inside = 0;
  #opening: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  /** What writers fail with, once the gate is shut for good. */
  #failure: (() => Error) | undefined;
  readonly #whenEmpty: (() => void)[] = [];

  get isShut(): boolean {
    return this.#opening !== undefined || this.#failure !== undefined;
  }

  /** Resolves when the gate was opened; it may be shut again by then. Fails if it is shut for good. */
  async opened(): Promise<void> {
    if (this.#failure === undefined) await this.#opening?.promise;
    if (this.#failure !== undefined) throw this.#failure();
  }

  /** Requires that the gate is open. */
  enter(): void {
    assert(!this.isShut, "a writer came through a shut gate");
    this.#inside++;
  }

  leave(): void {
    this.#inside--;
    if (this.#inside === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /** Shuts the gate; resolves when the last writer has left, with what opens it again. Only one may hold it. */
  async hold(): Promise<() => void> {
    assert(this.#opening === undefined, "the gate is held already");
    let resolve = () => {};
    const promise = new Promise<void>((open) => {
      resolve = open;
    });
    const opening = { promise, resolve };
    this.#opening = opening;
    await this.#empty();
    return () => {
      if (this.#opening !== opening) return;
      this.#opening = undefined;
      opening.resolve();
    };
  }

  /** Resolves when the last writer has left. */
  async shutForGood(failure: () => Error): Promise<void> {
    this.#failure = failure;
    this.#opening?.resolve();
    await this.#empty();
  }

  async #empty(): Promise<void> {
    if (this.#inside === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenEmpty.push(resolve);
    });
  }
}
