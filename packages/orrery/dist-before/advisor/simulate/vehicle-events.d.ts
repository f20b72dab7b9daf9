/**
 * The load of the guide to synthetic keys: vehicles report all day, so that the day makes a poor partition key. One
 * event in a while is asked for by its vehicle and day.
 */
import type { JsonObject } from "../../value/json.js";
import type { OperationSpec } from "../traffic/operation.js";
export interface SimulatedLoad {
    readonly items: readonly JsonObject[];
    readonly rates: readonly {
        readonly spec: OperationSpec;
        readonly perSecond: number;
    }[];
}
/** The same for every key that is compared. */
export declare function vehicleEvents(writesPerSecond: number): SimulatedLoad;
