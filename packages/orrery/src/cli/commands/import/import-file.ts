/**
 * One file into one container. The items of a round are written, then the file of the progress says how many are done:
 * an import that is stopped or killed repeats one round at most. Items without an id get one that is the same the next
 * time, so that nothing comes twice.
 */

import { createWriteStream, type WriteStream } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Container } from "@azure/cosmos";
import { digitsAt, type JsonObject, markedJson, printMarkedJson } from "@orrerydb/exact-json";
import { extractPartitionKey, type PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { type ItemWrite, writeAll } from "@orrerydb/repartition/bulk-operations";
import { readItemFile } from "../../../advisor/index.ts";
import { StatusLine } from "../../terminal/status-line.ts";

const BULK_ITEMS = 100;
const CONFLICT = 409;

export interface ImportOptions {
  /** Of the container, for the file of the progress. */
  readonly name: string;
  readonly partitionKey: PartitionKeyDefinition;
  readonly mode: "upsert" | "create";
  readonly parallel: number;
  readonly refusedFile: string;
  readonly restart: boolean;
  readonly signal: AbortSignal;
  readonly wait: (ms: number) => Promise<void>;
}

export interface ImportResult {
  readonly items: number;
  readonly refused: number;
  readonly alreadyThere: number;
  readonly charge: number;
}

type WriteWithItem = ItemWrite & Required<Pick<ItemWrite, "item">>;

/** What the file of the progress holds. */
interface Progress {
  readonly container: string;
  readonly bytes: number;
  readonly changedMs: number;
  readonly done: number;
}

export async function importFile(
  container: Container,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const { size, mtimeMs } = await stat(file);
  const identity = { container: options.name, bytes: size, changedMs: mtimeMs };
  const progressFile = `${file}.progress`;
  const skip = options.restart ? 0 : await doneBefore(progressFile, identity);
  if (skip > 0) process.stderr.write(`${file}: going on after ${skip.toLocaleString("en")} items.\n`);
  const work = new FileImport(container, file, options, skip);
  let round: JsonObject[] = [];
  /** In the file, those included that cannot be read: numbers stay when they are mended. */
  let place = 0;
  const finishRound = async () => {
    await work.write(round);
    round = [];
    await writeFile(progressFile, JSON.stringify({ ...identity, done: place } satisfies Progress));
  };
  const refuse = (text: string, why: string) => {
    if (++place > skip) work.refuse(text, why);
  };
  try {
    for await (const { item } of readItemFile(file, refuse)) {
      if (++place <= skip) continue;
      if (options.signal.aborted) break;
      round.push(withId(item, file, place));
      if (round.length >= options.parallel * BULK_ITEMS) await finishRound();
    }
    if (round.length > 0 && !options.signal.aborted) await finishRound();
    if (!options.signal.aborted) await rm(progressFile, { force: true });
  } finally {
    await work.end();
  }
  return work.result;
}

class FileImport {
  readonly #container: Container;
  readonly #file: string;
  readonly #options: ImportOptions;
  readonly #startMs = performance.now();
  #refusals: WriteStream | undefined;
  readonly #progress = new StatusLine();
  #result = { items: 0, refused: 0, alreadyThere: 0, charge: 0 };
  /** Items of the file that are done, those of earlier runs too. */
  seen: number;

  constructor(container: Container, file: string, options: ImportOptions, skip: number) {
    this.#container = container;
    this.#file = file;
    this.#options = options;
    this.seen = skip;
  }

  get result(): ImportResult {
    return this.#result;
  }

  async write(items: readonly JsonObject[]): Promise<void> {
    const { mode, wait, parallel } = this.#options;
    const writes = items.flatMap((item) => this.#writeOf(item));
    const { answers, charge } = await writeAll(this.#container, writes, wait, parallel);
    for (const [i, { status, message }] of answers.entries()) {
      if (status < 300) this.#result.items++;
      else if (status === CONFLICT && mode === "create") this.#result.alreadyThere++;
      else this.refuse(writes[i]!.item, `The answer was ${status}. ${message}`.trim());
    }
    this.#result.charge += charge;
    this.seen += items.length;
    this.#progress.draw(() => this.#progressText());
  }

  /** Nothing for what can be no item: a wrong one would be refused together with others. */
  #writeOf(item: JsonObject): WriteWithItem[] {
    try {
      if (typeof item.id !== "string") throw new Error("The id must be a text.");
      const key = extractPartitionKey(item, this.#options.partitionKey);
      return [
        { kind: this.#options.mode, id: item.id, key, item: markedJson(item) as WriteWithItem["item"] },
      ];
    } catch (error) {
      this.refuse(item, (error as Error).message);
      return [];
    }
  }

  refuse(item: object | string, why: string): void {
    this.#result.refused++;
    this.#refusals ??= createWriteStream(this.#options.refusedFile, { flags: "a" });
    this.#refusals.write(`${printMarkedJson({ why, item: markedJson(item) })}\n`);
  }

  async end(): Promise<void> {
    this.#progress.clear();
    const refusals = this.#refusals;
    if (refusals !== undefined) await new Promise((resolve) => refusals.end(resolve));
  }

  #progressText(): string {
    const seconds = (performance.now() - this.#startMs) / 1000;
    const { items, refused, charge } = this.#result;
    const figure = (number: number) => Math.round(number).toLocaleString("en");
    return `${basename(this.#file)}: ${figure(this.seen)} items, ${figure(items / seconds)} a second, ${figure(charge / seconds)} RU/s, ${figure(refused)} refused`;
  }
}

async function doneBefore(progressFile: string, identity: Omit<Progress, "done">): Promise<number> {
  try {
    const before = JSON.parse(await readFile(progressFile, "utf8")) as Progress;
    const isSame =
      before.container === identity.container &&
      before.bytes === identity.bytes &&
      before.changedMs === identity.changedMs;
    return isSame && Number.isSafeInteger(before.done) ? before.done : 0;
  } catch {
    return 0;
  }
}

/** In CSV a number is one, also where it is meant as an id. */
function withId(item: JsonObject, file: string, place: number): JsonObject {
  const { id } = item;
  if (typeof id === "string") return item;
  if (typeof id === "number" && /\.csv(\.gz)?$/i.test(file))
    return { ...item, id: digitsAt(item, "id") ?? String(id) };
  return id === undefined ? { id: `${basename(file)}-${place}`, ...item } : item;
}
