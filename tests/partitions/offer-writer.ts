/**
 * Clients that change one offer at the same time. Each change names the ETag that it was decided by, so acknowledged
 * changes form one chain, whose end is what a reader must find, also after a crash.
 */
import assert from "node:assert/strict";
import type { ControlClient } from "../harness/control-client.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import type { Answer, SignedClient } from "../harness/signed-client.ts";

/** The highest throughput that a container has had sets the lowest maximum of autoscale, to a tenth. */
const HIGHEST_RU_PER_SECOND = 30_000;
const LOWEST_AUTOSCALE_MAXIMUM = HIGHEST_RU_PER_SECOND / 10;
const CHANGES: readonly Change[] = [
  ...[400, 1_000, 6_000, 10_000, 20_000, HIGHEST_RU_PER_SECOND].map(
    (ruPerSecond) => ({ kind: "manual", ruPerSecond }) as const,
  ),
  ...[LOWEST_AUTOSCALE_MAXIMUM, 10_000, HIGHEST_RU_PER_SECOND].map(
    (ruPerSecond) => ({ kind: "autoscale", ruPerSecond }) as const,
  ),
  { kind: "manual" },
  { kind: "autoscale" },
];
const AUTOSCALE_STEP = 1_000;
const SHARE_OUT_SHARE = 0.15;
const STALE_SHARE = 0.2;

interface Throughput {
  readonly kind: "manual" | "autoscale";
  readonly ruPerSecond: number;
}

/** Without a figure: a migration, for which the server chooses it. */
type Change = Pick<Throughput, "kind"> & Partial<Throughput>;

export interface OfferState {
  readonly etag: string;
  readonly throughput: Throughput;
  readonly isPending: boolean;
}

interface OfferBody {
  readonly _etag: string;
  readonly _rid: string;
  readonly content: {
    readonly offerThroughput: number;
    readonly offerAutopilotSettings?: { readonly maxThroughput: number };
  };
}

/** What is known of an offer from responses. */
export class OfferChain {
  /** As of the last acknowledged change. */
  #end: OfferState;
  /** Acknowledged changes, by the ETag that each was decided by. */
  readonly #changes = new Map<string, OfferState>();
  readonly #pending = new Map<symbol, { readonly etag: string; readonly throughput: Throughput }>();

  constructor(begin: OfferState) {
    this.#end = begin;
  }

  get acknowledgements(): number {
    return this.#changes.size;
  }

  sent(etag: string, throughput: Throughput): symbol {
    const change = Symbol();
    this.#pending.set(change, { etag, throughput });
    return change;
  }

  refused(change: symbol): void {
    this.#pending.delete(change);
  }

