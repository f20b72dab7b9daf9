/**
 * Brings changes of the source to the target.
 *
 * - Of one identity only the last change of a page counts: a page has them in their order, and each identity comes in
 *   the pages of one range.
 * - The target holds one item of each identity at most. A change may move it to another address: then it is removed
 *   there before it is written here, so that a crash in between leaves none, which the repeated page makes good, and
 *   never two, of which the next process would find but one.
 * - Two identities may have one address: an item whose source key was changed was deleted and created again, and the
 *   two changes may come from two ranges in any order. So nothing is written but on the condition that the address is
 *   as it is known or was looked up, and what another identity holds is only replaced when the source no longer has
 *   that item. Where the source has both, the target can hold but one: that is a problem, which is kept and reported.
 * - Everything may be repeated: after a crash the same pages come again, and end in the same items.
 */
import { forEachAtOnce } from "./at-once.ts";
import { type ItemWrite, type WriteAnswer, writeAll } from "./bulk-operations.ts";
import type { Change } from "./change-feed.ts";
import { type Item, identityText, type KeyComponents, sdkKey } from "./item-identity.ts";
import type { KnownPlaces } from "./known-places.ts";
import { type Found, lookUpItems, queryItems, type Sides } from "./look-up-items.ts";

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

/** For a repair the target may hold anything, whatever is remembered and however often. */
export type ApplyMode = "move" | "repair";

interface Wanted {
  readonly identity: string;
  readonly id: string;
  /** Undefined: no item of this identity is to be there. */
  readonly item: Item | undefined;
  /** Nothing of it can be there, but for what the same page has left at the same address. */
  readonly isNew: boolean;
}

/** How a wanted item comes about: the write, then what is removed. */
interface Step {
  readonly wanted: Wanted;
  readonly write?: ItemWrite | undefined;
  readonly removals: readonly ItemWrite[];
  /** It is from memory, which may be wrong. */
  readonly isGuess: boolean;
}

type FoundById = ReadonlyMap<string, readonly Found[]>;

/** How often a page is looked up anew because somebody else wrote meanwhile. */
const ROUNDS_MAX = 20;
const READS_AT_ONCE = 16;

/** Refusals of an item that no other try changes: malformed for the target, no room for its key, too large. */
const LASTING = new Set([400, 403, 413]);

export async function applyChanges(
  tools: ApplyTools,
  changes: readonly Change[],
  mode: ApplyMode = "move",
): Promise<Applied> {
  const work = new PageWork(tools, mode);
  const wanted = work.wantedOf(changes);
  try {
    let left = await work.bringKnown(wanted);
    for (let round = 0; left.length > 0; round++) {
      if (round === ROUNDS_MAX) throw new Error("The target is written to by others: its items do not stay.");
      left = await work.bringLookedUp(left);
    }
  } catch (error) {
    // Nobody knows how it ended.
    for (const { identity } of wanted) tools.known.forget(identity);
    throw error;
  }
  return work;
}

class PageWork implements Applied {
  readonly #tools: ApplyTools;
  readonly #sides: Sides;
  readonly #known: KnownPlaces;
  readonly #mode: ApplyMode;
  readonly problems: Problem[] = [];
  charge = 0;

  constructor(tools: ApplyTools, mode: ApplyMode) {
    this.#tools = tools;
    this.#mode = mode;
    this.#sides = tools.sides;
    this.#known = tools.known;
  }

