/** Fresh realms for functions, kept from one query to the next: making one takes milliseconds. */

import { scriptLimits } from "../script-limits.ts";
import { functionSource } from "./guest-source.ts";
import { Realm } from "./realm.ts";

const KEPT_MAX = 4;

export class RealmShelf {
  readonly #kept: Realm[] = [];
  readonly #module: () => WebAssembly.Module;

  constructor(module: () => WebAssembly.Module) {
    this.#module = module;
  }

  async take(): Promise<Realm> {
    const { functionMemoryPages, functionStackBytes } = scriptLimits;
    return (
      this.#kept.pop() ??
      Realm.create(functionSource, {
        module: this.#module(),
        memoryPages: functionMemoryPages,
        stackBytes: functionStackBytes,
      })
    );
  }

  putBack(realm: Realm): void {
    if (!realm.sandbox.reusable || this.#kept.length >= KEPT_MAX) return;
    realm.sandbox.rewind();
    this.#kept.push(realm);
  }
}
