/**
 * The nodes that share a store, and which of them owns what: a table that the store keeps, where several processes may open it. A
 * unit is a name; its owner knows what it stands for.
 *
 * - A unit is passed on by its owner, or taken by another when the owner's row is gone. Ids are never used again, so that a node
 *   whose row is gone stays gone, and none of its commits is ever done.
 * - A unit's term grows each time it changes hands, and everything that moves it names the term that it knows: what comes late, or
 *   twice, does nothing.
 */

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

export interface Members {
  /** Of this node. */
  readonly id: string;
  readonly leaseMs: number;
  /** At one moment. */
  look(): Promise<Membership>;
  /** Ends what nodes may do whose lease is over. */
  removeSilent(): Promise<void>;
  /** Others reach this node there. */
  announce(address: string): Promise<void>;
  /** This node is to get nothing any more. */
  leave(): Promise<void>;
  /** Returns the term, or undefined if another came first, or who owned it last is still there. */
  take(unit: string, last: UnitOwner | undefined): Promise<number | undefined>;
  /** Requires that nothing is done with it here any more. If it fails, it may be done or not, or be done later. */
  pass(unit: string, term: number, to: string | undefined): Promise<void>;
  /** What it stood for is gone. */
  forget(unit: string, term: number): Promise<void>;
}