  wantedOf(changes: readonly Change[]): Wanted[] {
    const last = new Map<string, Wanted>();
    for (const change of changes) {
      const id = change.kind === "put" ? change.item.id : change.id;
      const key = change.kind === "put" ? this.#sides.sourceKeys.of(change.item) : change.key;
      const identity = identityText(id, key);
      const isNew = last.get(identity)?.isNew ?? (change.kind === "put" && change.isNew === true);
      last.set(identity, { identity, id, item: change.kind === "put" ? change.item : undefined, isNew });
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
  async bringKnown(wanted: readonly Wanted[]): Promise<Wanted[]> {
    if (this.#mode === "repair") return [...wanted];
    const left: Wanted[] = [];
    const steps: Step[] = [];
    for (const each of wanted) {
      const known = this.#known.get(each.identity);
      if (known !== undefined) steps.push(this.#step(each, [{ id: each.id, ...known }], true));
      else if (!each.isNew) left.push(each);
      else if (each.item !== undefined) steps.push(this.#step(each, [], false));
    }
    return [...left, ...(await this.#carryOut(steps))];
  }

  /** Returns those that have to be looked up again. */
  async bringLookedUp(wanted: readonly Wanted[]): Promise<Wanted[]> {
    const found = await this.#lookUp(wanted);
    const steps: Step[] = [];
    await forEachAtOnce(wanted, READS_AT_ONCE, async (each) => {
      const alike = found.get(each.id) ?? [];
      const own = alike.filter(({ identity }) => identity === each.identity);
      const address = this.#addressOf(each);
      const holder = alike.find(
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

  /** Removes, then writes. Returns those whose items were not as expected. */
  async #carryOut(steps: readonly Step[]): Promise<Wanted[]> {
    const again = new Set<Wanted>();
    const removing = steps.flatMap((step) => step.removals.map((removal) => ({ step, removal })));
    const removed = await this.#write(removing.map(({ removal }) => removal));
    for (const [i, { step }] of removing.entries()) {
      const { status } = removed[i]!;
      this.#known.forget(step.wanted.identity);
      if (status < 300 || (status === 404 && !step.isGuess)) continue;
      if (status !== 404 && status !== 412) throw refusalOf(removed[i]!);
      again.add(step.wanted);
    }
    const writing = steps.filter(({ wanted, write }) => write !== undefined && !again.has(wanted));
    const answers = await this.#write(writing.map(({ write }) => write!));
    for (const [i, { wanted, write }] of writing.entries()) {
      const answer = answers[i]!;
      if (answer.status < 300) {
        this.#known.set(wanted.identity, { key: write!.key, etag: answer.etag });
        continue;
      }
      this.#known.forget(wanted.identity);
      if (!this.#isProblem(wanted, answer)) again.add(wanted);
    }
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
  async #noteUniqueKeys(left: readonly Wanted[], steps: readonly Step[], before: FoundById): Promise<void> {
    const refused = left.filter(({ item }) => item !== undefined);
    if (refused.length === 0 || !this.#sides.hasUniqueKeys) return;
    const now = await this.#lookUp(refused);
    for (const wanted of refused) {
      const address = this.#addressOf(wanted);
      const hereIn = (found: FoundById) =>
        found.get(wanted.id)?.find((other) => identityText(other.id, other.key) === address);
      const step = steps.find((each) => each.wanted === wanted);
      const isChanged =
        step?.write?.etag !== hereIn(now)?.etag ||
        (hereIn(before) === undefined) !== (hereIn(now) === undefined);
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

  async #lookUp(wanted: readonly Wanted[]): Promise<FoundById> {
    const { found, charge } =
      this.#mode === "repair"
        ? await queryItems(
            this.#sides,
            wanted.map(({ id }) => id),
          )
        : await lookUpItems(
            this.#sides,
            wanted.map(({ id, identity, item }) => {
              return { id, identity, key: item && this.#sides.targetKeys.of(item) };
            }),
            this.#tools.wait,
          );
    this.charge += charge;
    const byId = new Map<string, Found[]>();
    for (const each of found) {
      const alike = byId.get(each.id);
      if (alike === undefined) byId.set(each.id, [each]);
      else alike.push(each);
    }
    return byId;
  }
}

function removalOf({ id, key, etag }: Pick<Found, "id" | "key" | "etag">): ItemWrite {
  return { kind: "delete", id, key, etag };
}

function refusalOf({ status, message }: WriteAnswer): Error {
  return Object.assign(new Error(`The target answered ${status}. ${message}`), { code: status });
}
