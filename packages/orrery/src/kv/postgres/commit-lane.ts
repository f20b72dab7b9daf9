/**
 * Groups of transactions on their way to PostgreSQL, one after another: each is one statement, which commits if the term is
 * still that of the owner.
 *
 * An answer that never comes does not tell whether the group was committed. It is found out, however long the database is
 * away, because those who wait must not be told of a failure that was none; nobody else has to wait so long (`onAway`).
 */

import { setTimeout as sleep } from "node:timers/promises";
import { toByteString } from "../../value/byte-string.ts";
import { KeyValueError } from "../key-value-store.ts";
import type { Write } from "../write.ts";
import { byteaArray, spaceArray } from "./binary-array.ts";
import type { Connections } from "./connections.ts";
import type { Lease } from "./lease.ts";
import { isPassing, isRefusal, toKeyValueError } from "./postgres-error.ts";
import type { Statements } from "./statements.ts";

export const COMMIT_LIMITS = {
  /** How often a group is sent that others were in the way of, or that is known not to have been committed. */
  tries: 5,
  /** After so long without an answer, what comes behind is refused at once. */
  awayMs: 5_000,
} as const;

const LOOK_MS = 200;

export interface AwayTerms {
  /** The database does not answer: what comes next must not wait for it. */
  onAway(error: KeyValueError): void;
  onBack(): void;
  /** How long the database may be silent until then. */
  readonly awayMs: number;
}

export class CommitLane {
  readonly #connections: Connections;
  readonly #statements: Statements;
  readonly #lease: Lease;
  readonly #away: AwayTerms;
  /** Moments that are being taken: they must not see what is committed after they were asked for. */
  readonly #moments = new Set<Promise<unknown>>();
  #isClosing = false;

  constructor(connections: Connections, statements: Statements, lease: Lease, away: AwayTerms) {
    this.#connections = connections;
    this.#statements = statements;
    this.#lease = lease;
    this.#away = away;
  }

  /** The next groups wait until it has been taken, or cannot be; so does the caller of `momentsTaken`. */
  waitFor(moment: Promise<unknown>): void {
    const settled = moment.then(noop, noop).finally(() => this.#moments.delete(settled));
    this.#moments.add(settled);
  }

  /** Resolves when every snapshot that was requested until now has been taken, or cannot be. */
  async momentsTaken(): Promise<void> {
    if (this.#moments.size > 0) await Promise.all([...this.#moments]);
  }

  /** From now on nothing is waited for longer than it takes to ask once. */
  close(): void {
    this.#isClosing = true;
  }

  /** All of a group or nothing of it. Not to be called while it is under way. */
  async write(group: readonly (readonly Write[])[]): Promise<void> {
    await this.momentsTaken();
    const rows = rowsOf(group);
    for (let left: number = COMMIT_LIMITS.tries; ; left--) {
      const error = await this.#send(rows);
      if (error === undefined) return;
      if (left === 1 || (isRefusal(error) && !isPassing(error))) {
        throw toKeyValueError(error, this.#connections.place);
      }
    }
  }

  /** Undefined when it is committed, else why it is known not to be. */
  async #send({ spaces, values }: GroupRows): Promise<unknown> {
    this.#lease.assertHeld();
    const lent = await this.#connections.lend("commits");
    const group = this.#lease.nextGroup();
    let isHeld: boolean;
    try {
      const asked = [this.#lease.term, `${group}`, ...values];
      isHeld = (await lent.query(this.#statements.commit, asked)).length > 0;
      lent.giveBack();
    } catch (error) {
      lent.giveBack(error);
      if (isRefusal(error)) return error;
      return (await this.#findOut(group, error)) ? undefined : error;
    }
    if (isHeld) return undefined;
    if (!this.#statements.isDistributed) throw this.#lease.lost();
    await this.#lease.claim(spaces);
    return unclaimed(this.#connections.place);
  }

  async #findOut(group: bigint, cause: unknown): Promise<boolean> {
    const refusedFromMs = performance.now() + this.#away.awayMs;
    let isAway = false;
    try {
      for (;;) {
        try {
          return await this.#lease.wasCommitted(group);
        } catch (error) {
          this.#lease.assertHeld();
          if (this.#isClosing) throw unknown(this.#connections.place, cause);
          if (!isAway && performance.now() > refusedFromMs) {
            isAway = true;
            this.#away.onAway(toKeyValueError(error, this.#connections.place));
          }
          await sleep(LOOK_MS);
        }
      }
    } finally {
      if (isAway) this.#away.onBack();
    }
  }
}

interface GroupRows {
  readonly spaces: readonly number[];
  /** Of each key the last write, in binary arrays: what to put, and what to delete. */
  readonly values: readonly Buffer[];
}

function rowsOf(group: readonly (readonly Write[])[]): GroupRows {
  const last = new Map<string, Write>();
  for (const writes of group) for (const write of writes) last.set(toByteString(write.key), write);
  const put = { spaces: [] as number[], keys: [] as Uint8Array[], values: [] as Uint8Array[] };
  const deleted = { spaces: [] as number[], keys: [] as Uint8Array[] };
  for (const { space, bareKey, value } of last.values()) {
    const rows = value === null ? deleted : put;
    rows.spaces.push(space);
    rows.keys.push(bareKey);
    if (value !== null) put.values.push(value);
  }
  const values = [
    spaceArray(put.spaces),
    byteaArray(put.keys),
    byteaArray(put.values),
    spaceArray(deleted.spaces),
    byteaArray(deleted.keys),
  ];
  return { spaces: [...new Set([...put.spaces, ...deleted.spaces])], values };
}

function unclaimed(place: string): KeyValueError {
  return new KeyValueError("unavailable", `${place} has not let this process write yet: try again.`);
}

function unknown(place: string, cause: unknown): KeyValueError {
  return new KeyValueError(
    "unavailable",
    `${place} did not answer: whether the last writes were done is not known.`,
    { cause },
  );
}

function noop(): void {}
