/** A new version of an item, as it is stored: the document with its system properties, and what is kept beside it. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import { LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import type { PrintedJson } from "../../value/json-text/json-in-pieces.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { timestampOf } from "../../value/timestamp.ts";
import type { PartitionContext } from "../partition/partition-space.ts";
import { etagText } from "../records/etags.ts";
import { StoredItem } from "../records/item-record.ts";
import { joined, jsonTail, systemProperties } from "../records/system-properties.ts";

interface NewItem {
  readonly ref: ItemRef;
  readonly epk: Epk;
  /** Without system properties. */
  readonly document: JsonObject;
  /** The same as text. */
  readonly json: PrintedJson;
  /** Whether it gets index entries; absent: as the policy says. */
  readonly indexed?: boolean | undefined;
}

export function composeItem(
  { nowSeconds, etags, indexes, container }: PartitionContext,
  { ref, epk, document, json, indexed }: NewItem,
): StoredItem {
  const timestamp = timestampOf(nowSeconds());
  const etag = etags.next();
  const { ttl } = document;
  const system = systemProperties(container, { ref, etag: etagText(etag, timestamp), timestamp });
  return StoredItem.encode(
    ref,
    {
      epk,
      timestamp,
      ttl: typeof ttl === "number" ? ttl : 0,
      etag,
      indexed,
      generation: indexes.current,
      // Of an object of many members, parsing the text takes half the time of making a copy.
      document: json.text.length < LARGE_PIECE_BYTES ? joined(document, system) : undefined,
      hasForm: json.hasForm,
    },
    json.text,
    jsonTail(json.text, system),
  );
}
