/** The rows of change feeds: the items' bytes as they were stored, and beside them what happened. */

import { exactObject, type JsonObject, parseJsonText, printJsonText } from "@orrerydb/exact-json";
import type { ItemVersion } from "../../store/logs/version-log.ts";
import type { StoredItem } from "../../store/records/item-record.ts";
import { LSN_PROPERTY } from "../../value/system-properties.ts";
import type { PartitionKey } from "../catalog/partition-key.ts";

/** The latest version of an item, and its LSN among its own properties. */
export function latestRow({ json, lsn }: Pick<StoredItem, "json" | "lsn">): Buffer {
  return Buffer.concat([json.subarray(0, -1), Buffer.from(`,"${LSN_PROPERTY}":${lsn}}`)]);
}

/** The same with the LSN and the time of the commit beside the item. */
export function latestRowWithMetadata({
  json,
  lsn,
  timestamp,
}: Pick<StoredItem, "json" | "lsn" | "timestamp">): Buffer {
  const metadata = JSON.stringify({ lsn, crts: timestamp });
  return Buffer.concat([Buffer.from('{"current":'), json, Buffer.from(`,"metadata":${metadata}}`)]);
}

/**
 * One version of an item, and what happened. The one before it is not shown, not even by a deletion, which names the
 * item in its metadata: on the service that is a setting of the account, off until asked for.
 */
export function versionRow(partitionKey: PartitionKey, version: ItemVersion): Buffer {
  return Buffer.concat([
    Buffer.from('{"current":'),
    version.current ?? Buffer.from("{}"),
    Buffer.from(`,"metadata":${printJsonText(metadataOf(partitionKey, version))}}`),
  ]);
}

function metadataOf(partitionKey: PartitionKey, version: ItemVersion): JsonObject {
  const { operation, lsn, committedAt, previousLsn, expired } = version;
  const metadata = { operationType: operation, lsn, crts: committedAt, previousImageLSN: previousLsn };
  if (operation !== "delete") return metadata;
  const document = parseJsonText(version.previous!.toString()) as JsonObject;
  return {
    ...metadata,
    ...(expired ? { timeToLiveExpired: true } : {}),
    id: document.id as string,
    partitionKey: keyOf(partitionKey, document),
  };
}

/** Values by path, with the digits of numbers. A path without a value is left out. */
function keyOf(partitionKey: PartitionKey, document: JsonObject): JsonObject {
  const values = partitionKey.extractExact(document);
  return exactObject(
    partitionKey.paths.flatMap((path, level) => {
      const value = values[level];
      return value === undefined ? [] : [[path.slice(1), value] as const];
    }),
  );
}
