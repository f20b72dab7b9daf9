/** Moves a container to another partition key: `import { repartition } from "orrerydb/repartition"`. */
export { type ContainerPlace, parsePlace, RepartitionError } from "./account.js";
export type { Problem } from "./apply-changes.js";
export type { SwitchControl } from "./control.js";
export { type InPlaceJob, inPlaceJobs } from "./job-state.js";
export type { MovePlan } from "./plan-move.js";
export type { MirroredKind, MirrorReport } from "./read-mirror.js";
export { type MirroredContainer, type MirrorOptions, type MoveStatus, type Progress, type Repartition, type RepartitionOptions, repartition, type StageOptions, type SwitchOptions, type VerifyTerms, } from "./repartition.js";
export type { Switched } from "./switch-sides.js";
export type { Verification } from "./verify-items.js";
