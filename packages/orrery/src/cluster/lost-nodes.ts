/**
 * Reports on nodes that went silent: when their lease ended, what this node took over from them and how fast, and when they
 * came back. A node that is started again has another id, and is recognized by its address.
 */
import type { Member } from "../kv/members.ts";

/** A node that does not come back is forgotten after this many others. */
const REMEMBERED_MAX = 100;

interface LostNode {
  readonly name: string;
  readonly address: string | undefined;
  /** By the steady clock. */
  readonly leaseEndMs: number;
  /** Units that were taken over since the last report. */
  taken: number;
}

interface LostNodesOptions {
  readonly log: (sentence: string) => void;
  /** The steady clock. */
  readonly nowMs: () => number;
}

export class LostNodes {
  readonly #log: (sentence: string) => void;
  readonly #nowMs: () => number;
  readonly #lost = new Map<string, LostNode>();

  constructor({ log, nowMs }: LostNodesOptions) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** Compares two looks at the table. `silent`: nodes that were found there after their lease had ended. */
  compare(
    before: Iterable<Member>,
    after: ReadonlyMap<string, Member>,
    silent: ReadonlyMap<string, Member>,
  ): void {
    for (const member of before) {
      // A node that leaves has passed on what it had.
      if (!after.has(member.id) && !member.isLeaving) this.#lose(silent.get(member.id) ?? member);
    }
    for (const member of after.values()) this.#greet(member);
  }

  /** A unit of that node is served here now. */
  tookFrom(id: string): void {
    const node = this.#lost.get(id);
    if (node !== undefined) node.taken++;
  }

  /** Once a round, so that a node with many units makes one line. */
  report(): void {
    for (const node of this.#lost.values()) {
      if (node.taken === 0) continue;
      const units = node.taken === 1 ? "1 unit" : `${node.taken} units`;
      this.#log(
        `Took over ${units} of node ${node.name}, ${this.#since(node.leaseEndMs)} after its lease ended.`,
      );
      node.taken = 0;
    }
  }

  #lose({ id, name, address, leaseLeftMs }: Member): void {
    const leaseEndMs = this.#nowMs() + Math.min(leaseLeftMs, 0);
    this.#lost.set(id, { name, address, leaseEndMs, taken: 0 });
    const [oldest] = this.#lost.keys();
    if (this.#lost.size > REMEMBERED_MAX) this.#lost.delete(oldest!);
    this.#log(
      `Node ${name} at ${address ?? "an unknown address"} is lost: its lease ended ${this.#since(leaseEndMs)} ago. Other nodes take over what it served.`,
    );
  }

  #greet({ id, name, address }: Member): void {
    for (const [lostId, node] of this.#lost) {
      if (lostId !== id && (address === undefined || node.address !== address)) continue;
      this.#lost.delete(lostId);
      this.#log(`Node ${name} at ${address} is back, ${this.#since(node.leaseEndMs)} after its lease ended.`);
    }
  }

  #since(ms: number): string {
    return `${((this.#nowMs() - ms) / 1000).toFixed(1)} s`;
  }
}
