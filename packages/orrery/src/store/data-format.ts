/** The format of what is on the store, so that a folder of another version is never misread. */
import type { KeyValueStore } from "../kv/key-value-store.ts";
import { Corruption } from "../value/corruption.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "./catalog-space.ts";

// On disk: do not change. The number grows when older versions could not read what newer ones write.
const FORMAT = 1;

class FormatError extends Error {
  override readonly name = "FormatError";
}

export async function checkFormat(kv: KeyValueStore): Promise<void> {
  const bytes = await kv.get(CATALOG_SPACE, FORMAT_KEY);
  if (bytes === undefined) {
    await kv.transact("format", (transaction) =>
      transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from(JSON.stringify({ format: FORMAT }))),
    );
    return;
  }
  const format = parseFormat(bytes);
  if (typeof format === "number" && format > FORMAT) {
    throw new FormatError(
      `The data was written by a newer version of Orrery (format ${format}; this one reads ${FORMAT}). Use that version, or another folder.`,
    );
  }
  if (format !== FORMAT) throw new Corruption("The data folder does not say which format it has.");
}

function parseFormat(bytes: Buffer): unknown {
  try {
    return (JSON.parse(bytes.toString()) as { format?: unknown } | null)?.format;
  } catch (cause) {
    throw new Corruption("The data folder does not say which format it has.", { cause });
  }
}
