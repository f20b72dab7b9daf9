/**
 * The combinations that FROM and JOIN make of one item, one at a time: a walk that can stop anywhere, so that
 * a large cross product neither blocks the event loop nor has to fit on one page.
 */
import { type Exact, exactMember, type Json, type JsonArray } from "@orrerydb/exact-json";
import type { FromStep } from "../bind/bound-query.ts";
import type { Environment } from "../bind/environment.ts";

type Elements = readonly Exact<Json>[];

const NOTHING: Elements = [];

export class RowCursor {
  readonly #steps: readonly FromStep[];
  readonly #environment: Environment;
  readonly #elements: Elements[];
  readonly #next: number[];
  #started = false;

  constructor(steps: readonly FromStep[], environment: Environment) {
    this.#steps = steps;
    this.#environment = environment;
    this.#elements = steps.map(() => NOTHING);
    this.#next = steps.map(() => 0);
  }

  /** Begins anew, for the item that is now in its slot. */
  start(): void {
    this.#started = false;
  }

  /** Binds the next combination; false: there is none. */
  next(): boolean {
    const last = this.#steps.length - 1;
    let depth = last;
    if (!this.#started) {
      this.#started = true;
      if (last < 0) return true;
      depth = 0;
      this.#open(0);
    } else if (last < 0) {
      return false;
    }
    while (depth >= 0) {
      if (!this.#bindNext(depth)) depth--;
      else if (depth === last) return true;
      else this.#open(++depth);
    }
    return false;
  }

  /** Evaluates all that `next` will evaluate, to no effect. */
  tryNext(): void {
    const [started, elements, next] = [this.#started, [...this.#elements], [...this.#next]];
    try {
      this.next();
    } finally {
      this.#started = started;
      elements.forEach((each, depth) => {
        this.#elements[depth] = each;
        this.#next[depth] = next[depth]!;
      });
    }
  }

  #open(depth: number): void {
    const { kind, evaluate } = this.#steps[depth]!;
    const value = evaluate(this.#environment);
    if (kind === "bind") this.#elements[depth] = value === undefined ? NOTHING : [value];
    else this.#elements[depth] = Array.isArray(value) ? value : NOTHING;
    this.#next[depth] = 0;
  }

  #bindNext(depth: number): boolean {
    const elements = this.#elements[depth]!;
    const next = this.#next[depth]!;
    if (next >= elements.length) return false;
    this.#environment[this.#steps[depth]!.slot] = exactMember(elements as JsonArray, next);
    this.#next[depth] = next + 1;
    return true;
  }
}
