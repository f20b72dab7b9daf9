/** Stored procedures by name: the way in for gateways. */
import type { Json } from "../../value/json.js";
import type { ResourceTree } from "../catalog/resource-tree.js";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.js";
import type { ProcedureAnswer, ProcedureRequest, Scripts } from "./scripts.js";
export declare class ProcedureOperations {
    #private;
    constructor(containers: ContainersByName, tree: ResourceTree, scripts: Scripts);
    /** `procedure`: its id or resource id. */
    execute(address: ContainerAddress, procedure: string, parameters: readonly Json[], request: ProcedureRequest): Promise<ProcedureAnswer>;
}
