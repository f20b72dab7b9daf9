/**
 * One of the nodes that share a store, and what it owns.
 *
 * - A unit is a physical partition, or all partitions of a database whose containers share its throughput; and one is the right to
 *   change the catalogue. Everything of a unit is done by the node that owns it, as if it were alone. What concerns a container as a
 *   whole is done by a node that has gathered all of its units.
 * - A unit goes from node to node in one of two ways. Its owner passes it on: writers end first, others wait, nobody is refused.
 *   Or the owner is gone: its lease was over, and its row has been removed, so that nothing it still sends is committed.
 * - The table of owners decides. What is known of it here may be old; it is looked at again whenever that shows.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type ContainerPart,
  type Environment,
  type OwnedContainer,
  type Ownership,
  ServedElsewhere,
  type SpenderElsewhere,
  type SpendingAsked,
  type Spent,
} from "../engine/index.ts";
import { KeyValueError } from "../kv/key-value-store.ts";
import type { Member, Members, UnitOwner } from "../kv/members.ts";
import { Failure } from "../value/failure.ts";
import { Latest } from "./latest.ts";
import { LostNodes } from "./lost-nodes.ts";
import { chooseNode, planMoves } from "./share-out.ts";
import { UnitWork } from "./unit-work.ts";

/** The right to change the catalogue. */
export const CATALOG_UNIT = "catalog";

export const CLUSTER_LIMITS = {
  /** How much longer than a lease a request waits for its container to be served again. */
  waitMs: 5_000,
  /** How long a unit that is to be passed on waits for its writers; it stays if they take longer. */
  passMs: 5_000,
  /** So many leases the partitions of a container stay on a node that needed all of them: it may need them again. */
  togetherLeases: 3,
} as const;

/** So often in a lease nodes look at what others own. */
const LOOKS_PER_LEASE = 4;
/** While something is waited for. */
const LOOK_MS = 100;

/** What it needs of the engine. */
export interface ClusteredEngine {
  readonly environment: Environment;
  /** Makes the catalogue new. */
  refresh(): Promise<void>;
  /** All units, with what they are. */
  units(): ReadonlyMap<string, readonly ContainerPart[]>;
  /** Of a partition, by its key space. */
  unitOf(container: OwnedContainer, space: number): string;
  /** Of all partitions, in order of their ranges; none if the container is gone. */
  unitsOf(container: OwnedContainer): readonly string[];
  leave(parts: readonly ContainerPart[], left: () => void): Promise<void>;
  /** Whether something goes on with them that would end if they were given away for the sake of evenness. */
  staysHere(parts: readonly ContainerPart[]): boolean;
  /** Empties spaces of nodes that are not there any more. */
  emptyAbandoned(whoIsThere: () => Promise<(mark: string) => boolean>): Promise<void>;
}

interface ClusterNodeOptions {
  readonly members: Members;
  /** Told which nodes there are, whenever that was looked at. */
  readonly onNodes?: (ids: ReadonlySet<string>) => void;
  /** Whether its own lease is not over. */
  readonly isCurrent: () => boolean;
  /** Asks another node to pass a unit on to this one. Fails where it does not answer, or cannot now. */
  readonly askToPass: (from: Member, unit: string) => Promise<void>;
  /** Asks another node whether a request may spend there, or tells it what was spent. */
  readonly spendAt: (node: Member, asked: SpendingAsked) => Promise<boolean>;
}

/** A turn to change the catalogue. */
interface ChangeTurn {
  isOver: boolean;
  /** Units that the change is going to make. */
  readonly claimed: Set<string>;
}

export type Place = { readonly kind: "here" } | { readonly kind: "there"; readonly node: Member };

const HERE: Place = { kind: "here" };

