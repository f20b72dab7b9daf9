/**
 * Tasks that wait for a turn. Owners take turns, and an owner's tasks come in the order in which they lined up; those that
 * have used little time go before those that have used much, but not always. What others wait for, because it is their work
 * as well, has every second turn.
 */

/** Whom a task is done for: tasks of different owners take turns. Owners are told apart as keys of a map are. */
export type TaskOwner = string | object;

export interface PausedTask {
  readonly owner: TaskOwner;
  readonly isUrgent: boolean;
  /** Of the processor's time, so far. */
  readonly usedMs: number;
  resume(): void;
}

/** A task that has used less is a short one. */
const SHORT_MS = 20;
/** Of so many turns one is for the long tasks, even if short ones never end. */
const TURNS_PER_LONG_ONE = 4;

export class TaskLine {
  readonly #short = new OwnersInTurn<PausedTask>();
  readonly #long = new OwnersInTurn<PausedTask>();
  readonly #urgent = new OwnersInTurn<PausedTask>();
  #shortTurns = 0;
  #wasUrgent = false;

  get isEmpty(): boolean {
    return this.#short.isEmpty && this.#long.isEmpty && this.#urgent.isEmpty;
  }

  add(task: PausedTask): void {
    if (task.isUrgent) this.#urgent.add(task);
    else (task.usedMs < SHORT_MS ? this.#short : this.#long).add(task);
  }

  /** Undefined if nobody waits. */
  take(): PausedTask | undefined {
    this.#wasUrgent = !this.#urgent.isEmpty && !this.#wasUrgent;
    return this.#wasUrgent ? this.#urgent.take() : (this.#takeOther() ?? this.#urgent.take());
  }

  #takeOther(): PausedTask | undefined {
    const isLongNext = this.#short.isEmpty || ++this.#shortTurns >= TURNS_PER_LONG_ONE;
    if (isLongNext && !this.#long.isEmpty) {
      this.#shortTurns = 0;
      return this.#long.take();
    }
    return this.#short.take();
  }
}

export class OwnersInTurn<T extends { readonly owner: TaskOwner }> {
  /** The next owner is the first. */
  readonly #tasks = new Map<TaskOwner, T[]>();

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  add(task: T): void {
    const line = this.#tasks.get(task.owner);
    if (line === undefined) this.#tasks.set(task.owner, [task]);
    else line.push(task);
  }

  take(): T | undefined {
    for (const [owner, line] of this.#tasks) {
      const task = line.shift();
      this.#tasks.delete(owner);
      if (line.length > 0) this.#tasks.set(owner, line);
      return task;
    }
    return undefined;
  }
}
