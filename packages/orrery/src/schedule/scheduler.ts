/**
 * Shares the event loop among all work that can be long, so that nobody stops the clock for others. In a turn of the loop
 * all tasks together have a few milliseconds, however many there are; a task that finds them used up pauses, and goes on
 * in a later turn when it is the next in line. Operations that are too short to be tasks never wait in line: at most one
 * turn's work is before them, and while they keep coming the tasks leave them more than half of the time.
 *
 * There is one event loop, so there is one scheduler for all that runs in a process. Tests have their own, with a clock
 * and turns that they control.
 */
import { performance } from "node:perf_hooks";
import { ADMISSION_LIMITS, Admission, type AdmissionLimits } from "./admission.ts";
import { HeapRoom } from "./heap-room.ts";
import { HeldBytes, type HeldLimits, heldLimits } from "./held-bytes.ts";
import { type PausedTask, TaskLine, type TaskOwner } from "./task-line.ts";

/** What all tasks together may use of a turn. */
const TURN_MS = 5;
/** Short operations have stopped coming when there was none for so long: a client needs some time for its next. */
const QUIET_MS = 2;
/** How often tasks that rest look whether they still have to. */
const LOOK_MS = 1;
/** For each millisecond that tasks have used, so many are left to short operations while these keep coming. */
const REST_SHARE = 1.25;
/** After a long piece of work their clients are given longer to come back: this part of the rest. */
const QUIET_SHARE = 0.1;

/**
 * What takes no longer by the clock is counted by it: to ask for the processor's time takes microseconds, and a query may
 * wait for a thousand small things. Nobody else has had the processor for a part of so little.
 */
const BRIEF_MS = 0.5;

/** The event loop, as far as the scheduler knows it. */
export interface Loop {
  /** Milliseconds since any moment, with a fraction; it never goes back, nor stands still while work is done. */
  now(): number;
  /** What the process has used of the processors: it stands still while other processes have them. */
  processorMs(): number;
  /** Calls back in the next turn, after what has come in from outside. */
  nextTurn(go: () => void): void;
  /** Calls back some turns later. */
  later(go: () => void, ms: number): void;
}

export const PROCESS_LOOP: Loop = {
  now: () => performance.now(),
  processorMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  nextTurn: (go) => void setImmediate(go),
  later: (go, ms) => void setTimeout(go, ms),
};

/** A piece of work that pauses when it is told to. It runs from its beginning on. */
export interface ScheduledTask {
  readonly owner: TaskOwner;
  /** By the loop's clock. */
  now(): number;
  /** Whether the turn's time is used up; if so: `await pause()`. */
  isDue(): boolean;
  /** Resolves when it is this task's turn. */
  pause(): Promise<void>;
  /** Waits for others, a disk for example, which is not time that the task uses. */
  waitFor<T>(promise: Promise<T>): Promise<T>;
  /** The processor's time that it has used: pauses and waiting are not counted. */
  readonly usedMs: number;
}

export class Scheduler {
  /** How much of what needs memory is under way at a time. */
  readonly admission: Admission;
  /** Bodies and answers under way. */
  readonly held: HeldBytes;
  /** Heap space for large writes. */
  readonly heap: HeapRoom;
  readonly #loop: Loop;
  readonly #line = new TaskLine();
  #turn = 0;
  #turnEndMs = Number.NEGATIVE_INFINITY;
  /** By tasks, since they last rested. */
  #usedMs = 0;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  #quietMs = QUIET_MS;
  #lastShortMs = Number.NEGATIVE_INFINITY;
  #recent = { readAtMs: Number.NEGATIVE_INFINITY, processorMs: 0 };
  /** Whether the loop will call back. */
  #isTicking = false;

  constructor(
    loop: Loop = PROCESS_LOOP,
    limits: AdmissionLimits = ADMISSION_LIMITS,
    limitsOfHeld: HeldLimits = heldLimits(),
  ) {
    this.#loop = loop;
    this.admission = new Admission(loop, limits);
    this.held = new HeldBytes(loop, limitsOfHeld);
    this.heap = new HeapRoom(loop);
  }

  /** `isUrgent`: others wait for it, whose work it is as well. */
  begin(owner: TaskOwner, { isUrgent = false }: { readonly isUrgent?: boolean } = {}): ScheduledTask {
    return new Task(this, { owner, isUrgent }, this.now());
  }

  /** Tells that an operation was here that is too short to be a task. */
  noteShort(): void {
    this.#lastShortMs = this.#loop.now();
  }

  now(): number {
    return this.#loop.now();
  }

  processorMs(): number {
    return this.#loop.processorMs();
  }

  /** Of this moment, or of one just before. */
  recentProcessorMs(nowMs: number): number {
    if (nowMs - this.#recent.readAtMs > BRIEF_MS) {
      this.#recent = { readAtMs: nowMs, processorMs: this.#loop.processorMs() };
    }
    return this.#recent.processorMs;
  }

  /** Counts those of the loop in which tasks were under way. */
  get turn(): number {
    return this.#turn;
  }

  isTurnOver(nowMs: number): boolean {
    this.observeTurn(nowMs);
    return nowMs >= this.#turnEndMs;
  }

