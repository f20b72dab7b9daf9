import type { Resource } from "../catalog/catalog.cjs";
import type { Container } from "../container/container.cjs";
import type { Environment } from "../ground/environment.cjs";
interface SweepReport {
    expired: number;
    dropped: number;
    versions: number;
}
export declare function sweepContainer(container: Container, itemsMax?: number): Promise<SweepReport>;
/** What a sweep needs of the engine. */
interface SweptEngine {
    readonly environment: Environment;
    containersToSweep(): readonly Resource[];
    containerOf(resource: Resource): Promise<Container>;
    tendVectors(container: Container): void;
}
/** A round over all containers that have something to sweep, or may have. One that fails holds up no other. */
export declare function sweepEngine(engine: SweptEngine): Promise<SweepReport>;
export {};
