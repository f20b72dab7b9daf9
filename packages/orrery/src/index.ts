/** Orrery inside a process: `import { startOrrery } from "orrerydb"`. */
export { type Orrery, type OrreryOptions, startOrrery } from "./cli/start-orrery.ts";
