/** A container of an account, as the command line names it: ACCOUNT/database/container. */
import { CosmosClient, type CosmosClientOptions } from "@azure/cosmos";
export interface ContainerPlace {
    readonly endpoint: string;
    readonly key: string;
    readonly database: string;
    readonly container: string;
}
/** A mistake in what was asked for, reported in one sentence. */
export declare class RepartitionError extends Error {
    readonly name = "RepartitionError";
}
/** `http://localhost:8081/shop/carts`: the endpoint, then the names. */
export declare function parsePlace(text: string, key: string): ContainerPlace;
/** Counts what was refused for want of throughput. */
export interface ThrottleCount {
    throttled: number;
}
export declare function connect({ endpoint, key }: ContainerPlace, count: ThrottleCount, options?: Partial<CosmosClientOptions>): CosmosClient;
