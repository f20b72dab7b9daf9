/**
 * What a container may have spent at most: its RU/s for every second that has passed, and for every partition that
 * ever was one more window and one request, since a request may start while anything is left. Banked RU were
 * provisioned before, so that bursts change nothing.
 */
import assert from "node:assert/strict";
import type { Container } from "../../packages/orrery/src/engine/container.ts";

/** No request of a history costs more. */
const REQUEST_RU_MAX = 400;

export class SpendingLimit {
  #allowed = 0;
  #spent = 0;
  readonly #partitions = new Map<number, number>();

  advance(ms: number, container: Container): void {
    this.partitionsMayChange(container);
    this.#allowed += (ruPerSecond(container) * ms) / 1000;
  }

  /** Every partition, and every change of its budget, begins with a window of its own. */
  partitionsMayChange(container: Container): void {
    for (const { state, meter } of container.map.partitions) {
      const window = meter.budget.ruPerSecond;
      if (this.#partitions.get(state.space) === window) continue;
      this.#partitions.set(state.space, window);
      this.#allowed += window + REQUEST_RU_MAX;
    }
  }

  spend(charge: number): void {
    this.#spent += charge;
  }

  assertKept(): void {
    assert(this.#spent <= this.#allowed, `spent ${this.#spent} RU of ${this.#allowed}`);
  }
}

function ruPerSecond({ map }: Container): number {
  return map.partitions.reduce((sum, { meter }) => sum + meter.budget.ruPerSecond, 0);
}