  acknowledge(change: symbol, after: OfferState): void {
    const { etag, throughput } = this.#pending.get(change)!;
    this.#pending.delete(change);
    assert(!this.#changes.has(etag), `two changes were decided by ${etag}`);
    assert.deepEqual(after.throughput, throughput);
    this.#changes.set(etag, after);
    for (let next = this.#changes.get(this.#end.etag); next; next = this.#changes.get(next.etag))
      this.#end = next;
  }

  /** Compares what a restarted server has with what it may have, and takes it as the new truth. */
  reconcile(found: OfferState): void {
    assert(!this.#changes.has(this.#end.etag));
    const isUnanswered = [...this.#pending.values()].some(
      ({ etag, throughput: { kind, ruPerSecond } }) =>
        etag === this.#end.etag &&
        kind === found.throughput.kind &&
        ruPerSecond === found.throughput.ruPerSecond,
    );
    if (found.etag !== this.#end.etag) assert(isUnanswered, `the offer is ${JSON.stringify(found)}`);
    else assert.deepEqual(found.throughput, this.#end.throughput);
    this.#pending.clear();
    this.#end = found;
  }
}

export interface OfferWriterOptions {
  readonly client: SignedClient;
  readonly control: ControlClient;
  readonly container: string;
  readonly random: () => number;
  readonly chain: OfferChain;
  readonly onAcknowledged: () => void;
}

/** Changes the offer until a connection fails. */
export async function changeThroughput(options: OfferWriterOptions): Promise<void> {
  const { client, random, control, container } = options;
  let before: OfferState | undefined;
  for (;;) {
    try {
      if (random() < SHARE_OUT_SHARE) await shareOut(control, container, 1 + integerBelow(random, 3));
      // Now and then by what was read a while ago.
      if (before === undefined || random() >= STALE_SHARE) before = await readOffer(client);
      await changeOnce(options, before);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

/** The only offer of a server. */
export async function readOffer(client: SignedClient): Promise<OfferState> {
  const { text } = await client.send("GET", "/offers");
  const [offer] = (JSON.parse(text) as { Offers: readonly OfferBody[] }).Offers;
  const answer = await client.send("GET", `/offers/${offer!._rid}`);
  assert.equal(answer.status, 200, answer.text);
  return stateOf(answer);
}

async function changeOnce(
  { client, random, chain, onAcknowledged }: OfferWriterOptions,
  before: OfferState,
): Promise<void> {
  const change = CHANGES[integerBelow(random, CHANGES.length)]!;
  const { etag, throughput } = before;
  const { text } = await client.send("GET", "/offers");
  const [offer] = (JSON.parse(text) as { Offers: readonly OfferBody[] }).Offers;
  const sent = chain.sent(etag, resultOf(change, throughput));
  const answer = await client.send("PUT", `/offers/${offer!._rid}`, {
    headers: { "if-match": etag, ...migrationOf(change) },
    body: { ...offer, content: contentOf(change, offer!) },
  });
  const { status } = answer;
  // Another change came first; partitions are still being split for the last one.
  assert([200, 412, 423].includes(status), `${status} ${answer.text}`);
  if (status !== 200) return chain.refused(sent);
  chain.acknowledge(sent, stateOf(answer));
  onAcknowledged();
}

/** Leaves fewer partitions than some throughput needs, so that there is something to split. */
async function shareOut(control: ControlClient, container: string, count: number): Promise<void> {
  const { status, body } = await control.put(`${container}/partitions`, { count });
  // Partitions are being moved already, or split for a change of the throughput.
  assert([200, 409, 410, 423, 503].includes(status), `${status} ${JSON.stringify(body)}`);
}

function stateOf({ text, headers }: Answer): OfferState {
  const { _etag, content } = JSON.parse(text) as OfferBody;
  const { offerThroughput, offerAutopilotSettings } = content;
  return {
    etag: _etag,
    throughput:
      offerAutopilotSettings === undefined
        ? { kind: "manual", ruPerSecond: offerThroughput }
        : { kind: "autoscale", ruPerSecond: offerAutopilotSettings.maxThroughput },
    isPending: headers["x-ms-offer-replace-pending"] === "true",
  };
}

function contentOf({ kind, ruPerSecond }: Change, { content }: OfferBody): object {
  if (ruPerSecond === undefined) return content;
  return kind === "manual"
    ? { offerThroughput: ruPerSecond }
    : { offerAutopilotSettings: { maxThroughput: ruPerSecond } };
}

function migrationOf({ kind, ruPerSecond }: Change): Readonly<Record<string, string>> {
  if (ruPerSecond !== undefined) return {};
  const header = kind === "manual" ? "manual-throughput" : "autopilot";
  return { [`x-ms-cosmos-migrate-offer-to-${header}`]: "true" };
}

function resultOf({ kind, ruPerSecond }: Change, before: Throughput): Throughput {
  if (ruPerSecond !== undefined) return { kind, ruPerSecond };
  if (kind === "manual") return { kind, ruPerSecond: before.ruPerSecond };
  const rounded = Math.ceil(before.ruPerSecond / AUTOSCALE_STEP) * AUTOSCALE_STEP;
  return { kind, ruPerSecond: Math.max(LOWEST_AUTOSCALE_MAXIMUM, rounded) };
}
