/** Moves a container to another partition key: `import { repartition } from "orrerydb/repartition"`. */
export { type ContainerPlace, parsePlace, RepartitionError } from "./account.cjs";
export type { Problem } from "./apply-changes.cjs";
export type { SwitchControl } from "./control.cjs";
export { type InPlaceJob, inPlaceJobs } from "./job-state.cjs";
export type { MovePlan } from "./plan-move.cjs";
export type { MirroredKind, MirrorReport } from "./read-mirror.cjs";
export { type MirroredContainer, type MirrorOptions, type MoveStatus, type Progress, type Repartition, type RepartitionOptions, repartition, type StageOptions, type SwitchOptions, type VerifyTerms, } from "./repartition.cjs";
export type { Switched } from "./switch-sides.cjs";
export type { Verification } from "./verify-items.cjs";
