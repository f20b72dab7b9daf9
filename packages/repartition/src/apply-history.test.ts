/**
 * Random histories of a source that is copied and followed by processes that are cut off and remember little: in the end
 * the target holds exactly what the source does.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges } from "./apply-changes.ts";
import type { Change } from "./change-feed.ts";
import { FakeContainer, fakeSides } from "./containers.fixture.ts";
import type { Item } from "./item-identity.ts";
import { KnownPlaces } from "./known-places.ts";
import { changesToCopy, News } from "./move-items.ts";

/** What an application does to one order: undefined is a deletion. */
interface Deed {
  readonly id: string;
  readonly to: { readonly customer: string; readonly region: string } | undefined;
}

/** A feed range: the customers of one letter, with a log of their changes. */
class Range {
  readonly log: { readonly lsn: number; readonly change: Change }[] = [];
  readonly news = new News(true);
  #begun = 0;
  copied = 0;
  followed = 0;

  begin(): void {
    this.#begun = this.log.length;
    this.followed = this.#begun;
  }

  note(change: Change): void {
    this.log.push({ lsn: this.log.length + 1, change });
  }

  /** The latest versions after a place, in the order of their changes. */
  toCopy(source: FakeContainer, count: number) {
    const latest = this.log.filter(
      ({ lsn, change }) => lsn > this.copied && change.kind === "put" && source.contains(change.item),
    );
    const page = latest.slice(0, count);
    const items = page.map(({ lsn, change }) => ({ ...(change as { item: Item }).item, _lsn: lsn }));
    const place = { rangeId: "0", lsn: this.log.length };
    const begun = { rangeId: "0", lsn: this.#begun };
    return { changes: changesToCopy({ items, place }, begun).changes, end: page.at(-1)?.lsn };
  }
}

class Move {
  readonly source = new FakeContainer("/customer");
  readonly target = new FakeContainer("/region");
  readonly ranges = { a: new Range(), b: new Range() };
  #known = new KnownPlaces(2);

  #rangeOf(customer: string): Range {
    return this.ranges[customer[0] as "a" | "b"];
  }

  do({ id, to }: Deed): void {
    const before = [...this.source.items.values()].find((item) => item.id === id);
    if (before !== undefined && before.customer !== to?.customer) {
      this.source.remove(before);
      const customer = before.customer as string;
      this.#rangeOf(customer).note({ kind: "delete", id, key: [customer] });
    }
    if (to === undefined) return;
    const isNew = before?.customer !== to.customer;
    this.#rangeOf(to.customer).note({ kind: "put", item: this.source.put({ id, ...to }), isNew });
  }

  async #apply(changes: readonly Change[]): Promise<boolean> {
    try {
      const tools = { sides: fakeSides(this.source, this.target), known: this.#known, wait: async () => {} };
      expect((await applyChanges(tools, changes)).problems).toEqual([]);
      return true;
    } catch (error) {
      expect((error as Error).message).toContain("lost");
      this.#known = new KnownPlaces(2);
      this.target.operationsLeft = Number.POSITIVE_INFINITY;
      return false;
    }
  }

  /** Whether there was anything to do. */
  async copyPage(range: Range, count: number): Promise<boolean> {
    const { changes, end } = range.toCopy(this.source, count);
    if (end === undefined) return false;
    if (await this.#apply(changes)) range.copied = end;
    return true;
  }

  async followPage(range: Range, count: number): Promise<boolean> {
    const page = range.log.slice(range.followed, range.followed + count);
    if (page.length === 0) return false;
    const changes = page.map(({ change }) => change);
    const lsns = page.map(({ lsn }) => lsn);
    const place = { rangeId: "0", lsn: range.log.length };
    if (await this.#apply(range.news.marked({ changes, lsns, place }))) range.followed += page.length;
    // Another process, or another try.
    else range.news.doubt();
    return true;
  }
}

const deed = fc.record<Deed>({
  id: fc.constantFrom("1", "2", "3"),
  to: fc.option(
    fc.record({
      customer: fc.constantFrom("a1", "a2", "b1"),
      region: fc.constantFrom("r", "q", "s"),
    }),
    { nil: undefined, freq: 4 },
  ),
});

/** A page is brought over after some deeds, and perhaps cut off. */
const turn = fc.record({
  deeds: fc.array(deed, { maxLength: 3 }),
  range: fc.constantFrom("a", "b" as const),
  count: fc.integer({ min: 1, max: 4 }),
  cutOffAfter: fc.option(fc.nat(6), { nil: undefined }),
});

test("whatever is cut off when, the target holds what the source does, each item once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { maxLength: 8 }),
      fc.array(turn, { maxLength: 6 }),
      fc.array(turn, { maxLength: 10 }),
      async (before, copying, following) => {
        const move = new Move();
        for (const each of before) move.do(each);
        const { a, b } = move.ranges;
        for (const range of [a, b]) range.begin();
        for (const { deeds, range, count, cutOffAfter } of copying) {
          for (const each of deeds) move.do(each);
          move.target.operationsLeft = cutOffAfter ?? Number.POSITIVE_INFINITY;
          await move.copyPage(move.ranges[range as "a" | "b"], count);
        }
        for (const range of [a, b]) while (await move.copyPage(range, 3));
        for (const { deeds, range, count, cutOffAfter } of following) {
          for (const each of deeds) move.do(each);
          move.target.operationsLeft = cutOffAfter ?? Number.POSITIVE_INFINITY;
          await move.followPage(move.ranges[range as "a" | "b"], count);
        }
        move.target.operationsLeft = Number.POSITIVE_INFINITY;
        for (const range of [a, b]) while (await move.followPage(range, 3));
        const sorted = (container: FakeContainer) =>
          container.contents.sort((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1));
        expect(sorted(move.target)).toEqual(sorted(move.source));
      },
    ),
    { numRuns: 200 },
  );
});
