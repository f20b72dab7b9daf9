/** Faults on command: docs/faults.md. */
import type { FaultRule, FaultState } from "../gateway/faults/fault-rule.js";
import type { Ask } from "./ask-control.js";
export declare class FaultControl {
    #private;
    constructor(ask: Ask);
    add(rule: FaultRule): Promise<FaultState>;
    list(): Promise<FaultState[]>;
    /** With its hits. */
    read(id: string): Promise<FaultState>;
    enable(id: string): Promise<FaultState>;
    disable(id: string): Promise<FaultState>;
    /** Answers what the rule had done. */
    remove(id: string): Promise<FaultState>;
    /** Removes all rules. */
    clear(): Promise<void>;
}
