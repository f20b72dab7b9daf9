/**
 * Group commit: while one write is under way, the next ones gather, and then go to the disk together.
 *
 * Writes reach the disk in the order in which they came. A group succeeds or fails as a whole. If it fails, so does
 * all that gathered behind it, which was made in the belief that it would succeed.
 */
import type { OwnWrites } from "./own-writes.ts";
import type { Write } from "./write.ts";

/** A group is full once its transactions have more bytes than this. */
const GROUP_BYTES = 4 * 1024 * 1024;

interface Waiting {
  readonly writes: readonly Write[];
  readonly bytes: number;
  readonly undo: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #write: (group: readonly (readonly Write[])[]) => Promise<void>;
  #waiting: Waiting[] = [];
  #isWriting = false;
  /** Resolves when writes may go on; absent: they may. */
  #held: Promise<void> | undefined;
  #idle: () => void = () => {};
  #refusal: unknown;

  /**
   * `write` takes the writes of all transactions of a group, in order and atomically; it is never called while it is
   * under way.
   */
  constructor(write: (group: readonly (readonly Write[])[]) => Promise<void>) {
    this.#write = write;
  }

  /** `undo` is called if it fails: the last one's first, and before anything else can run. */
  commit(writes: OwnWrites, undo: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const all = writes.all();
      let bytes = 0;
      for (const write of all) bytes += write.bytes;
      this.#waiting.push({ writes: all, bytes, undo, resolve, reject });
      if (this.#refusal !== undefined) {
        this.#failWaiting(this.#refusal);
        return;
      }
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Until `accept`, what waits and what comes fails at once. What is being written goes on. */
  refuse(error: unknown): void {
    this.#refusal = error;
    this.#failWaiting(error);
  }

  accept(): void {
    this.#refusal = undefined;
  }

  /** Runs `work` while nothing is written: what comes meanwhile waits. One at a time. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    while (this.#held !== undefined) await this.#held;
    let release = () => {};
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    try {
      if (this.#isWriting) {
        await new Promise<void>((resolve) => {
          this.#idle = resolve;
        });
      }
      return await work();
    } finally {
      this.#held = undefined;
      release();
    }
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      if (this.#held !== undefined) {
        this.#idle();
        await this.#held;
      }
      const group = this.#takeGroup();
      try {
        await this.#write(group.map(({ writes }) => writes));
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#waiting.unshift(...group);
        this.#failWaiting(error);
      }
    }
    this.#isWriting = false;
    this.#idle();
  }

  #failWaiting(error: unknown): void {
    const failed = this.#waiting.splice(0);
    for (const { undo } of failed.toReversed()) undo();
    for (const { reject } of failed) reject(error);
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    while (count < this.#waiting.length && bytes <= GROUP_BYTES) {
      bytes += (this.#waiting[count++] as Waiting).bytes;
    }
    return this.#waiting.splice(0, count);
  }
}
