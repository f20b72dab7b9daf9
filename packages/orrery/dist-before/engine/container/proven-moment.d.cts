/**
 * A moment at which a container is known to have had the definition and the partitions that it has here, so that partitions which
 * other processes serve can be read in it: nobody had begun to empty one of them.
 */
import type { Moment } from "../../store/moment.cjs";
import type { Storage } from "../../store/storage.cjs";
import type { Resource } from "../catalog/catalog.cjs";
/** What the catalogue says of containers, by this process's copy of it. */
export interface DefinitionSource {
    readonly version: number;
    byRid(kind: "container", rid: string): Resource | undefined;
    refresh(): Promise<void>;
}
interface KnownContainer {
    readonly rid: string;
    readonly resource: Resource;
    moment(): Moment;
    checkExists(): void;
}
/** To be closed. Fails where the container has another definition by now. */
export declare function provenMoment(container: KnownContainer, storage: Storage, catalog: DefinitionSource): Promise<Moment>;
export {};
