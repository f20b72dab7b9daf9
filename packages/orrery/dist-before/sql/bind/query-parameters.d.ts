/** The parameters of a query, as clients send them and as binding looks them up. */
import type { Json, Value } from "../../value/json.js";
export interface QueryParameter {
    /** With or without the leading "@". */
    readonly name: string;
    readonly value: Json;
}
/** By name, with the "@". */
export declare function parameterMap(parameters: readonly QueryParameter[]): ReadonlyMap<string, Value>;
