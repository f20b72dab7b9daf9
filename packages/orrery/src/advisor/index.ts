/** The advisor in code: `import { advise } from "orrerydb/advisor"`. */

export { type AdviceOptions, advise } from "./advise.ts";
export { seededRandom } from "./ground/random.ts";
export {
  type PresentDefinition,
  parseLocation,
  type ReadContainerOptions,
  readContainer,
  readDefinition,
  sizedItem,
} from "./items/read-container.ts";
export { type RefuseItem, readItemFile, type SizedItem } from "./items/read-item-file.ts";
export { adviceIn, htmlReport } from "./report/html-report.ts";
export { textReport } from "./report/text-report.ts";
export { declaredLoad } from "./simulate/declared-load.ts";
export { comparedKeys, type KeyChoice, type SimulationOptions, simulate } from "./simulate/simulate.ts";
export { type SimulatedLoad, vehicleEvents } from "./simulate/vehicle-events.ts";
export { checkScale, parseScale, type Scale } from "./traffic/scale.ts";
export { parseWorkload } from "./traffic/workload.ts";
export type { Advice, AdvisedCandidate } from "./verdict/advice.ts";
