/**
 * The rules of a server: which fault a request meets. Rules are asked in the order in which they were added, and the
 * first that applies decides. A rule that is removed lets go of those that wait because of it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultResult, FaultRule, FaultState } from "../../api/control-api.ts";
import { Failure } from "../../value/failure.ts";
import type { FaultSubject } from "./fault-subject.ts";
import { latencyMs } from "./latency.ts";
import { readFaultRule } from "./read-fault-rule.ts";

export const FAULT_RULES_MAX = 100;
/** Of a rule with `times`: operations whose next try it waits for. The oldest are forgotten. */
export const FAULT_OPERATIONS_MAX = 10_000;

/** What a request meets. */
export interface Fault {
  readonly id: string;
  readonly result: FaultResult;
  /** Waits as long as the rule says, or until it is removed. */
  wait(): Promise<void>;
}

interface FaultsOptions {
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Resolves after a time, and at once when the signal comes; absent: the real one. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

class ActiveRule {
  readonly rule: FaultRule & { readonly id: string };
  readonly addedMs: number;
  readonly removed = new AbortController();
  readonly met = new Map<string, number>();
  isEnabled: boolean;
  seen = 0;
  hits = 0;

  constructor(rule: ActiveRule["rule"], addedMs: number) {
    this.rule = rule;
    this.addedMs = addedMs;
    this.isEnabled = rule.enabled ?? true;
  }

  stateAt(nowMs: number): FaultState["state"] {
    const { startDelayMs = 0, durationMs = Number.POSITIVE_INFINITY, hitLimit } = this.rule;
    const sinceMs = nowMs - this.addedMs - startDelayMs;
    if (sinceMs >= durationMs || (hitLimit !== undefined && this.hits >= hitLimit)) return "over";
    if (!this.isEnabled) return "disabled";
    return sinceMs < 0 ? "waiting" : "active";
  }

  /** Whether this operation has met the fault often enough; then it may meet it anew when it comes again. */
  isThrough(identity: string, times: number): boolean {
    const met = this.met.get(identity) ?? 0;
    this.met.delete(identity);
    if (met >= times) return true;
    this.met.set(identity, met + 1);
    if (this.met.size > FAULT_OPERATIONS_MAX) this.met.delete(this.met.keys().next().value!);
    return false;
  }
}

export class Faults {
  readonly #options: Required<FaultsOptions>;
  readonly #rules = new Map<string, ActiveRule>();
  #added = 0;

  constructor(options: FaultsOptions) {
    this.#options = { wait: realWait, ...options };
  }

  /** Whether there is any rule to ask. */
  get isArmed(): boolean {
    return this.#rules.size > 0;
  }

  /** Takes a rule as JSON; throws a Failure that says what is wrong with it. */
  add(given: unknown): FaultState {
    const rule = readFaultRule(given);
    if (this.#rules.size >= FAULT_RULES_MAX)
      throw new Failure("conflict", `There are ${FAULT_RULES_MAX} rules for faults already. Remove some.`);
    let { id } = rule;
    if (id !== undefined && this.#rules.has(id))
      throw new Failure("conflict", `There is a rule '${id}' already. Remove it, or choose another id.`);
    while (id === undefined || this.#rules.has(id)) id = `fault-${++this.#added}`;
    const active = new ActiveRule({ ...rule, id }, this.#options.nowMs());
    this.#rules.set(id, active);
    return this.#shown(active);
  }

  list(): FaultState[] {
    return [...this.#rules.values()].map((rule) => this.#shown(rule));
  }

  read(id: string): FaultState {
    return this.#shown(this.#find(id));
  }

  setEnabled(id: string, isEnabled: boolean): FaultState {
    const rule = this.#find(id);
    rule.isEnabled = isEnabled;
    return this.#shown(rule);
  }

  /** Answers what the rule had done. */
  remove(id: string): FaultState {
    const rule = this.#find(id);
    const state = this.#shown(rule);
    this.#rules.delete(id);
    rule.removed.abort();
    return state;
  }

  clear(): void {
    for (const { id } of this.list()) this.remove(id);
  }

  /** What this request meets; undefined: nothing. Counts it. */
  async meet(subject: FaultSubject): Promise<Fault | undefined> {
    for (const rule of [...this.#rules.values()]) {
      if (rule.stateAt(this.#options.nowMs()) !== "active") continue;
      if (!(await subject.fits(rule.rule.condition ?? {}))) continue;
      const { skip = 0, result } = rule.rule;
      const identity = result.times === undefined ? "" : await subject.identity();
      // From here on without waiting, so that counts are exact whatever comes at the same time.
      if (rule.stateAt(this.#options.nowMs()) !== "active") continue;
      rule.seen++;
      if (rule.seen <= skip) continue;
      if (result.rate !== undefined && this.#options.random() >= result.rate) continue;
      if (result.times !== undefined && rule.isThrough(identity, result.times)) continue;
      rule.hits++;
      return { id: rule.rule.id, result, wait: () => this.#wait(rule) };
    }
    return undefined;
  }

  async #wait({ rule, removed }: ActiveRule): Promise<void> {
    const { latency } = rule.result;
    if (latency === undefined) return;
    await this.#options.wait(latencyMs(latency, this.#options.random), removed.signal);
  }

  #find(id: string): ActiveRule {
    const rule = this.#rules.get(id);
    if (rule === undefined) throw new Failure("notFound", `There is no rule '${id}' for faults.`);
    return rule;
  }

  #shown(active: ActiveRule): FaultState {
    const { rule, isEnabled, seen, hits } = active;
    return { ...rule, enabled: isEnabled, state: active.stateAt(this.#options.nowMs()), seen, hits };
  }
}

async function realWait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
