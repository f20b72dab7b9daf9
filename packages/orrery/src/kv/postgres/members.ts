/**
 * The nodes that share a store, and which of them owns what. A unit is a name: what it stands for, its owner knows.
 *
 * - A unit is passed on by its owner, or taken by another when the owner's row is gone. Ids are never used again, so that whose
 *   row is gone stays gone, and none of its commits is ever done (`Statements.commit`).
 * - A unit's term grows each time it changes hands, and every statement that moves it names the term that it knows: one that
 *   comes late, or twice, does nothing.
 */
import type { Connections } from "./connections.ts";
import type { Lease } from "./lease.ts";
import type { Statement, Statements } from "./statements.ts";

export interface Member {
  readonly id: string;
  /** The machine and the process. */
  readonly name: string;
  /** Where other nodes reach it; undefined until it takes requests. */
  readonly address: string | undefined;
  readonly isLeaving: boolean;
  /** How long its lease still lasts, by the clock of the database; less than nothing if it is over. */
  readonly leaseLeftMs: number;
}

export interface UnitOwner {
  /** A node, which may be gone; undefined: it was passed on to nobody. */
  readonly node: string | undefined;
  readonly term: number;
}

export interface Membership {
  readonly members: readonly Member[];
  /** Of units that were ever owned. */
  readonly owners: ReadonlyMap<string, UnitOwner>;
}

/** The term of a unit that was never owned. */
const NEVER = 0;

export class Members {
  /** Of this node. */
  readonly id: string;
  readonly leaseMs: number;
  readonly #connections: Connections;
  readonly #statements: Statements;

  constructor(connections: Connections, statements: Statements, lease: Lease) {
    this.#connections = connections;
    this.#statements = statements;
    this.id = lease.holder;
    this.leaseMs = lease.leaseMs;
  }

  async look(): Promise<Membership> {
    const members: Member[] = [];
    const owners = new Map<string, UnitOwner>();
    for (const [kind, id, name, place, isLeaving, leftMs] of await this.#ask(this.#statements.members)) {
      if (kind === "unit") owners.set(id!, { node: name ?? undefined, term: Number(place) });
      else
        members.push({
          id: id!,
          name: name!,
          address: place ?? undefined,
          isLeaving: isLeaving === "true",
          leaseLeftMs: Number(leftMs),
        });
    }
    return { members, owners };
  }

  /** Ends what silent nodes may do. */
  async removeSilent(): Promise<void> {
    await this.#ask(this.#statements.removeSilent);
  }

  async announce(address: string): Promise<void> {
    await this.#ask(this.#statements.announce, this.id, address);
  }

  async leave(): Promise<void> {
    await this.#ask(this.#statements.leave, this.id);
  }

  /** Returns the term, or undefined if another came first, or who owned it last is still there. */
  async take(unit: string, last: UnitOwner | undefined): Promise<number | undefined> {
    const [row] = await this.#ask(this.#statements.takeUnit, unit, this.id, last?.term ?? NEVER);
    return row && Number(row[0]);
  }

  /** Requires that nothing is done with it here any more. */
  async pass(unit: string, term: number, to: string | undefined): Promise<void> {
    await this.#ask(this.#statements.passUnit, unit, this.id, term, to ?? null);
  }

  async forget(unit: string, term: number): Promise<void> {
    await this.#ask(this.#statements.forgetUnit, unit, this.id, term);
  }

  /** On a connection that no crowd of readers can keep from it, and that keeps no renewal of the lease waiting. */
  #ask(statement: Statement, ...values: unknown[]) {
    return this.#connections.ask(statement, values, "members");
  }
}
