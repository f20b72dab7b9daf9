/** Orrery inside a process: `import { startOrrery } from "orrerydb"`. */
export type { FaultRule, FaultState, ShownRequest } from "./api/control-api.ts";
export type { Seed, SeedContainer } from "./cli/server/seed-content.ts";
export { type Orrery, type OrreryOptions, type Snapshot, startOrrery } from "./cli/server/start-orrery.ts";
export { ControlError } from "./control/ask-control.ts";
export { connectControl } from "./control/connect-control.ts";
export type { Control } from "./control/control.ts";
