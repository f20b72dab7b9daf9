/**
 * A ledger that knows when each write was sent and when it was acknowledged, so that it can tell whether items are the
 * state of one moment: all that was acknowledged before is there, and nothing that was sent later.
 */
import assert from "node:assert/strict";
import { type ItemBody, itemBody, Ledger, type Version } from "../crash/ledger.ts";

/** Times are numbers of events: one write sent, or one acknowledged. */
interface Write {
  readonly version: Version;
  readonly sentAt: number;
  acknowledgedAt: number;
}

const NOT_YET = Number.POSITIVE_INFINITY;

export class LedgerHistory extends Ledger {
  readonly #writes = new Map<string, Write[]>();
  #now = 0;

  get now(): number {
    return this.#now;
  }

  override sent(pk: string, id: string, version: Version): void {
    super.sent(pk, id, version);
    const key = `${pk}/${id}`;
    let writes = this.#writes.get(key);
    if (writes === undefined) {
      writes = [{ version: 0, sentAt: 0, acknowledgedAt: 0 }];
      this.#writes.set(key, writes);
    }
    writes.push({ version, sentAt: ++this.#now, acknowledgedAt: NOT_YET });
  }

  override acknowledge(pk: string, id: string): void {
    super.acknowledge(pk, id);
    this.#writes.get(`${pk}/${id}`)!.at(-1)!.acknowledgedAt = ++this.#now;
  }

  /** Fails unless there was a moment, no earlier than `from` and no later than `until`, whose state this is. */
  assertMoment(found: readonly ItemBody[], from: number, until: number): void {
    const versions = versionsOf(found);
    for (const key of versions.keys()) assert(this.#writes.has(key), `${key} is there, but nobody wrote it`);
    const candidates = new Uint32Array(until - from + 2);
    const impossible: string[] = [];
    for (const [key, writes] of this.#writes) {
      const version = versions.get(key) ?? 0;
      const spans = spansOf(writes, version, from, until);
      if (spans.length === 0) impossible.push(`${key} in version ${version}`);
      for (const [first, last] of spans) {
        candidates[first - from]!++;
        candidates[last + 1 - from]!--;
      }
    }
    assert.deepEqual(impossible, [], `from ${from} to ${until}, no moment had these items`);
    let fitting = 0;
    const isMoment = candidates.some((change) => (fitting = (fitting + change) | 0) === this.#writes.size);
    assert(isMoment, `from ${from} to ${until}, no moment had all of the items as they are`);
  }
}

/** When an item may have been in this version: from when it was sent until the next write was acknowledged. */
function spansOf(
  writes: readonly Write[],
  version: Version,
  from: number,
  until: number,
): readonly (readonly [first: number, last: number])[] {
  return writes.flatMap((write, i) => {
    const first = Math.max(from, write.sentAt);
    const last = Math.min(until, (writes[i + 1]?.acknowledgedAt ?? NOT_YET) - 1);
    return write.version === version && first <= last ? [[first, last] as const] : [];
  });
}

function versionsOf(found: readonly ItemBody[]): ReadonlyMap<string, Version> {
  const versions = new Map<string, Version>();
  for (const { id, pk, version, tags, payload, text, vector } of found) {
    const key = `${pk}/${id}`;
    assert(!versions.has(key), `${key} is there twice`);
    const whole = { id, pk, version, tags, payload, text, vector };
    assert.deepEqual(whole, itemBody(pk, id, version), `${key} is torn`);
    versions.set(key, version);
  }
  return versions;
}
