/**
 * The format of what is on the store, so that a folder of another version is never misread.
 *
 * Format 2 differs from format 1 in one thing: where items with long keys lie (`rehash-partition.ts`). Format 3 adds
 * index rows and the version of the rules that made an index (`index-definition.ts`); what it adds is made while the
 * data is served. In format 4 rows have checksums (`sealed-rows.ts`), those of older spaces excepted. Whoever serves the
 * data brings it up to date first. From the first step on the store says format 4,
 * so that no older version reads it half done, and until the last that it is unfinished.
 */
import type { KeyValueStore } from "../kv/key-value-store.ts";
import { Corruption } from "../value/corruption.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "./catalog-space.ts";

// On disk: do not change. The number grows when older versions could not read what newer ones write.
const FORMAT = 4;
const OLDEST_FORMAT = 1;
const FIRST_REHASHED = 2;

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

export async function isUpToDate(kv: KeyValueStore): Promise<boolean> {
  const stored = await readFormat(kv);
  return stored.format === FORMAT && !isBeforeRehash(stored);
}

/** Whether items may lie where format 1 put them. */
export async function needsRehash(kv: KeyValueStore): Promise<boolean> {
  return isBeforeRehash(await readFormat(kv));
}

/** Makes the data this version's; `rehash` is run if need be, again after a crash or a failure. */
export async function bringUpToDate(kv: KeyValueStore, rehash: () => Promise<void>): Promise<void> {
  const stored = await readFormat(kv);
  if (isBeforeRehash(stored)) {
    await writeFormat(kv, { format: FORMAT, unfinished: true });
    await rehash();
  } else if (stored.format === FORMAT) return;
  await writeFormat(kv, { format: FORMAT });
}

function isBeforeRehash({ format, unfinished }: DataFormat): boolean {
  return format < FIRST_REHASHED || unfinished === true;
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
  if (!Number.isInteger(format) || (format as number) < OLDEST_FORMAT) {
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
