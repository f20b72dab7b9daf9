/** Feeds by the name of their container: the way in for gateways. */
import type { TaskOwner } from "../../schedule/task-line.js";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.js";
import type { Environment } from "../ground/environment.js";
import type { ItemQueryRequest, QueryAnswer } from "../queries/query-container.js";
import type { ChangeFeedPage, ChangeFeedRequest } from "./change-feed-page.js";
import { type SamplePage, type SamplePart } from "./sample-items.js";
interface ListRequest extends Omit<ItemQueryRequest, "udf"> {
    /** Whether the client reads the ranges again when it is told that one is gone. */
    readonly followsSplits: boolean;
}
/** Only the latest version of each item, with or without metadata beside it, or every one, deletions too. */
type ChangeFeedMode = "latest" | "latestWithMetadata" | "allVersions";
interface ChangeRows extends ChangeFeedPage {
    /** JSON, as it is answered. */
    readonly rows: readonly Buffer[];
}
export declare class FeedOperations {
    #private;
    constructor(containers: ContainersByName, environment: Environment);
    /** All items of a scope. */
    list(address: ContainerAddress, request: ListRequest): Promise<QueryAnswer>;
    changes(address: ContainerAddress, mode: ChangeFeedMode, request: ChangeFeedRequest): Promise<ChangeRows>;
    /** A page of a part of the items, oldest first, which costs nothing. `owner` is whom it is for. */
    sample(address: ContainerAddress, part: SamplePart, itemsMax: number, owner: TaskOwner): Promise<SamplePage>;
}
export {};
