/** The text of stored items, as a plain request returns it. */
import type { SignedClient } from "./signed-client.ts";

const PAGE_ITEMS_MAX = 1_000;
/** A string may hold U+2028, which is the end of a line to a regular expression. */
const STORED_ITEM =
  /(\{"id":"([^"]+)",.*?),"_rid":"[^"]*","_self":"[^"]*","_etag":.*?,"_ts":\d+(?:,"_lsn":\d+)?\}/gs;

/** By id, without system properties. Requires that the first member of each item is its id. */
export async function storedTexts(
  raw: SignedClient,
  container: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (let continuation: string | undefined = ""; continuation !== undefined; ) {
    const page = { "x-ms-max-item-count": `${PAGE_ITEMS_MAX}` };
    const headers = continuation === "" ? page : { ...page, "x-ms-continuation": continuation };
    const answer = await raw.send("GET", `/${container}/docs`, { headers });
    collect(answer.text, texts);
    continuation = answer.headers["x-ms-continuation"] as string | undefined;
  }
  return texts;
}

/** The same of the change feed, range by range. */
export async function changedTexts(
  raw: SignedClient,
  container: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const ranges = JSON.parse((await raw.send("GET", `/${container}/pkranges`)).text).PartitionKeyRanges;
  for (const { id } of ranges as { readonly id: string }[]) {
    for (let etag: string | undefined; ; ) {
      const headers = {
        "a-im": "Incremental feed",
        "x-ms-documentdb-partitionkeyrangeid": id,
        "x-ms-max-item-count": `${PAGE_ITEMS_MAX}`,
        ...(etag !== undefined && { "if-none-match": etag }),
      };
      const answer = await raw.send("GET", `/${container}/docs`, { headers });
      if (answer.status === 304) break;
      if (answer.status !== 200) throw new Error(`the change feed of range ${id}: ${answer.text}`);
      collect(answer.text, texts);
      etag = answer.headers.etag;
    }
  }
  return texts;
}

/** The first item whose text differs, in place of a difference of all of them. */
export function firstDifference(
  texts: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): object | undefined {
  if (texts.size !== expected.size) return { items: texts.size, expected: expected.size };
  for (const [id, text] of expected)
    if (texts.get(id) !== text) return { text: texts.get(id), expected: text };
  return undefined;
}

function collect(page: string, texts: Map<string, string>): void {
  for (const [, item, id] of page.matchAll(STORED_ITEM)) texts.set(id!, `${item}}`);
}
