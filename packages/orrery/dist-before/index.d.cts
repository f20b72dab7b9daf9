/** Orrery inside a process: `import { startOrrery } from "orrerydb"`. */
export type { Seed, SeedContainer } from "./cli/seed-content.cjs";
export { type Orrery, type OrreryOptions, type Snapshot, startOrrery } from "./cli/start-orrery.cjs";
export { ControlError } from "./control/ask-control.cjs";
export { connectControl } from "./control/connect-control.cjs";
export type { Control } from "./control/control.cjs";
export type { FaultRule, FaultState } from "./gateway/faults/fault-rule.cjs";
export type { ShownRequest } from "./gateway/watch/shown-request.cjs";
