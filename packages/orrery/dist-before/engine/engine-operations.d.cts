/**
 * What a gateway may ask of the engine: operations that name containers and take and return plain values, never a
 * container or a partition at work. One request is one call.
 */
import type { FeedOperations } from "./feeds/feed-operations.cjs";
import type { Environment } from "./ground/environment.cjs";
import type { ItemOperations } from "./items/item-operations.cjs";
import type { QueryOperations } from "./queries/query-operations.cjs";
import type { ContainerNaming } from "./resources/container-naming.cjs";
import type { Containers } from "./resources/containers.cjs";
import type { Databases } from "./resources/databases.cjs";
import type { Grants } from "./resources/grants.cjs";
import type { Offers } from "./resources/offers.cjs";
import type { Partitions } from "./resources/partitions.cjs";
import type { PlainResources } from "./resources/plain-resources.cjs";
import type { ProcedureOperations } from "./scripts/procedure-operations.cjs";
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
