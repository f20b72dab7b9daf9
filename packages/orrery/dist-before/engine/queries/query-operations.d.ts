/** Queries by the name of their container: the way in for gateways. */
import { type QueryWords } from "../../sql/index.js";
import type { JsonObject } from "../../value/json.js";
import type { ContainerNames } from "../container/container-names.js";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.js";
import type { Environment } from "../ground/environment.js";
import { type GatedRequest } from "./cross-partition-gate.js";
import type { FunctionProvider } from "./function-provider.js";
import { type QueryAnswer, type QueryText } from "./query-container.js";
interface ClientQueryRequest extends GatedRequest {
    /** Whether the client reads the ranges again when it is told that one is gone. */
    readonly followsSplits: boolean;
}
interface PlanAnswer {
    readonly body: JsonObject;
    readonly charge: number;
    readonly container: ContainerNames;
}
export declare class QueryOperations {
    #private;
    constructor(containers: ContainersByName, functions: FunctionProvider, environment: Environment);
    run(address: ContainerAddress, text: QueryText, request: ClientQueryRequest): Promise<QueryAnswer>;
    /** For editors. */
    words(): QueryWords;
    /** For clients that merge the partitions' rows themselves. */
    plan(address: ContainerAddress, text: QueryText, features: ReadonlySet<string>): Promise<PlanAnswer>;
}
export {};
