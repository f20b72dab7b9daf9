/** Containers as resources: their definitions, what they hold, and the partition key ranges that clients route by. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { evenBoundaries } from "@orrerydb/keys/hash";
import { indexDefinitionOf } from "../../store/indexes/index-definition.ts";
import { firstGeneration, isMadeFrom } from "../../store/indexes/index-generations.ts";
import type { IndexDefinition } from "../../store/indexes/index-kind.ts";
import { METADATA_READ_CHARGE } from "../../throughput/charges.ts";
import { DEFAULT_THROUGHPUT, initialPartitionCount } from "../../throughput/offer.ts";
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import {
  type ContainerDefinition,
  checkReplacement,
  parseContainerDefinition,
} from "../catalog/container-definition.ts";
import { checkEtag, type OwnerNames } from "../catalog/resource-tree.ts";
import { type AnswerSource, sourceOf } from "../container/answer-source.ts";
import { type ContainerState, namedSpacesOf } from "../container/container-state.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import type { ContainerAddress } from "../container/open-containers.ts";
import { initialPartitions } from "../container/partition-map.ts";
import { loadLanguage } from "../ground/query-language.ts";
import { crossPartitionDisabled } from "../queries/cross-partition-disabled.ts";
import type { RequestScope } from "../queries/query-scope.ts";
import { type ThroughputRequest, throughputOf, throughputOfRequest } from "../spending/offer-content.ts";
import { checkPartitionCount } from "../topology/partition-topology.ts";
import type { IndexRebuilds } from "../upkeep/index-rebuilds.ts";
import { type ContainerQuota, quotaOf } from "./container-quota.ts";
import type { ResourceServices } from "./databases.ts";
import { partitionStatistics } from "./partition-figures.ts";
import { partitionKeyRanges } from "./partition-key-ranges.ts";
import { removalOf } from "./removal.ts";
import {
  DELETED,
  listed,
  type ResourceAnswer,
  type ResourceDeletion,
  type ResourceList,
  type ResourcePageRequest,
  wasRead,
  wasWritten,
} from "./resource-answers.ts";

interface ContainerRequest extends ThroughputRequest {
  /** False for clients too old to know partition keys. */
  readonly knowsPartitionKeys: boolean;
  /** How many physical ones; absent: as many as the account gives new containers. */
  readonly partitions?: number;
}

interface ContainerAnswer extends ResourceAnswer {
  readonly quota?: ContainerQuota;
}

interface ConflictsRequest extends ResourcePageRequest, RequestScope {
  /** Whether the client lets a query go over several partitions. */
  readonly mayCross: boolean;
}

/** The ranges as they are now; no rows for a client that has this version of them already. */
interface RangeChanges {
  readonly owner: OwnerNames;
  readonly etag: string;
  readonly rows?: readonly JsonObject[];
  readonly charge: number;
}

/** A physical partition as clients that connect to it themselves name it. */
export interface ReplicaAddress {
  readonly containerRid: string;
  readonly rangeId: string;
}

interface ContainerServices extends ResourceServices {
  readonly rebuilds: IndexRebuilds;
  /** How many partitions a new container has; absent: as many as its throughput needs. */
  readonly newPartitions: number | undefined;
}

export class Containers {
  readonly #services: ContainerServices;

  constructor(services: ContainerServices) {
    this.#services = services;
  }

  async list(database: string, page: ResourcePageRequest): Promise<ResourceList> {
    const { rid } = this.#databaseOf(database);
    const bodies = this.#services.tree.catalog.list("container", rid).map(({ body }) => body);
    return listed(this.#services.environment, this.#services.tree.ownerNames(rid), bodies, page);
  }

  async create(database: string, body: JsonObject, request: ContainerRequest): Promise<ResourceAnswer> {
    const owner = this.#databaseOf(database);
    if (body.computedProperties !== undefined) await loadLanguage();
    const definition = parseContainerDefinition(body, { requirePartitionKey: request.knowsPartitionKeys });
    const given = throughputOfRequest(request);
    const shared = this.#services.provisioned.offerOf(owner);
    const throughput = given ?? (shared ? throughputOf(shared) : DEFAULT_THROUGHPUT);
    const asked = request.partitions ?? this.#services.newPartitions;
    if (asked !== undefined) checkPartitionCount(asked);
    const count = definition.partitionKey.isSystem
      ? 1
      : (asked ??
        initialPartitionCount(throughput, given === undefined && shared ? "database" : "container"));
    const state = await this.#initialState(definition, count);
    const id = definition.body.id as string;
    const container = this.#services.tree.make(
      "container",
      owner,
      id,
      definition.body,
      state as unknown as Json,
    );
    const hasOffer = given !== undefined || shared === undefined;
    const offers = hasOffer ? [this.#services.provisioned.makeOffer(container, throughput)] : [];
    await this.#services.tree.catalog.change(async () => {
      this.#services.tree.checkExists(owner);
      const beginContainer = namedSpacesOf(owner, container);
      return { change: { put: [container, ...offers], beginContainer }, result: undefined };
    });
    return wasWritten(this.#services.tree, container);
  }

