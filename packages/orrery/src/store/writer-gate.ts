/**
 * Lets writers in side by side, and can be held shut for a moment: whoever holds it knows that no writer is inside,
 * and that none will be until it lets go.
 */
import assert from "node:assert/strict";

export class WriterGate {
  #inside = 0;
  #opening: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  #whenEmpty: (() => void) | undefined;

  get isShut(): boolean {
    return this.#opening !== undefined;
  }

  /** Resolves when the gate was opened; it may be shut again by then. */
  async opened(): Promise<void> {
    await this.#opening?.promise;
  }

  /** Requires that the gate is open. */
  enter(): void {
    assert(!this.isShut, "a writer came through a shut gate");
    this.#inside++;
  }

  leave(): void {
    this.#inside--;
    if (this.#inside === 0) this.#whenEmpty?.();
  }

  /** Shuts the gate; resolves when the last writer has left, with what opens it again. Only one may hold it. */
  async hold(): Promise<() => void> {
    assert(!this.isShut, "the gate is held already");
    let resolve = () => {};
    const promise = new Promise<void>((open) => {
      resolve = open;
    });
    const opening = { promise, resolve };
    this.#opening = opening;
    if (this.#inside > 0) {
      await new Promise<void>((empty) => {
        this.#whenEmpty = empty;
      });
      this.#whenEmpty = undefined;
    }
    return () => {
      if (this.#opening !== opening) return;
      this.#opening = undefined;
      opening.resolve();
    };
  }
}
