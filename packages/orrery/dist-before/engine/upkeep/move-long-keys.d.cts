import type { ResourceTree } from "../catalog/resource-tree.cjs";
import { type ContextSources } from "../container/container-context.cjs";
/** Where items go for which there is no room where their keys belong. */
export interface SetAside {
    /** What the operator is told. */
    readonly path: string;
    /** Items as lines of JSON; on the disk when it resolves. */
    keep(lines: readonly string[]): Promise<void>;
}
/** Requires that no container is open. */
export declare function moveLongKeys({ catalog }: ResourceTree, sources: ContextSources, setAside: SetAside): Promise<void>;
