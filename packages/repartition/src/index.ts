/** Moves a container to another partition key. Published as `orrerydb/repartition`. */
export { type ContainerPlace, parsePlace, RepartitionError } from "./account.ts";
export type { Problem } from "./apply-changes.ts";
export type { SwitchControl } from "./control.ts";
export { type InPlaceJob, inPlaceJobs } from "./job-state.ts";
export type { MovePlan } from "./plan-move.ts";
export type { MirroredKind, MirrorReport } from "./read-mirror.ts";
export {
  type MirroredContainer,
  type MirrorOptions,
  type MoveStatus,
  type Progress,
  type Repartition,
  type RepartitionOptions,
  repartition,
  type StageOptions,
  type SwitchOptions,
  type VerifyTerms,
} from "./repartition.ts";
export type { Switched } from "./switch-sides.ts";
export type { Verification } from "./verify-items.ts";