  /** The first to do something in a turn opens it; the loop's call back closes it. */
  observeTurn(nowMs: number): void {
    if (!this.#isTicking) this.#openTurn(nowMs);
  }

  countUsed(ms: number): void {
    this.#usedMs += ms;
  }

  enqueue(paused: PausedTask): void {
    this.#line.add(paused);
    if (this.#isTicking) return;
    this.#isTicking = true;
    this.#loop.nextTurn(this.#tick);
  }

  /** One that begins while tasks have to rest is over at once. */
  #openTurn(nowMs: number): void {
    this.#turnEndMs = this.#hasToRest(nowMs) ? nowMs : nowMs + TURN_MS;
    this.#isTicking = true;
    this.#loop.nextTurn(this.#tick);
  }

  readonly #tick = (): void => {
    this.#turn++;
    this.#isTicking = false;
    const now = this.#loop.now();
    // On a busy machine a rest takes much longer than it is meant to: small tasks share one.
    if (this.#usedMs >= TURN_MS) this.#demandRest(now);
    if (this.#line.isEmpty) return;
    if (this.#hasToRest(now)) {
      this.#isTicking = true;
      this.#loop.later(this.#tick, LOOK_MS);
      return;
    }
    this.#openTurn(now);
    this.#line.take()!.resume();
  };

  #demandRest(nowMs: number): void {
    const restMs = this.#usedMs * REST_SHARE;
    this.#usedMs = 0;
    this.#restUntilMs = nowMs + restMs;
    this.#quietMs = Math.max(QUIET_MS, restMs * QUIET_SHARE);
  }

  #hasToRest(nowMs: number): boolean {
    if (nowMs < this.#restUntilMs && nowMs < this.#lastShortMs + this.#quietMs) return true;
    this.#restUntilMs = nowMs;
    return false;
  }
}

/** Parts of it may pause and wait side by side: while one of them runs, the task does. */
class Task implements ScheduledTask {
  readonly owner: TaskOwner;
  readonly #isUrgent: boolean;
  readonly #scheduler: Scheduler;
  #usedMs = 0;
  /** No moment before this one is counted again, nor what the process had used of the processor by then. */
  #countedUntilMs: number;
  #processorMs: number;
  /** Undefined while it pauses or waits. */
  #runningSinceMs: number | undefined;

  constructor(
    scheduler: Scheduler,
    { owner, isUrgent }: { readonly owner: TaskOwner; readonly isUrgent: boolean },
    nowMs: number,
  ) {
    this.#scheduler = scheduler;
    this.owner = owner;
    this.#isUrgent = isUrgent;
    this.#countedUntilMs = nowMs;
    this.#runningSinceMs = nowMs;
    this.#processorMs = scheduler.recentProcessorMs(nowMs);
  }

  get usedMs(): number {
    if (this.#runningSinceMs !== undefined) this.#count(this.#runningSinceMs, this.now());
    return this.#usedMs;
  }

  now(): number {
    return this.#scheduler.now();
  }

  isDue(): boolean {
    return this.#scheduler.isTurnOver(this.now());
  }

  async pause(): Promise<void> {
    this.#stopRunning(this.now());
    await new Promise<void>((resume) => {
      this.#scheduler.enqueue({
        owner: this.owner,
        isUrgent: this.#isUrgent,
        usedMs: this.#usedMs,
        resume,
      });
    });
    this.#startRunning(this.now());
  }

  async waitFor<T>(promise: Promise<T>): Promise<T> {
    const scheduler = this.#scheduler;
    const began = this.now();
    this.#stopRunning(began);
    scheduler.observeTurn(began);
    const { turn } = scheduler;
    try {
      return await promise;
    } finally {
      const now = this.now();
      // What took no turn was no waiting: it was done here and now.
      if (scheduler.turn === turn) this.#count(began, now);
      this.#startRunning(now);
    }
  }

  #startRunning(nowMs: number): void {
    if (this.#runningSinceMs !== undefined) return;
    this.#runningSinceMs = nowMs;
    this.#processorMs = this.#scheduler.recentProcessorMs(nowMs);
  }

  #stopRunning(nowMs: number): void {
    if (this.#runningSinceMs === undefined) return;
    this.#count(this.#runningSinceMs, nowMs);
    this.#runningSinceMs = undefined;
  }

  #count(fromMs: number, toMs: number): void {
    const byClockMs = Math.max(0, toMs - Math.max(fromMs, this.#countedUntilMs));
    const ms = byClockMs <= BRIEF_MS ? byClockMs : this.#ofProcessor(byClockMs);
    this.#countedUntilMs = toMs;
    this.#usedMs += ms;
    // What short operations had to wait.
    this.#scheduler.countUsed(byClockMs);
  }

  /** Other processes may have had the processor meanwhile; other threads of this one may have used more. */
  #ofProcessor(byClockMs: number): number {
    const processorMs = this.#scheduler.processorMs();
    const ms = Math.min(byClockMs, processorMs - this.#processorMs);
    this.#processorMs = processorMs;
    return ms;
  }
}

/** For everything in this process. */
export const PROCESS_SCHEDULER = new Scheduler();
