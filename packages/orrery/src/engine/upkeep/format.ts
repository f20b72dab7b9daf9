/** The format of what is on the store, so that a folder of another version is never misread. */
import { KeyValueError, type KeyValueStore } from "../../store/key-value.ts";
import { CATALOG_SPACE } from "../catalog/catalog.ts";

// On disk: do not change. The number grows when older versions could not read what newer ones write.
const FORMAT_KEY = Buffer.of(0x00);
const FORMAT = 1;

export class FormatError extends Error {
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
  let format: unknown;
  try {
    ({ format } = JSON.parse(bytes.toString()) as { format?: unknown });
  } catch (cause) {
    throw new KeyValueError("corrupt", "The data folder does not say which format it has.", { cause });
  }
  if (typeof format === "number" && format > FORMAT) {
    throw new FormatError(
      `The data was written by a newer version of Orrery (format ${format}; this one reads ${FORMAT}). Use that version, or another folder.`,
    );
  }
}
