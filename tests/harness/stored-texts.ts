/** The text of stored items, as a plain request returns it. */
import type { SignedClient } from "./signed-client.ts";

const PAGE_ITEMS_MAX = 1_000;
const STORED_ITEM = /(\{"id":"([^"]+)",.*?),"_rid":"[^"]*","_self":"[^"]*","_etag":.*?,"_ts":\d+\}/g;

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
    for (const [, item, id] of answer.text.matchAll(STORED_ITEM)) texts.set(id!, `${item}}`);
    continuation = answer.headers["x-ms-continuation"] as string | undefined;
  }
  return texts;
}
