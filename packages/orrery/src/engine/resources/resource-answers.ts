/** The answers about resources above items: one of them, or a page of a list. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { METADATA_READ_CHARGE, METADATA_WRITE_CHARGE } from "../../throughput/charges.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { OwnerNames, ResourceTree } from "../catalog/resource-tree.ts";
import type { Environment } from "../ground/environment.ts";
import { lazily } from "../ground/lazily.ts";
import type { QueryText } from "../queries/query-container.ts";

const queries = lazily(() => import("../queries/query-resources.ts"));

export interface ResourceAnswer {
  readonly resource: Resource;
  readonly owner: OwnerNames;
  readonly charge: number;
}

export interface ResourceDeletion {
  readonly charge: number;
}

/** A page of a list: of all, or of what a query chooses. */
export interface ResourcePageRequest {
  readonly query?: QueryText | undefined;
  readonly maxItems?: number | undefined;
  readonly continuation?: string | undefined;
}

export interface ResourceList {
  readonly owner: OwnerNames;
  readonly rows: readonly Json[];
  readonly continuation?: string;
  readonly charge: number;
}

const EVERYTHING: QueryText = { text: "SELECT * FROM c", parameters: [] };

export const DELETED: ResourceDeletion = { charge: METADATA_WRITE_CHARGE };

export function wasRead(tree: ResourceTree, resource: Resource): ResourceAnswer {
  return { resource, owner: tree.ownerNames(resource.parentRid), charge: METADATA_READ_CHARGE };
}

export function wasWritten(tree: ResourceTree, resource: Resource): ResourceAnswer {
  return { resource, owner: tree.ownerNames(resource.parentRid), charge: METADATA_WRITE_CHARGE };
}

export async function listed(
  environment: Environment,
  owner: OwnerNames,
  bodies: readonly JsonObject[],
  { query = EVERYTHING, maxItems, continuation }: ResourcePageRequest,
): Promise<ResourceList> {
  const { queryResources } = await queries();
  const page = await queryResources(environment, bodies, query, { maxItems, continuation });
  return { owner, charge: METADATA_READ_CHARGE, ...page };
}
