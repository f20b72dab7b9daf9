/** Counts of what was answered since the server began, for Prometheus: by operation and status, times, and request units. */
import type { ServedRequest } from "./served-request.ts";
import { operationOf } from "./shown-request.ts";

/** Upper bounds of the classes of times; a last class has the rest. */
export const TIME_BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000] as const;
/** Past it, request units are counted under no name: containers may come and go without end. */
export const COUNTED_CONTAINERS_MAX = 1_000;

export interface OperationCounts {
  readonly operation: string;
  readonly byStatus: ReadonlyMap<number, number>;
  /** How many took as long as each class says. */
  readonly times: readonly number[];
  readonly totalMs: number;
}

class Counts implements OperationCounts {
  readonly operation: string;
  readonly byStatus = new Map<number, number>();
  readonly times = new Array<number>(TIME_BOUNDS_MS.length + 1).fill(0);
  totalMs = 0;

  constructor(operation: string) {
    this.operation = operation;
  }

  add({ status, totalMs }: ServedRequest): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.totalMs += totalMs;
    let bound = 0;
    while (bound < TIME_BOUNDS_MS.length && totalMs > TIME_BOUNDS_MS[bound]!) bound++;
    this.times[bound]!++;
  }
}

export class RequestMetrics {
  /** By the words of the request, whose number is bounded by the protocol. */
  readonly #counts = new Map<string | undefined, Map<string | undefined, Counts>>();
  readonly #ru = new Map<string, number>();

  note(served: ServedRequest): void {
    this.#countsOf(served).add(served);
    const { chargeRu, owner = "" } = served;
    if (chargeRu === 0) return;
    const before = this.#ru.get(owner);
    const name = before === undefined && this.#ru.size >= COUNTED_CONTAINERS_MAX ? "" : owner;
    this.#ru.set(name, (this.#ru.get(name) ?? 0) + chargeRu);
  }

  get operations(): OperationCounts[] {
    return [...this.#counts.values()].flatMap((byVerb) => [...byVerb.values()]);
  }

  /** By the links of the owners, `dbs/a/colls/b`; "" has all others. */
  get ru(): ReadonlyMap<string, number> {
    return this.#ru;
  }

  #countsOf(served: ServedRequest): Counts {
    const { resource, verb } = served;
    let byVerb = this.#counts.get(resource);
    if (byVerb === undefined) this.#counts.set(resource, (byVerb = new Map()));
    let counts = byVerb.get(verb);
    if (counts === undefined)
      byVerb.set(verb, (counts = new Counts(verb === undefined ? "none" : operationOf(served))));
    return counts;
  }
}
