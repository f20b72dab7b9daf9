/** The load of a workload file on the items of a file, as `orrery advise` takes them. */
import type { Random } from "../ground/random.js";
import type { SizedItem } from "../items/read-item-file.js";
import type { SimulatedLoad } from "./vehicle-events.js";
export declare function declaredLoad(items: AsyncIterable<SizedItem>, workload: {
    readonly text: string;
    readonly name: string;
}, random: Random): Promise<SimulatedLoad>;
