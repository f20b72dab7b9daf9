import type { LinkWord } from "../value/resource-link.js";
export type ResourceType = "" | LinkWord | "addresses" | "partitionkeydelete";
export interface PathSegment {
    readonly type: ResourceType;
    readonly id: string;
}
export interface ResourcePath {
    /** Of the resource or the feed that is addressed; "" is the account. */
    readonly type: ResourceType;
    /** The ids that the path names, outermost first; of a feed, its parents. */
    readonly segments: readonly PathSegment[];
    readonly isFeed: boolean;
    /** What clients sign: a feed's parent link, a resource's own link, decoded, without slashes at the ends. */
    readonly signedLink: string;
    /** The text after the `?` of a query string. */
    readonly query: string;
}
/** Below it is the control API, which is not part of the protocol; its paths are signed as they are. */
export declare const CONTROL_PREFIX = "/_orrery/";
export declare function parseResourcePath(target: string): ResourcePath;
