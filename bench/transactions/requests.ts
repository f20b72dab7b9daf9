/** The requests that are measured, each beside the plain ones that do the same. */
import type { Request } from "./load.ts";

export const BATCH = 100;
const KEYS = 40;

export interface Item {
  readonly id: string;
  readonly pk: string;
  readonly n: number;
  readonly name: string;
  readonly tags: readonly string[];
}

/** About 300 bytes, as stored. Items of one batch have one key. */
export function item(prefix: string, n: number): Item {
  const name = `item ${n} of the bench, which has a name of a common length`;
  return {
    id: `${prefix}-${n}`,
    pk: `key-${Math.floor(n / BATCH) % KEYS}`,
    n,
    name,
    tags: [`tag-${n % 7}`, `tag-${n % 11}`],
  };
}

export function create(container: string, body: Item): Request {
  return { method: "POST", path: `${container}/docs`, headers: keyHeader(body.pk), body, status: 201 };
}

export function read(container: string, { id, pk }: Item): Request {
  return { method: "GET", path: `${container}/docs/${id}`, headers: keyHeader(pk), status: 200 };
}

export function createAll(container: string, items: readonly Item[]): Request {
  return {
    method: "POST",
    path: `${container}/docs`,
    headers: {
      ...keyHeader(items[0]!.pk),
      "x-ms-cosmos-is-batch-request": "true",
      "x-ms-cosmos-batch-atomic": "true",
    },
    body: items.map((resourceBody) => ({ operationType: "Create", resourceBody })),
    status: 200,
  };
}

export function execute(container: string, procedure: string, pk: string, parameters: unknown[]): Request {
  return {
    method: "POST",
    path: `${container}/sprocs/${procedure}`,
    headers: keyHeader(pk),
    body: parameters,
    status: 200,
  };
}

export function query(container: string, text: string): Request {
  return {
    method: "POST",
    path: `${container}/docs`,
    headers: {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      "x-ms-documentdb-query-enablecrosspartition": "true",
    },
    body: { query: text, parameters: [] },
    status: 200,
  };
}

function keyHeader(pk: string): { "x-ms-documentdb-partitionkey": string } {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
}