  async read(
    address: ContainerAddress,
    { quota, statistics }: { readonly quota?: boolean; readonly statistics?: boolean } = {},
  ): Promise<ContainerAnswer> {
    const resource = this.#find(address);
    if (quota !== true && statistics !== true) return wasRead(this.#services.tree, resource);
    const container = await this.#services.containers.open(resource);
    const body = statistics
      ? { ...resource.body, statistics: await partitionStatistics(container) }
      : resource.body;
    const answer = wasRead(this.#services.tree, { ...resource, body });
    return quota ? { ...answer, quota: await quotaOf(container, this.#services.tree.catalog) } : answer;
  }

  async replace(address: ContainerAddress, body: JsonObject, ifMatch?: string): Promise<ResourceAnswer> {
    const container = await this.#services.containers.open(this.#find(address));
    if (body.computedProperties !== undefined) await loadLanguage();
    const replaced = await this.#services.tree.catalog.change(async () => {
      const current = this.#current(container.definition.resource);
      checkEtag(current, ifMatch);
      const definition = parseContainerDefinition(
        { ...body, partitionKey: body.partitionKey ?? current.body.partitionKey! },
        { requirePartitionKey: false },
      );
      checkReplacement(current.body, definition, body);
      const state = stateAfter(container.definition, indexDefinitionOf(definition.body));
      const next = this.#services.tree.remake(current, current.id, definition.body, state as unknown as Json);
      return { change: { put: [next], whenApplied: () => container.definition.adopt(next) }, result: next };
    });
    this.#services.rebuilds.start(replaced);
    return wasWritten(this.#services.tree, replaced);
  }

  async delete(address: ContainerAddress, ifMatch?: string): Promise<ResourceDeletion> {
    const resource = this.#find(address);
    await this.#services.tree.catalog.change(async () => {
      const current = this.#current(resource);
      checkEtag(current, ifMatch);
      return {
        change: removalOf(
          current,
          this.#services.tree.catalog,
          this.#services.containers,
          this.#services.provisioned,
        ),
        result: undefined,
      };
    });
    return DELETED;
  }

  ranges(address: ContainerAddress, page: ResourcePageRequest): Promise<ResourceList> {
    return this.#services.containers.use(address, async (container) =>
      listed(
        this.#services.environment,
        this.#services.tree.ownerNames(container.definition.rid),
        await partitionKeyRanges(container),
        page,
      ),
    );
  }

  rangesSince(address: ContainerAddress, known: string | undefined): Promise<RangeChanges> {
    return this.#services.containers.use(address, async (container) => {
      const etag = `"${container.partitions.map.version}"`;
      const owner = this.#services.tree.ownerNames(container.definition.rid);
      const answer = { owner, etag, charge: METADATA_READ_CHARGE };
      return known === etag ? answer : { ...answer, rows: await partitionKeyRanges(container) };
    });
  }

  /** The physical partition that a client has connected to. Fails where it is not the one that the client means. */
  async replica({ containerRid, rangeId }: ReplicaAddress): Promise<AnswerSource> {
    const resource = this.#services.tree.catalog.byRid("container", containerRid);
    if (resource === undefined) {
      throw new Failure(
        "nameCacheStale",
        "The container of this address was deleted. Read it again by its name.",
      );
    }
    return this.#services.containers.use(
      { database: resource.parentRid, container: resource.rid },
      async (container) => {
        const partition = container.partitions.all.find(({ id }) => id === rangeId);
        if (partition === undefined) {
          throw new Failure(
            "completingSplit",
            `The partition key range '${rangeId}' of this address was split or merged. Read the ranges of the container again.`,
          );
        }
        return sourceOf(container.definition, partition);
      },
    );
  }

  /** With one region no two writes conflict: the list is there, and empty. */
  async conflicts(address: ContainerAddress, page: ConflictsRequest): Promise<ResourceList> {
    const { query, key, rangeId, mayCross } = page;
    const isScoped = key !== undefined || rangeId !== undefined || mayCross;
    if (query !== undefined && !isScoped) throw crossPartitionDisabled();
    return listed(
      this.#services.environment,
      this.#services.tree.ownerNames(this.#services.containers.find(address).rid),
      [],
      page,
    );
  }

  /** One conflict, which is never there. */
  async conflict(address: ContainerAddress, id: string): Promise<never> {
    const { id: container } = this.#find(address);
    throw new Failure(
      "notFound",
      `The container '${container}' has no conflict '${id}': with one region no two writes conflict.`,
    );
  }

  async #initialState(
    { partitionKey: { kind, version }, body }: ContainerDefinition,
    count: number,
  ): Promise<ContainerState> {
    const spaces = await this.#services.tree.catalog.takeSpaces(count);
    return {
      partitions: initialPartitions(evenBoundaries(count, kind === "MultiHash" ? 2 : version), spaces),
      nextPartitionId: count,
      indexGenerations: [firstGeneration(indexDefinitionOf(body))],
    };
  }

  #databaseOf(id: string): Resource {
    return this.#services.tree.findOwner("database", "", id);
  }

  #find({ database, container }: ContainerAddress): Resource {
    return this.#services.tree.find("container", this.#databaseOf(database).rid, container);
  }

  #current({ rid, parentRid }: Resource): Resource {
    return this.#services.tree.find("container", parentRid, rid);
  }
}

/** With a changed indexing policy there is one more generation of the index, until all items are in it. */
function stateAfter({ indexes, state }: CurrentDefinition, definition: IndexDefinition): ContainerState {
  if (isMadeFrom(indexes.states.at(-1)!, definition)) return state;
  if (indexes.isChanging) {
    throw new Failure(
      "conflict",
      "The indexing policy is being changed. Wait until the transformation is complete, then change it again.",
    );
  }
  return { ...state, indexGenerations: indexes.next(definition) };
}
