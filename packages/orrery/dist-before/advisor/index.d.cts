/** The advisor in code: `import { advise } from "orrerydb/advisor"`. */
export { type AdviceOptions, advise } from "./advise.cjs";
export { seededRandom } from "./ground/random.cjs";
export { type PresentDefinition, parseLocation, type ReadContainerOptions, readContainer, readDefinition, sizedItem, } from "./items/read-container.cjs";
export { type RefuseItem, readItemFile, type SizedItem } from "./items/read-item-file.cjs";
export { adviceIn, htmlReport } from "./report/html-report.cjs";
export { textReport } from "./report/text-report.cjs";
export { declaredLoad } from "./simulate/declared-load.cjs";
export { comparedKeys, type KeyChoice, type SimulationOptions, simulate } from "./simulate/simulate.cjs";
export { type SimulatedLoad, vehicleEvents } from "./simulate/vehicle-events.cjs";
export { checkScale, parseScale, type Scale } from "./traffic/scale.cjs";
export { parseWorkload } from "./traffic/workload.cjs";
export type { Advice, AdvisedCandidate } from "./verdict/advice.cjs";
