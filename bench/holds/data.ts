/** The data folder that every attack finds: many small items, a few as large as they may be, and scripts. */

import { join } from "node:path";
import type { JsonObject } from "@orrerydb/exact-json";
import { startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { DATABASE, fillContainers, partitionKeyOf } from "../query/fill-container.ts";

export const PLAIN = "plain";
export const LARGE = "large";
/** The key whose procedures spin. */
export const SPUN = "spun";
export const WIDE_VALUES = 150_000;
export const UDF_CALLS = 15;

const PLAIN_ITEMS = 30_000;
const WORDS = 500;
const PROPERTIES = 110_000;
const LARGE_BYTES = 1_900_000;

/** What the prober reads. */
export const PROBED = { path: `/dbs/${DATABASE}/colls/${PLAIN}/docs/item-7`, key: partitionKeyOf(7) };

function plainItem(index: number): JsonObject {
  return {
    id: `item-${index}`,
    pk: partitionKeyOf(index),
    n: (index * 7919) % PLAIN_ITEMS,
    word: `word ${index % WORDS}`,
    text: `Item ${index} has a text of some length, which no index knows, so that it must be read. `.repeat(
      3,
    ),
  };
}

/** Many small values: converting and sorting them costs more than copying one long text. */
function largeItem(index: number): JsonObject {
  const part = (i: number) => ({ sku: `sku-${index}-${i}`, amount: i % 100, note: "as ordered" });
  const partBytes = JSON.stringify(part(50_000)).length + 1;
  return {
    id: `large-${index}`,
    pk: `${UDF_CALLS} calls`,
    n: (index * 7) % UDF_CALLS,
    parts: Array.from({ length: Math.floor(LARGE_BYTES / partBytes) }, (_, i) => part(i)),
  };
}

export function wideItem(): JsonObject {
  const properties = Array.from({ length: PROPERTIES }, (_, i) => [`p${i}`, i] as const);
  return { id: "wide", pk: "wide", ...Object.fromEntries(properties) };
}

export async function makeData(folder: string): Promise<void> {
  const indexingPolicy = {
    includedPaths: [{ path: "/*" }],
    excludedPaths: [{ path: "/text/?" }, { path: "/parts/*" }, { path: "/numbers/*" }],
  };
  await fillContainers(join(folder, "leveldb"), [
    { definition: { id: PLAIN, indexingPolicy }, count: PLAIN_ITEMS, itemOf: plainItem },
    { definition: { id: LARGE, indexingPolicy }, count: 0, itemOf: plainItem },
  ]);
  const server = await startProcess(["--data", folder, "--log-level", "error"]);
  const client = new SignedClient(server.endpoint, server.key);
  const create = async (path: string, body: JsonObject) => {
    const headers = "pk" in body ? { "x-ms-documentdb-partitionkey": JSON.stringify([body.pk]) } : {};
    const { status, text } = await client.send("POST", `/dbs/${DATABASE}/colls/${path}`, { headers, body });
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  };
  for (let i = 0; i < UDF_CALLS; i++) await create(`${LARGE}/docs`, largeItem(i));
  const numbers = Array.from({ length: WIDE_VALUES }, (_, i) => i);
  await create(`${LARGE}/docs`, { id: "numbers", pk: "numbers", numbers });
  await create(`${LARGE}/udfs`, { id: "size", body: "function (parts) { return parts.length; }" });
  await create(`${PLAIN}/sprocs`, { id: "spin", body: "function () { for (;;); }" });
  client.close();
  await server.end("SIGTERM");
}
