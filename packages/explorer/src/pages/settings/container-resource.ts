/** A container's definition, as the protocol has it. What a replacement leaves out is gone, so it is sent whole. */
import { containerPath, type OrreryClient, type Place } from "../../client/orrery-client.ts";

export interface ContainerResource {
  readonly id: string;
  readonly _etag: string;
  readonly indexingPolicy?: object;
  readonly computedProperties?: readonly object[];
  /** Seconds; -1: only what items say themselves. */
  readonly defaultTtl?: number;
  readonly uniqueKeyPolicy?: { readonly uniqueKeys?: readonly { readonly paths: readonly string[] }[] };
  readonly [name: string]: unknown;
}

export interface ContainerDefinition {
  readonly resource: ContainerResource;
  /** Of an indexing policy that is being applied; 100 when it is done. */
  readonly indexPercent: number;
}

export async function readDefinition(client: OrreryClient, place: Place): Promise<ContainerDefinition> {
  const { body, headers } = await client.data<ContainerResource>("GET", containerPath(place), {
    headers: { "x-ms-documentdb-populatequotainfo": "True" },
  });
  const progress = headers.get("x-ms-documentdb-collection-index-transformation-progress");
  return { resource: body, indexPercent: Number(progress ?? 100) };
}

/** Refused with 412 if somebody has changed it since. `undefined` takes a member away. */
export async function changeDefinition(
  client: OrreryClient,
  place: Place,
  { _etag, ...before }: ContainerResource,
  change: Partial<ContainerResource>,
): Promise<void> {
  const headers = { "if-match": _etag };
  await client.data("PUT", containerPath(place), { body: { ...before, ...change }, headers });
}
