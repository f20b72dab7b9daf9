/**
 * Brings changes of the source to the target.
 *
 * - Of one identity only the last change of a page counts: a page has them in their order, and each identity comes in
 *   the pages of one range.
 * - A change to an item may move it to another address: the items of its identity that lie elsewhere are removed, after
 *   it was written.
 * - Two identities may have one address: an item whose source key was changed was deleted and created again, and the
 *   two changes may come from two ranges in any order. So nothing is written but on the condition that the address is
 *   as it is known or was looked up, and what another identity holds is only replaced when the source no longer has
 *   that item. Where the source has both, the target can hold but one: that is a problem, which is kept and reported.
 * - Everything may be repeated: after a crash the same pages come again, and end in the same items.
 */
import { forEachAtOnce } from "./at-once.ts";
import { type ItemWrite, type WriteAnswer, writeAll } from "./bulk-writes.ts";
import type { Change } from "./change-feed.ts";
import { type Item, identityText, type KeyComponents, sdkKey } from "./item-identity.ts";
import type { KnownPlaces } from "./known-places.ts";
import { type Found, lookUpItems, type Sides } from "./look-up-items.ts";

/** An item that the target cannot hold, and why. */
export interface Problem {
  readonly identity: string;
  readonly why: string;
}

export interface Applied {
  readonly charge: number;
  readonly problems: readonly Problem[];
}

export interface ApplyTools {
  readonly sides: Sides;
  readonly known: KnownPlaces;
  wait(ms: number): Promise<void>;
}

/** A copy creates what it does not know to be there; what follows asks. */
export type ApplyMode = "copy" | "follow";

interface Wanted {
  readonly identity: string;
  readonly id: string;
  /** Undefined: no item of this identity is to be there. */
  readonly item: Item | undefined;
}

/** How a wanted item comes about: the write, then what is removed. */
interface Step {
  readonly wanted: Wanted;
  readonly write?: ItemWrite | undefined;
  readonly removals: readonly ItemWrite[];
  /** The target may hold more of its identity than is known. */
  readonly isGuess: boolean;
}

/** How often a page is looked up anew because somebody else wrote meanwhile. */
const ROUNDS_MAX = 20;
const READS_AT_ONCE = 16;

/** Refusals of an item that no other try changes: malformed for the target, no room for its key, too large. */
const LASTING = new Set([400, 403, 413]);

export async function applyChanges(
  tools: ApplyTools,
  changes: readonly Change[],
  mode: ApplyMode,
): Promise<Applied> {
  const work = new PageWork(tools);
  const wanted = work.wantedOf(changes);
  try {
    let left = await work.bringKnown(wanted, mode);
    for (let round = 0; left.length > 0; round++) {
      if (round === ROUNDS_MAX) throw new Error("The target is written to by others: its items do not stay.");
      left = await work.bringLookedUp(left);
    }
  } catch (error) {
    for (const { identity } of wanted) tools.known.set(identity, "doubtful");
    throw error;
  }
  return work;
}

class PageWork implements Applied {
  readonly #tools: ApplyTools;
  readonly #sides: Sides;
  readonly #known: KnownPlaces;
  readonly problems: Problem[] = [];
  charge = 0;

  constructor(tools: ApplyTools) {
    this.#tools = tools;
    this.#sides = tools.sides;
    this.#known = tools.known;
  }

  wantedOf(changes: readonly Change[]): Wanted[] {
    const last = new Map<string, Wanted>();
    for (const change of changes) {
      const id = change.kind === "put" ? change.item.id : change.id;
      const key = change.kind === "put" ? this.#sides.sourceKeys.of(change.item) : change.key;
      const identity = identityText(id, key);
      last.set(identity, { identity, id, item: change.kind === "put" ? change.item : undefined });
    }
    return [...last.values()].flatMap((wanted) => this.#mapped(wanted));
  }

  #mapped(wanted: Wanted): Wanted[] {
    if (wanted.item === undefined) return [wanted];
    try {
      const item = this.#sides.mapped(wanted.item, wanted.identity);
      if (item !== undefined) this.#sides.targetKeys.of(item);
      return [{ ...wanted, item }];
    } catch (error) {
      this.problems.push({ identity: wanted.identity, why: (error as Error).message });
      return [];
    }
  }

