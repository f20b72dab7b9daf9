/** The table of nodes and owners on PostgreSQL: a statement for each call. `Statements.commit` refuses nodes whose row is gone. */
import type { Member, Members, Membership, UnitOwner } from "../members.ts";
import type { CommitLane } from "./commit-lane.ts";
import type { Connections } from "./connections.ts";
import type { Lease } from "./lease.ts";
import type { Statement, Statements } from "./statements.ts";

/** The term of a unit that was never owned. */
const NEVER = 0;

export class PostgresMembers implements Members {
  readonly id: string;
  readonly leaseMs: number;
  readonly #connections: Connections;
  readonly #statements: Statements;
  readonly #lane: CommitLane;

  constructor(connections: Connections, statements: Statements, lease: Lease, lane: CommitLane) {
    this.#connections = connections;
    this.#statements = statements;
    this.#lane = lane;
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

  async removeSilent(): Promise<void> {
    await this.#ask(this.#statements.removeSilent);
  }

  async announce(address: string): Promise<void> {
    await this.#ask(this.#statements.announce, this.id, address);
  }

  async leave(): Promise<void> {
    await this.#ask(this.#statements.leave, this.id);
  }

  async take(unit: string, last: UnitOwner | undefined): Promise<number | undefined> {
    const [row] = await this.#ask(this.#statements.takeUnit, unit, this.id, last?.term ?? NEVER);
    return row && Number(row[0]);
  }

  async pass(unit: string, term: number, to: string | undefined): Promise<void> {
    // The next owner may split a partition and drop its rows, which readers of these snapshots expect.
    await this.#lane.momentsTaken();
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
