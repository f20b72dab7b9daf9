/** The advisor in code: `import { advise } from "orrerydb/advisor"`. */
export { type AdviceOptions, advise } from "./advise.js";
export { seededRandom } from "./ground/random.js";
export { type PresentDefinition, parseLocation, type ReadContainerOptions, readContainer, readDefinition, sizedItem, } from "./items/read-container.js";
export { type RefuseItem, readItemFile, type SizedItem } from "./items/read-item-file.js";
export { adviceIn, htmlReport } from "./report/html-report.js";
export { textReport } from "./report/text-report.js";
export { declaredLoad } from "./simulate/declared-load.js";
export { comparedKeys, type KeyChoice, type SimulationOptions, simulate } from "./simulate/simulate.js";
export { type SimulatedLoad, vehicleEvents } from "./simulate/vehicle-events.js";
export { checkScale, parseScale, type Scale } from "./traffic/scale.js";
export { parseWorkload } from "./traffic/workload.js";
export type { Advice, AdvisedCandidate } from "./verdict/advice.js";
