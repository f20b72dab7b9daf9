/** A ledger that knows when each write was sent and acknowledged, and so what was known at any moment. */
import { type ItemBody, Ledger, type Version } from "../ledger.ts";

interface SentWrite {
  readonly pk: string;
  readonly id: string;
  readonly version: Version;
  readonly sentNs: bigint;
  acknowledgedNs: bigint | undefined;
}

export class WriteHistory extends Ledger {
  readonly #writes: SentWrite[] = [];
  readonly #pending = new Map<string, SentWrite>();

  /** `found`: what was there before the first write. */
  constructor(found: readonly ItemBody[]) {
    super();
    for (const { pk, id, version } of found) {
      super.sent(pk, id, version);
      super.acknowledge(pk, id);
      this.#writes.push({ pk, id, version, sentNs: 0n, acknowledgedNs: 0n });
    }
    this.acknowledgements = 0;
  }

  override sent(pk: string, id: string, version: Version): void {
    super.sent(pk, id, version);
    const write = { pk, id, version, sentNs: process.hrtime.bigint(), acknowledgedNs: undefined };
    this.#writes.push(write);
    this.#pending.set(`${pk}/${id}`, write);
  }

  override acknowledge(pk: string, id: string): void {
    super.acknowledge(pk, id);
    this.#pending.get(`${pk}/${id}`)!.acknowledgedNs = process.hrtime.bigint();
  }

  /** What had been sent and acknowledged by then. */
  at(timeNs: bigint): Ledger {
    const ledger = new Ledger();
    for (const { pk, id, version, sentNs, acknowledgedNs } of this.#writes) {
      if (sentNs >= timeNs) continue;
      ledger.sent(pk, id, version);
      if (acknowledgedNs !== undefined && acknowledgedNs < timeNs) ledger.acknowledge(pk, id);
    }
    return ledger;
  }
}
