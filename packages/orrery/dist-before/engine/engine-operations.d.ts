/**
 * What a gateway may ask of the engine: operations that name containers and take and return plain values, never a
 * container or a partition at work. One request is one call.
 */
import type { FeedOperations } from "./feeds/feed-operations.js";
import type { Environment } from "./ground/environment.js";
import type { ItemOperations } from "./items/item-operations.js";
import type { QueryOperations } from "./queries/query-operations.js";
import type { ContainerNaming } from "./resources/container-naming.js";
import type { Containers } from "./resources/containers.js";
import type { Databases } from "./resources/databases.js";
import type { Grants } from "./resources/grants.js";
import type { Offers } from "./resources/offers.js";
import type { Partitions } from "./resources/partitions.js";
import type { PlainResources } from "./resources/plain-resources.js";
import type { ProcedureOperations } from "./scripts/procedure-operations.js";
export interface EngineOperations {
    readonly environment: Environment;
    readonly databases: Databases;
    readonly containers: Containers;
    /** Users, permissions, scripts and encryption keys. */
    readonly resources: PlainResources;
    readonly offers: Offers;
    /** For the control API. */
    readonly partitions: Partitions;
    /** For the control API: names that containers exchange. */
    readonly naming: ContainerNaming;
    /** What permissions cover. */
    readonly grants: Grants;
    readonly items: ItemOperations;
    readonly queries: QueryOperations;
    readonly feeds: FeedOperations;
    readonly procedures: ProcedureOperations;
    /** Makes a copy of all data as of one moment and returns its folder; undefined where nothing is on a disk. */
    readonly checkpoint: (() => Promise<string>) | undefined;
}
