/** Faults on command: docs/faults.md. */
import type { FaultRule, FaultState } from "../api/control-api.ts";
import type { Ask } from "./ask-control.ts";

export class FaultControl {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  add(rule: FaultRule): Promise<FaultState> {
    return this.#ask<"POST faults">("POST", "faults", rule);
  }

  async list(): Promise<readonly FaultState[]> {
    return (await this.#ask<"GET faults">("GET", "faults")).rules;
  }

  /** With its hits. */
  read(id: string): Promise<FaultState> {
    return this.#ask<"GET faults/{rule}">("GET", `faults/${encodeURIComponent(id)}`);
  }

  enable(id: string): Promise<FaultState> {
    return this.#ask<"PUT faults/{rule}">("PUT", `faults/${encodeURIComponent(id)}`, { enabled: true });
  }

  disable(id: string): Promise<FaultState> {
    return this.#ask<"PUT faults/{rule}">("PUT", `faults/${encodeURIComponent(id)}`, { enabled: false });
  }

  /** Answers what the rule had done. */
  remove(id: string): Promise<FaultState> {
    return this.#ask<"DELETE faults/{rule}">("DELETE", `faults/${encodeURIComponent(id)}`);
  }

  /** Removes all rules. */
  async clear(): Promise<void> {
    await this.#ask("DELETE", "faults");
  }
}
