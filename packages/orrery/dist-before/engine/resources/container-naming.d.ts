import type { JsonObject } from "../../value/json.js";
import type { ResourceTree } from "../catalog/resource-tree.js";
import type { ContainerAddress, OpenContainers } from "../container/open-containers.js";
import { type Environment } from "../ground/environment.js";
/** How long writers may be made to wait. */
export declare const HOLD_MS_MAX = 60000;
interface ExchangedName {
    readonly container: string;
    readonly rid: string;
    readonly partitionKey: JsonObject;
}
export declare class ContainerNaming {
    #private;
    constructor(tree: ResourceTree, environment: Environment, containers: OpenContainers);
    /** Lets writers wait, for so long at most; resolves when none is under way any more. */
    hold(address: ContainerAddress, forMs: number): Promise<{
        readonly hold: string;
    }>;
    /** Returns whether the hold was still there: if not, writers have gone on before. */
    release(id: string): Promise<{
        readonly released: boolean;
    }>;
    /** With `holdId` nothing happens unless writers have waited since then. */
    exchange(address: ContainerAddress, otherName: string, holdId: string | undefined): Promise<readonly ExchangedName[]>;
}
export {};
