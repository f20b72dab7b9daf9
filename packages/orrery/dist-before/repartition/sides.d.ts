/**
 * The two containers of a move as they stand now: the live one, which the application writes to and which is followed,
 * and the other, which is brought to the same items. Before the cut-over the live one is the source; after it, the
 * target, until it is rolled back.
 */
import type { Container, ContainerDefinition, CosmosClient, FeedRange } from "@azure/cosmos";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { type ContainerPlace } from "./account.js";
import { type FollowMode } from "./change-feed.js";
import { type Item } from "./item-identity.js";
import type { Job, RangeState } from "./job-state.js";
import type { Sides } from "./look-up-items.js";
export interface OpenedContainer {
    readonly place: ContainerPlace;
    readonly container: Container;
    readonly rid: string;
    readonly definition: ContainerDefinition & {
        readonly partitionKey: PartitionKeyDefinition;
    };
}
export declare function openContainer(client: CosmosClient, place: ContainerPlace): Promise<OpenedContainer>;
export declare function findContainer(client: CosmosClient, place: ContainerPlace): Promise<OpenedContainer | undefined>;
export interface Direction extends Sides {
    readonly live: OpenedContainer;
    readonly other: OpenedContainer;
    readonly isReverse: boolean;
    /** What is compared of an item, wherever it lies. */
    compared(item: Item): Item;
}
export declare function directionOf(job: Job, from: OpenedContainer, to: OpenedContainer, now: () => number): Direction;
/** Where following begins: what is changed from now on. */
export declare function positionsNow({ container, }: OpenedContainer): Promise<Pick<RangeState, "range" | "mode" | "followToken" | "begun">[]>;
export declare function offeredMode(container: Container, range: FeedRange): Promise<FollowMode>;
