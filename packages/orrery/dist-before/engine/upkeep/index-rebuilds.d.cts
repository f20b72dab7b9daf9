/**
 * Keeps changed indexing policies being applied, in the background, until none is left to apply. An index that older
 * rules made is replaced in the same way.
 */
import type { Catalog, Resource } from "../catalog/catalog.cjs";
import type { Container } from "../container/container.cjs";
import type { Background } from "../ground/background.cjs";
export declare class IndexRebuilds {
    #private;
    constructor(catalog: Catalog, background: Background, open: (resource: Resource) => Promise<Container>);
    /** Begins, if there is a policy to apply. One at a time: the first takes on the others' work. */
    start(resource: Resource): void;
}
