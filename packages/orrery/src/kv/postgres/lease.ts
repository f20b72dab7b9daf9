/**
 * Who may write to the store: one process, or the nodes that share it, and each must say again and again that it is there.
 *
 * - The row of the store has a term, and so has that of each node. Every commit names its own in the same statement (`Statements.commit`), so that a process
 *   which wrongly believes that it still holds the store writes nothing, however long it was asleep.
 * - Whoever takes over raises the term, once the lease is over by the clock of the database.
 * - The holder takes its lease to be over earlier, counted from when it asked for it, by whichever of its two clocks is ahead:
 *   one stands still while the machine sleeps, the other may be set back. What it answers meanwhile may be out of date.
 */
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { KeyValueError } from "../key-value-store.ts";
import type { Answer, Connections, Session } from "./connections.ts";
import { LEASE_LIMITS } from "./lease-limits.ts";
import type { Statement, Statements } from "./statements.ts";

const RENEWALS_PER_LEASE = 4;
const LOOK_MS = 250;

/** Who asks for the store. */
export interface Holder {
  readonly id: string;
  /** One of several, which share the store; else it is alone. */
  readonly isNode: boolean;
}

export interface LeaseTerms {
  readonly leaseMs?: number;
  /** Told in a sentence what the operator should know. */
  readonly notice?: (sentence: string) => void;
  /** Told once that the store is another's now: nothing can be done with it any more. */
  readonly onLost?: (error: KeyValueError) => void;
}

export class Lease {
  readonly leaseMs: number;
  readonly #connections: Connections;
  readonly #statements: Statements;
  readonly #holder: Holder;
  readonly #onLost: (error: KeyValueError) => void;
  #term = "0";
  #lastGroup = 0n;
  #validUntil = { steadyMs: 0, clockMs: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;
  #lost: KeyValueError | undefined;

  private constructor(connections: Connections, statements: Statements, holder: Holder, terms: LeaseTerms) {
    this.#holder = holder;
    this.#connections = connections;
    this.#statements = statements;
    this.leaseMs = terms.leaseMs ?? LEASE_LIMITS.leaseMs;
    this.#onLost = terms.onLost ?? (() => {});
  }

  /** Waits for a holder that is silent until its lease is over; fails with `locked` as soon as it says that it is there. */
  static async take(
    connections: Connections,
    statements: Statements,
    holder: Holder,
    terms: LeaseTerms,
  ): Promise<Lease> {
    const lease = new Lease(connections, statements, holder, terms);
    let seen: Answer[number] | undefined;
    while (!(await lease.#take())) {
      const [row] = await connections.ask(statements.holder, [], "lease");
      // It has gone just now.
      if (row === undefined) continue;
      seen ??= row;
      const [name, expiry] = row;
      if (name !== seen[0] || expiry !== seen[1]) throw inUse(connections.place, name!);
      if (row === seen)
        terms.notice?.(`${connections.place} is held by ${name}: waiting to see if it still runs.`);
      await sleep(LOOK_MS);
    }
    lease.#timer = setInterval(() => void lease.#renew(), lease.leaseMs / RENEWALS_PER_LEASE);
    return lease;
  }

  get holder(): string {
    return this.#holder.id;
  }

  get term(): string {
    return this.#term;
  }

  /** A number that no group had before. */
  nextGroup(): bigint {
    return ++this.#lastGroup;
  }

  /** Whether nobody else can hold the store yet. */
  get isValid(): boolean {
    const { steadyMs, clockMs } = this.#validUntil;
    return this.#lost === undefined && performance.now() < steadyMs && Date.now() < clockMs;
  }

  assertHeld(): void {
    if (this.#lost !== undefined) throw this.#lost;
  }

  /** For whoever knows that the store is another's. */
  lost(): KeyValueError {
    if (this.#lost === undefined) {
      this.#lost = new KeyValueError(
        "locked",
        `${this.#connections.place} has been taken over by another process, because this one was silent for over ${this.leaseMs / 1000} seconds.`,
      );
      clearInterval(this.#timer);
      this.#onLost(this.#lost);
    }
    return this.#lost;
  }

  /**
   * Whether a group that was sent, and not answered, has been committed. If not, it never will be: the term is raised before
   * anybody looks. Fails while the database cannot be reached.
   */
  async wasCommitted(group: bigint): Promise<boolean> {
    const sentMs = clocks();
    const [row] = await this.#ask(this.#statements.raise, [this.#holder.id, this.leaseMs]);
    if (row === undefined) throw this.lost();
    this.#extend(sentMs);
    this.#term = row[0]!;
    return BigInt(row[1]!) === group;
  }

  /**
   * For whoever was refused under the term that it had. Fails if the store is another's. Else the term was raised by this process,
   * which may not have been answered yet; or, where rows are distributed and each space has its own fence, it has not written to
   * these spaces yet: their fences are made.
   */
  async claim(spaces: readonly number[]): Promise<void> {
    this.assertHeld();
    const { isDistributed, lockHolder, claim } = this.#statements;
    const isHeld = await this.#connections.inTransaction("lease", async (session) => {
      const [row] = await session.query(lockHolder);
      if (row === undefined) return false;
      const [term] = row;
      if (isDistributed && term === this.#term)
        for (const space of spaces) await session.query(claim, [space | 0, term]);
      return true;
    });
    if (!isHeld) throw this.lost();
  }

  /** The next process need not wait. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#lost === undefined) await this.#ask(this.#statements.release, [this.#holder.id]);
  }

  async #take(): Promise<boolean> {
    const sentMs = clocks();
    const values = [this.#holder.id, `${hostname()}, process ${process.pid}`, this.leaseMs];
    const row = await this.#connections.inTransaction("lease", (session) => this.#claim(session, values));
    if (row === undefined) return false;
    this.#term = row[0]!;
    this.#lastGroup = BigInt(row[1]!);
    this.#extend(sentMs);
    return true;
  }

  /** The row of the store is locked first: what is seen afterwards cannot change before it is decided. */
  async #claim(session: Session, values: readonly unknown[]): Promise<Answer[number] | undefined> {
    const { lockStore, removeSilent, take, share, register } = this.#statements;
    await session.query(lockStore);
    if (this.#holder.isNode) {
      const [shared] = await session.query(share);
      return shared && (await session.query(register, values))[0];
    }
    await session.query(removeSilent);
    return (await session.query(take, values))[0];
  }

  /** While the database is away the lease runs out; when it is back, it is the holder's again unless another came first. */
  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const sentMs = clocks();
    try {
      const [row] = await this.#ask(this.#statements.renew, [this.#holder.id, this.leaseMs]);
      if (row === undefined) this.lost();
      else this.#extend(sentMs);
    } catch {
      // The next one may succeed.
    } finally {
      this.#isRenewing = false;
    }
  }

  /** On a connection that no crowd of readers can keep from it. */
  #ask(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    return this.#connections.ask(statement, values, "lease");
  }

  #extend({ steadyMs, clockMs }: ReturnType<typeof clocks>): void {
    this.#validUntil = { steadyMs: steadyMs + this.leaseMs, clockMs: clockMs + this.leaseMs };
  }
}

function clocks(): { readonly steadyMs: number; readonly clockMs: number } {
  return { steadyMs: performance.now(), clockMs: Date.now() };
}

function inUse(place: string, holder: string): KeyValueError {
  return new KeyValueError(
    "locked",
    `${place} is in use by ${holder}: stop it first, or choose another database.`,
  );
}
