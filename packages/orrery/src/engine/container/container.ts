/** A container at work: its definition, its partitions and its meter, and what needs all three. */
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { Environment } from "../ground/environment.ts";
import { type ContextSources, containerContext } from "./container-context.ts";
import { ContainerMeter, type MeterOptions } from "./container-meter.ts";
import { ContainerPartitions, type PartitionsOptions } from "./container-partitions.ts";
import { CurrentDefinition } from "./current-definition.ts";
import type { PartitionMap } from "./partition-map.ts";

interface ContainerOptions extends ContextSources, PartitionsOptions, MeterOptions {
  readonly databaseId: string;
  /** A partition has passed the size at which it is split. */
  partitionFull(container: Container, space: number): void;
}

export class Container {
  readonly definition: CurrentDefinition;
  readonly partitions: ContainerPartitions;
  readonly meter: ContainerMeter;
  readonly environment: Environment;

  private constructor(
    definition: CurrentDefinition,
    partitions: ContainerPartitions,
    options: ContainerOptions,
  ) {
    this.definition = definition;
    this.partitions = partitions;
    this.meter = new ContainerMeter(definition, partitions, options);
    this.environment = options.environment;
  }

  static async open(resource: Resource, options: ContainerOptions): Promise<Container> {
    const context = await containerContext(resource, options, (space) =>
      options.partitionFull(container, space),
    );
    const definition = new CurrentDefinition(resource, options.databaseId, context);
    const partitions = await ContainerPartitions.open(definition, options);
    const container = new Container(definition, partitions, options);
    container.meter.applyThroughput();
    return container;
  }

  /** Opens what is served here by now. */
  catchUp(): Promise<void> {
    return this.partitions.catchUp(() => this.meter.applyThroughput());
  }

  /** Takes over a resource of the same container whose partitions have changed, with the map of them. */
  switchTo(resource: Resource, map: PartitionMap): void {
    const before = this.partitions.map;
    this.partitions.switchTo(map);
    this.definition.adopt(resource);
    this.meter.passOn(before);
  }

  /**
   * Callers that still have the container can do nothing with it from now on, because it was deleted or has another name.
   * Resolves when the last writer has left.
   */
  async retire(failure: () => Failure = containerDeleted): Promise<void> {
    this.meter.drop();
    await this.partitions.retire(failure);
  }

  /** Whether something goes on here that would end if partitions were served elsewhere. */
  get staysWhole(): boolean {
    return this.partitions.isVisited || this.meter.isThrottledOtherwise || this.definition.indexes.isChanging;
  }
}

function containerDeleted(): Failure {
  return new Failure("notFound", "The container was deleted.");
}
