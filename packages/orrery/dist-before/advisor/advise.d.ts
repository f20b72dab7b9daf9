import type { PresentDefinition } from "./items/read-container.js";
import type { SizedItem } from "./items/read-item-file.js";
import { type Scale } from "./traffic/scale.js";
import type { Advice } from "./verdict/advice.js";
export interface AdviceOptions {
    readonly items: AsyncIterable<SizedItem> | Iterable<SizedItem>;
    /** Asked when the items have ended: whether there are more that were not read. */
    readonly hasMore?: () => boolean;
    /** The text of a declared workload. */
    readonly workload?: {
        readonly text: string;
        readonly name: string;
    };
    /** The lines of a recording, instead; and of which container, where it has several. */
    readonly traffic?: {
        readonly lines: AsyncIterable<SizedItem> | Iterable<SizedItem>;
        readonly container?: string | undefined;
    };
    readonly scale?: Scale;
    /** How many of the best are replayed; 0: none. */
    readonly replays?: number;
    readonly replaySeconds?: number;
    /** More are thinned out, with the budget. */
    readonly replayOperations?: number;
    /** The same seed, the same advice. */
    readonly seed?: number;
    /** What it does now, and how far it is, from 0 to 1 where that is known. */
    readonly progress?: (what: string, part?: number) => void;
    readonly signal?: AbortSignal;
    /** Of the container that the items are in: its keys, and where it is, for the commands to type next. */
    readonly present?: PresentDefinition & {
        readonly location?: string;
    };
    /** As the user typed it, for the sentences that tell to do so again. */
    readonly command?: string;
}
export declare const REPLAYS = 3;
export declare const REPLAY_SECONDS = 60;
export declare function advise(options: AdviceOptions): Promise<Advice>;
