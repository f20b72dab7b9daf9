/** What one request spends on a partition that another process serves: that one is asked, and told. */
import type { OwnedContainer, Ownership } from "../ground/ownership.ts";
import type { Spender } from "./metering.ts";

export class SpendingElsewhere {
  readonly #ownership: Ownership;
  readonly #container: OwnedContainer;
  readonly #space: number;
  readonly #spender: Spender;
  #asked: Promise<void> | undefined;
  #admitted: boolean | undefined;

  constructor(ownership: Ownership, container: OwnedContainer, space: number, spender: Spender) {
    this.#ownership = ownership;
    this.#container = container;
    this.#space = space;
    this.#spender = spender;
  }

  get hasBegun(): boolean {
    return this.#admitted !== undefined;
  }

  /** Fails with a 429 if the partition may not spend. */
  begin(): Promise<void> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  /** Requires that it has begun. */
  end(charge: number): void {
    const spent = { admitted: this.#admitted!, charge };
    this.#ownership.settle(this.#container, this.#space, this.#spender, spent);
  }

  async #ask(): Promise<void> {
    this.#admitted = await this.#ownership.admit(this.#container, this.#space, this.#spender);
  }
}
