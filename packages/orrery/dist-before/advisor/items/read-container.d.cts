import type { JsonObject } from "../../value/json.cjs";
import type { SizedItem } from "./read-item-file.cjs";
export declare const SAMPLE_RU_MAX = 10000;
export interface ContainerLocation {
    readonly endpoint: string;
    readonly database: string;
    readonly container: string;
}
/** Of `https://account.documents.azure.com/db/container`. Undefined where it is none, so a file. */
export declare function parseLocation(text: string): ContainerLocation | undefined;
export interface ReadContainerOptions extends ContainerLocation {
    readonly key: string;
    /** Request units to spend at most, a page of each range included. */
    readonly ruMax?: number;
    /** When it is done: what it cost, and whether there was more. */
    readonly onEnd?: (spent: number, isWhole: boolean) => void;
}
/** What the definition of a container says of keys. */
export interface PresentDefinition {
    /** The paths of the partition key. */
    readonly key: readonly string[];
    /** The paths of each unique key. */
    readonly uniqueKeys: readonly (readonly string[])[];
}
export declare function readDefinition({ endpoint, key, database, container, }: ContainerLocation & {
    readonly key: string;
}): Promise<PresentDefinition>;
export declare function readContainer(options: ReadContainerOptions): AsyncGenerator<SizedItem>;
/** As a container answers it: what the server has added does not count. */
export declare function sizedItem(item: JsonObject): SizedItem;
