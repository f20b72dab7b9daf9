/** Orrery inside a process: `import { startOrrery } from "orrerydb"`. */
export type { Seed, SeedContainer } from "./cli/seed-content.js";
export { type Orrery, type OrreryOptions, type Snapshot, startOrrery } from "./cli/start-orrery.js";
export { ControlError } from "./control/ask-control.js";
export { connectControl } from "./control/connect-control.js";
export type { Control } from "./control/control.js";
export type { FaultRule, FaultState } from "./gateway/faults/fault-rule.js";
export type { ShownRequest } from "./gateway/watch/shown-request.js";
