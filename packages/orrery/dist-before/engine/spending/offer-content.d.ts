/** The content of an offer: the throughput of a container or database, as clients read and write it. */
import { type Throughput } from "../../throughput/offer.js";
import type { Json, JsonObject } from "../../value/json.js";
import type { Resource } from "../catalog/catalog.js";
import type { ContainerThroughput } from "./metering.js";
export interface ThroughputRequest {
    readonly ruPerSecond?: number;
    /** As they stand in an offer. */
    readonly autoscaleSettings?: JsonObject;
}
/** As it stands in an offer's body. */
export declare function offerContent(throughput: Throughput, highestEver: number, storageKilobytes?: number): JsonObject;
export declare function throughputOf(offer: Resource): Throughput;
/** What a creation asks for; undefined when it asks for nothing. */
export declare function throughputOfRequest(request: ThroughputRequest): Throughput | undefined;
/** Reads a client's replacement of an offer. */
export declare function throughputOfContent(content: Json | undefined): Throughput;
/** Shared throughput has no parts that belong to one container. */
export declare function checkOwnThroughput({ shared }: ContainerThroughput, what: string): void;
export declare function highestEver(offer: Resource): number;
