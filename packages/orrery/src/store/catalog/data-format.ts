/**
 * The format of the stored data, so that data of another version is never misread. The row is written when a store is
 * opened for the first time.
 *
 * Development versions, which were never published, wrote formats 1 to 4 under another name into the same row. Their data
 * is refused here, and they refuse this row, because the name that they look for is missing.
 */
import { developmentDataSentence } from "../../kv/development-data.ts";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { Corruption } from "../../value/corruption.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "../records/catalog-space.ts";

// On disk: do not change. The number grows when older versions could not read what newer ones write.
const FORMAT = 1;
/** They were numbered from 1. */
const LAST_DEVELOPMENT_FORMAT = 4;

class FormatError extends Error {
  override readonly name = "FormatError";
}

interface FormatRow {
  readonly dataFormat?: unknown;
  /** Written by development versions. */
  readonly format?: unknown;
}

/** Fails if this version cannot read the format of the data. */
export async function checkFormat(kv: KeyValueStore): Promise<void> {
  const bytes = await kv.get(CATALOG_SPACE, FORMAT_KEY);
  if (bytes === undefined) return writeFormat(kv);
  const { dataFormat, format } = parseRow(bytes);
  if (dataFormat === FORMAT) return;
  if (typeof dataFormat === "number" && dataFormat > FORMAT) {
    throw new FormatError(
      `The data was written by a newer version of Orrery (format ${dataFormat}; this one reads ${FORMAT}). Use that version, or another folder.`,
    );
  }
  if (typeof format === "number" && format >= 1 && format <= LAST_DEVELOPMENT_FORMAT) {
    throw new FormatError(developmentDataSentence(`The data (format ${format})`, "a new folder"));
  }
  throw unknownFormat();
}

function writeFormat(kv: KeyValueStore): Promise<void> {
  return kv.transact("format", async (transaction) =>
    transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from(JSON.stringify({ dataFormat: FORMAT }))),
  );
}

function parseRow(bytes: Buffer): FormatRow {
  try {
    return (JSON.parse(bytes.toString()) as FormatRow | null) ?? {};
  } catch (cause) {
    throw unknownFormat(cause);
  }
}

function unknownFormat(cause?: unknown): Corruption {
  return new Corruption("The store does not say which format its data has.", { cause });
}
