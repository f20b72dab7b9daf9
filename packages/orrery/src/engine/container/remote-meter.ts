/** What one request spends on a partition that another process serves, which admits and charges it. */
import type { OwnedContainer, Ownership } from "../ground/ownership.ts";
import type { Spender } from "../spending/spender.ts";

export class RemoteMeter {
  readonly #ownership: Ownership;
  readonly #container: OwnedContainer;
  readonly #space: number;
  readonly #spender: Spender;
  #opening: Promise<void> | undefined;
  #admitted: boolean | undefined;

  constructor(ownership: Ownership, container: OwnedContainer, space: number, spender: Spender) {
    this.#ownership = ownership;
    this.#container = container;
    this.#space = space;
    this.#spender = spender;
  }

  get isOpen(): boolean {
    return this.#admitted !== undefined;
  }

  /** Fails with a 429 if the partition may not spend. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Requires that it is open. */
  close(charge: number): void {
    const spent = { admitted: this.#admitted!, charge };
    this.#ownership.settle(this.#container, this.#space, this.#spender, spent);
  }

  async #open(): Promise<void> {
    this.#admitted = await this.#ownership.admit(this.#container, this.#space, this.#spender);
  }
}
