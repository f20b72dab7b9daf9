/**
 * The rows of creates in one container, made by the store's own code, and nothing else that a create does: for a server that
 * shows what no server of this kind can leave out.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import { type Epk, effectivePartitionKey } from "@orrerydb/keys/hash";
import { Write } from "../../packages/orrery/src/kv/write.ts";
import { ItemEntries } from "../../packages/orrery/src/store/indexes/item-entries.ts";
import { RANGE, type RangeIndexes } from "../../packages/orrery/src/store/indexes/range/range-indexes.ts";
import { IdFilter } from "../../packages/orrery/src/store/partition/id-filter.ts";
import { Etags, etagText } from "../../packages/orrery/src/store/records/etags.ts";
import { StoredItem } from "../../packages/orrery/src/store/records/item-record.ts";
import {
  idKey,
  itemKey,
  logicalKey,
  logKey,
  makeRef,
  refBytes,
  SUMMARY_KEY,
} from "../../packages/orrery/src/store/records/key-layout.ts";
import {
  encodeLogicalRecord,
  encodeSummary,
} from "../../packages/orrery/src/store/records/logical-record.ts";
import {
  joined,
  jsonTail,
  systemProperties,
} from "../../packages/orrery/src/store/records/system-properties.ts";
import { NO_WORDS } from "../../packages/orrery/src/store/records/word-totals.ts";

interface Logical {
  readonly number: number;
  readonly epk: Epk;
  items: number;
}

export class RowMaker {
  readonly space: number;
  readonly #indexes = [RANGE.compile({ policy: {} }) as RangeIndexes];
  readonly #etags = new Etags(0);
  readonly #container = { rid: Buffer.alloc(8), selfLink: "dbs/AAAAAA==/colls/AAAAAAAAAAA=/" };
  readonly #logicals = new Map<string, Logical>();
  readonly #ids = new IdFilter(true);
  #lsn = 0;

  constructor(space: number) {
    this.space = space;
  }

  /** Where to look whether there is such an item; undefined: there is none for certain. */
  idKey({ id, pk }: JsonObject): Buffer | undefined {
    const { epk } = this.#logical(pk as string);
    return this.#ids.mayHold(epk, id as string) ? idKey(epk, id as string) : undefined;
  }

  rows(document: JsonObject): Write[] {
    const { space } = this;
    const key = document.pk as string;
    const logical = this.#logical(key);
    const { number, epk } = logical;
    this.#ids.add(epk, document.id as string);
    const ref = makeRef(number, logical.items++);
    const lsn = ++this.#lsn;
    const timestamp = Math.floor(Date.now() / 1000);
    const etag = this.#etags.next();
    const system = systemProperties(this.#container, { ref, etag: etagText(etag, timestamp), timestamp });
    const json = JSON.stringify(document);
    const item = StoredItem.encode(
      ref,
      {
        epk,
        timestamp,
        ttl: 0,
        etag,
        indexed: undefined,
        generation: 0,
        document: joined(document, system),
        hasForm: false,
      },
      json,
      jsonTail(json, system),
    );
    item.placeInLog(lsn, 0);
    const { items } = logical;
    const address = refBytes(ref);
    const totals = { bytes: items * item.size, words: NO_WORDS };
    const written = { ...totals, number, nextSequence: items, items, key: JSON.stringify([key]) };
    return [
      Write.of(space, idKey(epk, document.id as string), address),
      ...new ItemEntries(this.#indexes, document, ref, space).finish(),
      Write.of(space, itemKey(ref), item.record),
      Write.of(space, logicalKey(epk), encodeLogicalRecord(written)),
      Write.of(space, SUMMARY_KEY, encodeSummary({ ...totals, lsn, items: lsn, versionsAfter: lsn })),
      Write.of(space, logKey(lsn, 0), address),
    ];
  }

  #logical(key: string): Logical {
    let logical = this.#logicals.get(key);
    if (logical === undefined) {
      const epk = effectivePartitionKey([key], { paths: ["/pk"], kind: "Hash", version: 2 });
      logical = { number: this.#logicals.size, epk, items: 0 };
      this.#logicals.set(key, logical);
    }
    return logical;
  }
}