export class ClusterNode implements Ownership {
  readonly #options: ClusterNodeOptions;
  readonly #members: Members;
  readonly #work = new UnitWork();
  /** The turn to change the catalogue in which work was begun. What goes on after its end has no part in it. */
  readonly #changing = new AsyncLocalStorage<ChangeTurn>();
  readonly #turns = new Set<ChangeTurn>();
  readonly #looks = new Latest(() => this.#look());
  readonly #catalogLooks = new Latest(() => this.#engine.refresh());
  /** The units that are served here, with their terms. */
  readonly #mine = new Map<string, number>();
  #generation = 0;
  /** Units that were gathered, and until when they are not given away for the sake of evenness, by the steady clock. */
  readonly #together = new Map<string, number>();
  readonly #passing = new Map<string, Promise<void>>();
  /** Units of which it is not known whether they were passed on. */
  readonly #uncertain = new Set<string>();
  #nodes = new Map<string, Member>();
  /** As far as it is known: of each unit the latest. */
  readonly #owners = new Map<string, UnitOwner>();
  /** By the steady clock: since when the own lease was never over. */
  #currentSinceMs = performance.now();
  #engine!: ClusteredEngine;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isLeaving = false;
  #failovers = 0;
  readonly #lost = new LostNodes({
    log: (sentence) => this.#engine.environment.log("info", sentence),
    nowMs: () => performance.now(),
  });
  /** By the steady clock: when the own lease was first seen to be over. */
  #outSinceMs: number | undefined;

  constructor(options: ClusterNodeOptions) {
    this.#options = options;
    this.#members = options.members;
  }

  get id(): string {
    return this.#members.id;
  }

  get mark(): string {
    return this.id;
  }

  /** Units that were taken from nodes that had gone. */
  get failovers(): number {
    return this.#failovers;
  }

  get generation(): number {
    return this.#generation;
  }

  serves(container: OwnedContainer, space: number): boolean {
    return this.#mine.has(this.#engine.unitOf(container, space));
  }

  servesWhole(container: OwnedContainer): boolean {
    return this.#engine.unitsOf(container).every((unit) => this.#mine.has(unit));
  }

  /** The owner of the first unit is the one that gathers: of two that do so at once, the one that gets it goes on. */
  async gather(container: OwnedContainer): Promise<void> {
    const deadline = this.deadline();
    const units = this.#engine.unitsOf(container);
    const [first, ...others] = units;
    if (first === undefined) throw new ServedElsewhere("same");
    const untilMs = performance.now() + CLUSTER_LIMITS.togetherLeases * this.#members.leaseMs;
    for (const unit of units) this.#together.set(unit, untilMs);
    await this.#obtain(first, deadline);
    await Promise.all(others.map((unit) => this.#obtain(unit, deadline, () => this.#mine.has(first))));
    if (!this.servesWhole(container)) throw new ServedElsewhere("same");
  }

  /** Where nobody is to be asked, nobody refuses. */
  async admit(
    { rid, parentRid }: OwnedContainer,
    space: number,
    spender: SpenderElsewhere,
  ): Promise<boolean> {
    const node = this.#ownerOf({ rid, parentRid }, space);
    if (node === undefined) return true;
    try {
      return await this.#options.spendAt(node, { rid, space, spender });
    } catch (error) {
      if (isThrottled(error)) throw error;
      return true;
    }
  }

  settle({ rid, parentRid }: OwnedContainer, space: number, spender: SpenderElsewhere, spent: Spent): void {
    const node = this.#ownerOf({ rid, parentRid }, space);
    if (node !== undefined) this.#options.spendAt(node, { rid, space, spender, spent }).catch(() => {});
  }

  #ownerOf(container: OwnedContainer, space: number): Member | undefined {
    const owner = this.#owners.get(this.#engine.unitOf(container, space))?.node;
    return owner === undefined || owner === this.id ? undefined : this.#nodes.get(owner);
  }

  async claim(container: OwnedContainer, spaces: readonly number[]): Promise<void> {
    for (const unit of new Set(spaces.map((space) => this.#engine.unitOf(container, space)))) {
      if (this.#mine.has(unit)) continue;
      this.#changing.getStore()?.claimed.add(unit);
      const term = await asked(this.#members.take(unit, undefined));
      // It may be the second try of a statement whose answer was lost.
      if (term === undefined) await this.#looks.get();
      else this.#note(unit, { node: this.id, term });
      const owner = this.#owners.get(unit);
      if (owner?.node !== this.id) throw new ServedElsewhere("same");
      this.#own(unit, owner.term);
    }
  }

  /** From here on other nodes find it at its address, and it gets its share. */
  async begin(address: string): Promise<void> {
    await asked(this.#members.announce(address));
    await this.#looks.get();
    this.#timer = setInterval(() => void this.#goRound(), this.#members.leaseMs / LOOKS_PER_LEASE);
    this.#timer.unref();
  }

  /** The engine, before it is used. */
  use(engine: ClusteredEngine): void {
    this.#engine = engine;
  }

  /** All nodes, and what each owns, as of now. */
  async overview(): Promise<readonly (Member & { readonly units: readonly string[] })[]> {
    await this.#looks.get();
    const units = new Map<string, string[]>([...this.#nodes.keys()].map((id) => [id, []]));
    for (const [unit, { node }] of this.#owners) if (node !== undefined) units.get(node)?.push(unit);
    return [...this.#nodes.values()].map((node) => ({ ...node, units: units.get(node.id)!.sort() }));
  }

  /** The catalogue is as new as the question. */
  freshCatalog(): Promise<void> {
    return this.#catalogLooks.get();
  }

  /** A moment by the steady clock until which a request that begins now waits. */
  deadline(): number {
    return performance.now() + this.#members.leaseMs + CLUSTER_LIMITS.waitMs;
  }

  /**
   * Where a unit is served. If nobody owns it, it is taken for the node that owns least; `mayTake`: by this one, because another
   * has chosen it. `inDoubt`: what is known here was not true. Fails at the deadline.
   */
  async place(
    unit: string,
    { inDoubt = false, mayTake = false, deadline = this.deadline() } = {},
  ): Promise<Place> {
    if (inDoubt) await this.#lookAgain(deadline);
    for (;;) {
      await this.#passing.get(unit)?.catch(() => {});
      if (this.#mine.has(unit)) return HERE;
      const owner = this.#owners.get(unit);
      if (owner?.node === this.id) {
        if (!this.#uncertain.has(unit)) await this.#adopt(unit);
        else if (!(await this.#take(unit))) await this.#lookAgain(deadline);
        continue;
      }
      const node = owner?.node === undefined ? undefined : this.#nodes.get(owner.node);
      if (node !== undefined) return { kind: "there", node };
      const chosen = mayTake ? this.id : this.#choose(unit);
      if (chosen !== undefined && chosen !== this.id)
        return { kind: "there", node: this.#nodes.get(chosen)! };
      if (!(await this.#take(unit))) await this.#lookAgain(deadline);
    }
  }

  /** Whether work that writes to these units may begin here now. */
  mayWrite(units: readonly string[]): boolean {
    return units.every((unit) => this.#mine.has(unit) && !this.#passing.has(unit));
  }

  /** Runs work that writes to units, which stay here meanwhile. Requires `mayWrite`. */
  write<T>(units: readonly string[], work: () => Promise<T>): Promise<T> {
    return units.reduceRight<() => Promise<T>>((inner, unit) => () => this.#work.run(unit, inner), work)();
  }

  /** Whether a unit is served here now: reads begin at once, also while it is being passed on. */
  has(unit: string): boolean {
    return this.#mine.has(unit);
  }

  async whileChanging<T>(work: () => Promise<T>): Promise<T> {
    if (this.#changing.getStore()?.isOver === false) return this.#work.run(CATALOG_UNIT, work);
    return this.#holding(CATALOG_UNIT, async () => {
      const turn: ChangeTurn = { isOver: false, claimed: new Set() };
      this.#turns.add(turn);
      try {
        return await this.#changing.run(turn, work);
      } finally {
        turn.isOver = true;
        this.#turns.delete(turn);
      }
    });
  }

  /** Runs work while this node has all of these units, and nobody else changes the catalogue. */
  whileHolding<T>(units: () => readonly string[], work: () => Promise<T>): Promise<T> {
    return this.whileChanging(async () => {
      const all = units();
      const deadline = this.deadline();
      // Side by side; then in their order, each until the end.
      await Promise.all(all.map((unit) => this.#obtain(unit, deadline)));
      const hold = (rest: readonly string[]): Promise<T> =>
        rest.length === 0 ? work() : this.#holding(rest[0]!, () => hold(rest.slice(1)));
      return hold(all);
    });
  }

  /** Gives a unit to another node, which asked for it, or because of its share. Fails if writers take too long. */
  pass(unit: string, to: string | undefined, waitMs: number = CLUSTER_LIMITS.passMs): Promise<void> {
    const passing = this.#passing.get(unit);
    if (passing !== undefined) return passing;
    const term = this.#mine.get(unit);
    if (term === undefined) return Promise.resolve();
    const begun = this.#pass(unit, term, to, waitMs).finally(() => this.#passing.delete(unit));
    this.#passing.set(unit, begun);
    return begun;
  }

  /** Passes everything on, and gets nothing any more. It goes on answering, through others. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await asked(this.#members.leave());
    await this.#looks.get();
    const owners = this.#ownersOfPartitions();
    // Side by side: writers may take long in each of them. What takes too long is taken when this node is gone.
    const passed = [...this.#mine.keys()].map(async (unit) => {
      const to = this.#choose(unit, owners);
      if (to === undefined) return;
      owners.set(unit, to);
      await this.pass(unit, to).catch(() => {});
    });
    await Promise.all(passed);
  }

  /** Others have time to see that it is leaving, then it ends. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
    // Who is out of touch has nothing that it could pass on.
    if (!this.#options.isCurrent()) return;
    try {
      await this.leave();
      if (this.#choose(CATALOG_UNIT) !== undefined)
        await sleep((1.2 * this.#members.leaseMs) / LOOKS_PER_LEASE);
    } catch {
      // What could not be passed on is taken when this node is gone.
    }
  }

  /** Runs work while this node has a unit, which it asks another for if need be. */
  async #holding<T>(unit: string, work: () => Promise<T>): Promise<T> {
    const deadline = this.deadline();
    for (;;) {
      await this.#obtain(unit, deadline);
      if (this.mayWrite([unit])) return this.write([unit], work);
    }
  }

  /** Resolves when this node has a unit, which it asks another for if need be, or does not want it any more. */
  async #obtain(unit: string, deadline: number, isWanted = () => true): Promise<void> {
    while (isWanted()) {
      const place = await this.place(unit, { mayTake: true, deadline });
      if (place.kind === "here") return;
      await this.#options.askToPass(place.node, unit).catch(() => {});
      await this.#looks.get();
      if (this.#owners.get(unit)?.node === place.node.id) await this.#lookAgain(deadline);
    }
  }

  async #pass(unit: string, term: number, to: string | undefined, waitMs: number): Promise<void> {
    await this.#work.over(unit, waitMs);
    const left = () => this.#disown(unit);
    if (unit === CATALOG_UNIT) left();
    else await this.#engine.leave(this.#engine.units().get(unit) ?? [], left);
    this.#uncertain.add(unit);
    await asked(this.#members.pass(unit, term, to));
    this.#uncertain.delete(unit);
    this.#note(unit, { node: to, term: term + 1 });
  }

  /** Requires that the table says that it is this node's. If it went away and came back meanwhile, the catalogue may be old again. */
  async #adopt(unit: string): Promise<void> {
    const { term } = this.#owners.get(unit)!;
    await this.freshCatalog();
    const owner = this.#owners.get(unit);
    const isSame = owner?.node === this.id && owner.term === term;
    if (isSame && !this.#passing.has(unit) && !this.#uncertain.has(unit)) this.#own(unit, term);
  }

  #own(unit: string, term: number): void {
    this.#mine.set(unit, term);
    this.#generation++;
  }

  #disown(unit: string): void {
    this.#mine.delete(unit);
    this.#generation++;
  }

  /** If it has no owner that is there, or may still be this node's: with a new term it is. */
  async #take(unit: string): Promise<boolean> {
    const last = this.#owners.get(unit);
    const term = await asked(this.#members.take(unit, last));
    if (term === undefined) return false;
    this.#uncertain.delete(unit);
    if (last?.node !== undefined && last.node !== this.id) {
      this.#failovers++;
      this.#lost.tookFrom(last.node);
    }
    this.#note(unit, { node: this.id, term });
    await this.#adopt(unit);
    return true;
  }

  /** The node that is to get a unit; undefined: there is none but this one, which is leaving. */
  #choose(unit: string, owners = this.#ownersOfPartitions()): string | undefined {
    return chooseNode(unit, this.#takers(), owners) ?? (this.#isLeaving ? undefined : this.id);
  }

  #ownersOfPartitions(): Map<string, string> {
    const owners = new Map<string, string>();
    for (const [unit, { node }] of this.#owners)
      if (node !== undefined && unit !== CATALOG_UNIT) owners.set(unit, node);
    return owners;
  }

  #takers(): string[] {
    return [...this.#nodes.values()]
      .filter(
        ({ id, address, isLeaving }) =>
          address !== undefined && !isLeaving && !(id === this.id && this.#isLeaving),
      )
      .map(({ id }) => id);
  }

  async #lookAgain(deadline: number): Promise<void> {
    if (performance.now() > deadline) {
      throw new Failure(
        "unavailable",
        "No node serves the container now: repeat the request in a few seconds.",
        { retryAfterMs: 1_000 },
      );
    }
    await sleep(LOOK_MS);
    await this.#looks.get();
  }

  async #look(): Promise<void> {
    let { members, owners } = await asked(this.#members.look());
    const isSteady = this.#isSteady();
    const silent = new Map(
      members.filter(({ leaseLeftMs }) => leaseLeftMs < 0).map((each) => [each.id, each]),
    );
    // Who was out of touch itself gives others time to come back.
    if (isSteady && silent.size > 0) {
      await asked(this.#members.removeSilent());
      ({ members, owners } = await asked(this.#members.look()));
    }
    const before = this.#nodes.values();
    this.#nodes = new Map(members.map((member) => [member.id, member]));
    this.#lost.compare(before, this.#nodes, silent);
    for (const [unit, owner] of owners) this.#note(unit, owner);
    this.#options.onNodes?.(new Set(this.#nodes.keys()));
  }

  #isSteady(): boolean {
    const nowMs = performance.now();
    const isCurrent = this.#options.isCurrent();
    if (!isCurrent) this.#currentSinceMs = nowMs;
    this.#reportOwnLease(isCurrent, nowMs);
    return nowMs - this.#currentSinceMs >= this.#members.leaseMs;
  }

  #reportOwnLease(isCurrent: boolean, nowMs: number): void {
    const { log } = this.#engine.environment;
    if (isCurrent && this.#outSinceMs !== undefined) {
      const seconds = ((nowMs - this.#outSinceMs) / 1000).toFixed(1);
      this.#outSinceMs = undefined;
      log("info", `The lease of this node is valid again after ${seconds} s.`);
    } else if (!isCurrent && this.#outSinceMs === undefined) {
      this.#outSinceMs = nowMs;
      log("info", "The lease of this node has ended: it serves nothing until it reaches the database.");
    }
  }

  /** What comes late does not replace what is newer. */
  #note(unit: string, owner: UnitOwner): void {
    if (owner.term >= (this.#owners.get(unit)?.term ?? 0)) this.#owners.set(unit, owner);
  }

  #goRound(): Promise<void> {
    this.#isSteady();
    this.#round = this.#round.then(async () => {
      try {
        await this.#looks.get();
        await this.freshCatalog();
        await this.#forgetDeleted();
        if (this.#isLeaving) return;
        await this.#takeShare();
        this.#lost.report();
        await this.#giveShare();
        if (this.#mine.has(CATALOG_UNIT))
          await this.#engine.emptyAbandoned(async () => {
            await this.#looks.get();
            return (mark) => this.#nodes.has(mark);
          });
      } catch (error) {
        // The next round may succeed.
        this.#engine.environment.log("debug", `A look at the other nodes failed: ${String(error)}`);
      }
    });
    return this.#round;
  }

  /** What nobody owns has work to do as well: items expire, partitions are split. */
  async #takeShare(): Promise<void> {
    for (const unit of this.#engine.units().keys()) {
      const node = this.#owners.get(unit)?.node;
      const isOwned = node !== undefined && node !== this.id && this.#nodes.has(node);
      if (!isOwned && !this.#mine.has(unit) && (node === this.id || this.#choose(unit) === this.id))
        await this.place(unit, { mayTake: true });
    }
  }

  async #giveShare(): Promise<void> {
    const units = this.#engine.units();
    const owners = [...this.#owners].flatMap(([unit, { node }]) =>
      node !== undefined && units.has(unit) ? [[unit, node] as const] : [],
    );
    const nowMs = performance.now();
    for (const [unit, untilMs] of this.#together)
      if (untilMs < nowMs || !units.has(unit)) this.#together.delete(unit);
    const mayMove = (unit: string) =>
      !this.#mine.has(unit) || !(this.#together.has(unit) || this.#engine.staysHere(units.get(unit)!));
    for (const { unit, from, to } of planMoves(this.#takers(), new Map(owners), mayMove))
      if (from === this.id) await this.pass(unit, to).catch(() => {});
  }

  async #forgetDeleted(): Promise<void> {
    const units = this.#engine.units();
    for (const [unit, term] of [...this.#mine]) {
      if (units.has(unit) || unit === CATALOG_UNIT) continue;
      if ([...this.#turns].some(({ claimed }) => claimed.has(unit))) continue;
      this.#disown(unit);
      this.#owners.delete(unit);
      await asked(this.#members.forget(unit, term));
    }
  }
}

function isThrottled(error: unknown): boolean {
  return error instanceof Failure && ["tooManyRequests", "throughputBucketExceeded"].includes(error.code);
}

/** Where the table cannot be asked, nothing can be served for now. */
function asked<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof KeyValueError)) throw error;
    throw new Failure("unavailable", `The storage cannot be used now: ${error.message}`, { cause: error });
  });
}