  /** By what is known, without asking. Returns those that have to be looked up. */
  async bringKnown(wanted: readonly Wanted[], mode: ApplyMode): Promise<Wanted[]> {
    const left: Wanted[] = [];
    const steps: Step[] = [];
    for (const each of wanted) {
      const known = this.#known.get(each.identity);
      if (known === "doubtful" || (known === undefined && mode === "follow")) left.push(each);
      else if (known !== undefined) steps.push(this.#step(each, [{ id: each.id, ...known }], true));
      else if (each.item !== undefined) steps.push(this.#step(each, [], !this.#known.isWhole));
    }
    return [...left, ...(await this.#carryOut(steps))];
  }

  /** Returns those that have to be looked up again. */
  async bringLookedUp(wanted: readonly Wanted[]): Promise<Wanted[]> {
    const found = await this.#lookUp(wanted);
    const steps: Step[] = [];
    await forEachAtOnce(wanted, READS_AT_ONCE, async (each) => {
      const own = found.filter(({ id, identity }) => id === each.id && identity === each.identity);
      const address = this.#addressOf(each);
      const holder = found.find(
        ({ id, key, identity }) => identity !== each.identity && identityText(id, key) === address,
      );
      if (holder === undefined) steps.push(this.#step(each, own, false));
      else if (await this.#mayReplace(each, holder, address!))
        steps.push(this.#step(each, [...own, holder], false));
      else steps.push({ wanted: each, removals: own.map(removalOf), isGuess: false });
    });
    const left = await this.#carryOut(steps);
    await this.#noteUniqueKeys(left, steps, found);
    return left.filter(({ identity }) => !this.problems.some((problem) => problem.identity === identity));
  }

  #step(wanted: Wanted, there: readonly Pick<Found, "id" | "key" | "etag">[], isGuess: boolean): Step {
    const { item, id } = wanted;
    if (item === undefined) return { wanted, removals: there.map(removalOf), isGuess };
    const key = this.#sides.targetKeys.of(item);
    const address = identityText(id, key);
    const here = there.find((other) => identityText(other.id, other.key) === address);
    const write: ItemWrite =
      here === undefined
        ? { kind: "create", id, key, item }
        : { kind: "replace", id, key, item, etag: here.etag };
    return { wanted, write, removals: there.filter((other) => other !== here).map(removalOf), isGuess };
  }

  /** Writes, then removes. Returns those whose items were not as expected. */
  async #carryOut(steps: readonly Step[]): Promise<Wanted[]> {
    const again = new Set<Wanted>();
    const writing = steps.filter(({ write }) => write !== undefined);
    const answers = await this.#write(writing.map(({ write }) => write!));
    for (const [i, { wanted, write, isGuess, removals }] of writing.entries()) {
      const answer = answers[i]!;
      if (answer.status < 300) {
        // There may be an older one elsewhere, which another process left: the next change asks.
        if (isGuess && removals.length === 0 && write!.kind === "create") this.#known.forget(wanted.identity);
        else this.#known.set(wanted.identity, { key: write!.key, etag: answer.etag });
      } else if (!this.#isProblem(wanted, answer)) again.add(wanted);
    }
    const removing = steps.flatMap((step) => step.removals.map((removal) => ({ step, removal })));
    // What could not be written yet must not be the only one that is removed.
    const safe = removing.filter(({ step }) => !again.has(step.wanted));
    const removed = await this.#write(safe.map(({ removal }) => removal));
    for (const [i, { step }] of safe.entries()) {
      const { status } = removed[i]!;
      if (status < 300 || (status === 404 && !step.isGuess)) continue;
      if (status !== 404 && status !== 412) throw refusalOf(removed[i]!);
      again.add(step.wanted);
    }
    for (const { wanted, write } of steps) if (write === undefined) this.#known.forget(wanted.identity);
    for (const { identity } of again) this.#known.forget(identity);
    return [...again];
  }

  async #write(writes: readonly ItemWrite[]): Promise<readonly WriteAnswer[]> {
    if (writes.length === 0) return [];
    const { answers, charge } = await writeAll(this.#sides.target, writes, this.#tools.wait);
    this.charge += charge;
    return answers;
  }

  #isProblem({ identity }: Wanted, answer: WriteAnswer): boolean {
    const { status, message } = answer;
    if (status === 404 || status === 409 || status === 412) return false;
    if (!LASTING.has(status)) throw refusalOf(answer);
    this.problems.push({ identity, why: `The target refused it: ${status} ${message}` });
    return true;
  }

  /** A write that is refused although nobody else holds the address: another item has its unique key. */
  async #noteUniqueKeys(
    left: readonly Wanted[],
    steps: readonly Step[],
    before: readonly Found[],
  ): Promise<void> {
    const refused = left.filter(({ item }) => item !== undefined);
    if (refused.length === 0 || !this.#sides.hasUniqueKeys) return;
    const now = await this.#lookUp(refused);
    for (const wanted of refused) {
      const address = this.#addressOf(wanted);
      const isHere = (other: Found) => identityText(other.id, other.key) === address;
      const step = steps.find((each) => each.wanted === wanted);
      const isChanged =
        step?.write?.etag !== now.find(isHere)?.etag || before.some(isHere) !== now.some(isHere);
      if (isChanged) continue;
      const why = "Another item has its unique key in the new logical partition.";
      this.problems.push({ identity: wanted.identity, why });
    }
  }

  #addressOf({ id, item }: Wanted): string | undefined {
    return item && identityText(id, this.#sides.targetKeys.of(item));
  }

  /** Whether an address that another identity holds may be taken. */
  async #mayReplace(wanted: Wanted, holder: Found, address: string): Promise<boolean> {
    const { source, sourceKeys, targetKeys, mapped } = this.#sides;
    const stillThere = async (id: string, key: KeyComponents, identity: string) => {
      const { resource, requestCharge } = await source.item(id, sdkKey(key)).read<Item>();
      this.charge += requestCharge;
      const item = resource && mapped(resource, identity);
      return item !== undefined && identityText(id, targetKeys.of(item)) === address;
    };
    if (!(await stillThere(holder.id, holder.sourceKey, holder.identity))) return true;
    // Its own deletion is still to come.
    if (!(await stillThere(wanted.id, sourceKeys.of(wanted.item!), wanted.identity))) return false;
    this.problems.push({
      identity: wanted.identity,
      why: `In the new key it has the id and the key of ${holder.identity}.`,
    });
    return false;
  }

  async #lookUp(wanted: readonly Wanted[]): Promise<readonly Found[]> {
    const { found, charge } = await lookUpItems(
      this.#sides,
      wanted.map(({ id }) => id),
    );
    this.charge += charge;
    return found;
  }
}

function removalOf({ id, key, etag }: Pick<Found, "id" | "key" | "etag">): ItemWrite {
  return { kind: "delete", id, key, etag };
}

function refusalOf({ status, message }: WriteAnswer): Error {
  return Object.assign(new Error(`The target answered ${status}. ${message}`), { code: status });
}
