/**
 * The format of what is on the store, so that a folder of another version is never misread.
 *
 * Format 2 differs from format 1 in one thing: where items with long keys lie (`rehash-partition.ts`). Whoever serves
 * the data brings it up to date first. From the first step on the store says format 2, so that no older version
 * reads it half done, and until the last that it is unfinished.
 */
import type { KeyValueStore } from "../kv/key-value-store.ts";
import { Corruption } from "../value/corruption.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "./catalog-space.ts";

// On disk: do not change. The number grows when older versions could not read what newer ones write.
const FORMAT = 2;
const OLDEST_FORMAT = 1;

class FormatError extends Error {
  override readonly name = "FormatError";
}

interface DataFormat {
  readonly format: number;
  /** The data is being brought up to date, and this was not finished. */
  readonly unfinished?: true;
}

/** Fails if the data has a format that this version cannot read. */
export async function checkFormat(kv: KeyValueStore): Promise<void> {
  await readFormat(kv);
}

/** Whether `bringUpToDate` has something to do. */
export async function isOutdated(kv: KeyValueStore): Promise<boolean> {
  const { format, unfinished } = await readFormat(kv);
  return format < FORMAT || unfinished === true;
}

/** Runs `work` if the data is not of this version's format yet. It may be run again after a crash or a failure. */
export async function bringUpToDate(kv: KeyValueStore, work: () => Promise<void>): Promise<void> {
  if (!(await isOutdated(kv))) return;
  await writeFormat(kv, { format: FORMAT, unfinished: true });
  await work();
  await writeFormat(kv, { format: FORMAT });
}

async function readFormat(kv: KeyValueStore): Promise<DataFormat> {
  const bytes = await kv.get(CATALOG_SPACE, FORMAT_KEY);
  if (bytes === undefined) {
    await writeFormat(kv, { format: FORMAT });
    return { format: FORMAT };
  }
  const stored = parseFormat(bytes);
  const format = stored?.format;
  if (typeof format === "number" && format > FORMAT) {
    throw new FormatError(
      `The data was written by a newer version of Orrery (format ${format}; this one reads ${FORMAT}). Use that version, or another folder.`,
    );
  }
  if (format !== FORMAT && format !== OLDEST_FORMAT) {
    throw new Corruption("The data folder does not say which format it has.");
  }
  return stored as DataFormat;
}

function writeFormat(kv: KeyValueStore, format: DataFormat): Promise<void> {
  return kv.transact("format", (transaction) =>
    transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from(JSON.stringify(format))),
  );
}

function parseFormat(bytes: Buffer): { format?: unknown } | null {
  try {
    return JSON.parse(bytes.toString()) as { format?: unknown } | null;
  } catch (cause) {
    throw new Corruption("The data folder does not say which format it has.", { cause });
  }
}
