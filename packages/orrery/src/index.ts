/** Orrery inside a process: `import { startOrrery } from "orrery"`. */
export { type Orrery, type OrreryOptions, startOrrery } from "./cli/start-orrery.ts";
