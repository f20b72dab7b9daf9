/** Queries by the name of their container: the way in for gateways. */
import { type QueryWords } from "../../sql/index.cjs";
import type { JsonObject } from "../../value/json.cjs";
import type { ContainerNames } from "../container/container-names.cjs";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.cjs";
import type { Environment } from "../ground/environment.cjs";
import { type GatedRequest } from "./cross-partition-gate.cjs";
import type { FunctionProvider } from "./function-provider.cjs";
import { type QueryAnswer, type QueryText } from "./query-container.cjs";
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
