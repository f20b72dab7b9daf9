/** The last requests, in a ring: each takes the place of the oldest. Their numbers go on from the start of the server. */
import type { ServedRequest } from "./served-request.ts";

export const REQUESTS_KEPT = 1_000;

export interface NumberedRequest {
  readonly number: number;
  readonly served: ServedRequest;
}

export class RequestRing {
  readonly #kept: ServedRequest[] = [];
  /** The number of the next one. */
  #next = 0;

  get next(): number {
    return this.#next;
  }

  add(served: ServedRequest): void {
    this.#kept[this.#next++ % REQUESTS_KEPT] = served;
  }

  /** Those that are still there from a number on, oldest first. */
  *from(number: number): Generator<NumberedRequest> {
    const first = Math.max(0, number, this.#next - REQUESTS_KEPT);
    const end = this.#next;
    for (let i = first; i < end; i++) yield { number: i, served: this.#kept[i % REQUESTS_KEPT]! };
  }
}
