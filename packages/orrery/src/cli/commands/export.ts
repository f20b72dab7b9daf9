/** `orrery export`: the items of a container, or the rows of a query, as lines of JSON or as an array. */

import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Container } from "@azure/cosmos";
import { printMarkedJson } from "@orrerydb/exact-json";
import { SYSTEM_PROPERTIES } from "../../value/system-properties.ts";
import { ACCOUNT_FLAGS, accountOf, containerName } from "../account/account.ts";
import { clientOf, plainError, sdkContainer } from "../account/sdk-container.ts";
import { checkFolder } from "../data/data-folder.ts";
import type { Command } from "../settings/command.ts";
import { type Flag, type Flags, textOf, UsageError } from "../settings/flags.ts";
import { printResult } from "../settings/print-result.ts";
import { StatusLine } from "../terminal/status-line.ts";

const FLAGS: readonly Flag[] = [
  ...ACCOUNT_FLAGS,
  {
    name: "out",
    value: "FILE",
    help: "the file: an array if it ends in .json, else lines; gzip if it ends in .gz",
    otherwise: "lines on standard output",
  },
  { name: "query", value: "TEXT", help: "rows of this query instead of all items" },
  { name: "system", help: "keep _rid, _self, _etag, _attachments and _ts" },
  { name: "json", help: "print the result as one line of JSON, with --out" },
];

export const command: Command = {
  arguments: "DATABASE/CONTAINER",
  argumentsMax: 1,
  flags: FLAGS,
  notes: `Works on every endpoint of the protocol; needs the package @azure/cosmos beside
this one.`,
  run: exportItems,
};

const PAGE_ITEMS = 1_000;

interface Exported {
  items: number;
  charge: number;
}

async function exportItems(flags: Flags, words: readonly string[]): Promise<void> {
  const account = accountOf(flags);
  const name = containerName(words[0]);
  const out = textOf(flags, "out");
  if (/\.csv(\.gz)?$/i.test(out ?? ""))
    throw new UsageError(
      "Items are exported as JSON, not as CSV: name a file that ends in .json or .ndjson.",
    );
  if (out !== undefined) await checkFolder(dirname(resolve(out)), "Make it first, or name another file.");
  const client = clientOf(account);
  const count: Exported = { items: 0, charge: 0 };
  const isArray = /\.json(\.gz)?$/i.test(out ?? "");
  const text = textOf(flags, "query") ?? "SELECT * FROM c";
  const rows = rowsOf(sdkContainer(client, name), text, flags.system === true, count);
  try {
    if (out === undefined)
      return await pipeline(Readable.from(textOfRows(rows, false)), process.stdout, { end: false });
    // Whole or not there: an export that was interrupted is never taken for one.
    const part = `${out}.part`;
    const steps = [Readable.from(textOfRows(rows, isArray)), ...(/\.gz$/i.test(out) ? [createGzip()] : [])];
    try {
      await pipeline([...steps, createWriteStream(part)]);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await rename(part, out);
    const result = { items: count.items, charge: Math.round(count.charge * 100) / 100, out };
    printResult(flags, result, `${count.items.toLocaleString("en")} items in ${out}, ${result.charge} RU.\n`);
  } catch (error) {
    throw plainError(account, error);
  } finally {
    client.dispose();
  }
}

async function* rowsOf(
  container: Container,
  text: string,
  keepsSystem: boolean,
  count: Exported,
): AsyncGenerator<unknown[]> {
  const pages = container.items.query(text, { maxItemCount: PAGE_ITEMS });
  const progress = new StatusLine();
  while (pages.hasMoreResults()) {
    const { resources = [], requestCharge } = await pages.fetchNext();
    count.items += resources.length;
    count.charge += requestCharge;
    progress.draw(() => `${count.items.toLocaleString("en")} items`);
    yield keepsSystem ? resources : resources.map(withoutSystem);
  }
  progress.clear();
}

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PROPERTIES);

function withoutSystem(row: unknown): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !SYSTEM.has(name)));
}

async function* textOfRows(pages: AsyncIterable<unknown[]>, isArray: boolean): AsyncGenerator<string> {
  let isFirst = true;
  if (isArray) yield "[\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const lines = rows.map(printMarkedJson).join(isArray ? ",\n" : "\n");
    yield isArray ? `${isFirst ? "" : ",\n"}${lines}` : `${lines}\n`;
    isFirst = false;
  }
  if (isArray) yield "\n]\n";
}
