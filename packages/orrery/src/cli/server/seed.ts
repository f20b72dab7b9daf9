/**
 * What an account holds at the start: databases, containers and items, from an object, a file or a folder. What is there
 * already stays as it is, so that a data folder is seeded once.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import { join, parse } from "node:path";
import { hasForm, type Json, type JsonObject, parseJsonText, printJsonText } from "@orrerydb/exact-json";
import type { ContainerAddress, EngineOperations } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { nearestName } from "../settings/nearest-name.ts";
import type { Seed, SeedContainer } from "./seed-content.ts";

/** A mistake in what is to be there from the start. */
class SeedError extends Error {
  override readonly name = "SeedError";
}

/** So many writes are under way at a time. */
const AT_ONCE = 64;

const TERMS = { priority: "High", bucket: 0, readMultiplier: 1 } as const;

export async function plantSeed(engine: EngineOperations, seed: Seed): Promise<void> {
  checkSeed(seed);
  for (const [database, containers] of Object.entries(seed)) {
    await unlessThere(`database '${database}'`, () => engine.databases.create({ id: database }));
    for (const [container, definition] of Object.entries(containers))
      await plantContainer(engine, { database, container }, definition);
  }
}

/** What a container's definition is made of, and what a seed has besides. */
const MEMBERS: readonly string[] = [
  "partitionKey",
  "throughput",
  "partitions",
  "items",
  "indexingPolicy",
  "defaultTtl",
  "uniqueKeyPolicy",
  "conflictResolutionPolicy",
  "computedProperties",
  "vectorEmbeddingPolicy",
  "fullTextPolicy",
  "geospatialConfig",
  "changeFeedPolicy",
  "clientEncryptionPolicy",
  "analyticalStorageTtl",
];

/** A misspelt member must not pass for an absent one. Nothing is planted of a seed with a mistake. */
function checkSeed(seed: Seed): void {
  if (!isObject(seed)) throw new SeedError("A seed is an object: databases by their names.");
  for (const [database, containers] of Object.entries(seed)) {
    if (!isObject(containers))
      throw new SeedError(`The seed's database '${database}' must be an object: containers by their names.`);
    for (const [container, definition] of Object.entries(containers))
      checkContainer(`container '${database}/${container}'`, definition);
  }
}

function checkContainer(what: string, definition: SeedContainer): void {
  if (!isObject(definition)) throw new SeedError(`The seed's ${what} must be an object: its definition.`);
  const unknown = Object.keys(definition).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) {
    const near = nearestName(unknown, MEMBERS);
    const hint = near === undefined ? `It may have ${MEMBERS.join(", ")}.` : `Did you mean '${near}'?`;
    throw new SeedError(`The seed's ${what} has no member '${unknown}'. ${hint}`);
  }
  const { items = [] } = definition;
  if (!Array.isArray(items) || !items.every(isObject))
    throw new SeedError(`The 'items' of the seed's ${what} must be a list of objects.`);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function plantContainer(
  engine: EngineOperations,
  address: ContainerAddress,
  { items = [], throughput, partitions, ...definition }: SeedContainer,
): Promise<void> {
  const what = `container '${address.database}/${address.container}'`;
  const body = {
    id: address.container,
    ...definition,
    partitionKey: keyDefinition(definition.partitionKey, what),
  };
  const isNew = await unlessThere(what, () =>
    engine.containers.create(address.database, plain(body), {
      knowsPartitionKeys: true,
      ...(throughput === undefined ? {} : { ruPerSecond: throughput }),
      ...(partitions === undefined ? {} : { partitions }),
    }),
  );
  if (!isNew) return;
  // What is there from the start is not charged to anybody.
  const mode = await engine.partitions.throttle(address);
  await engine.partitions.setThrottle(address, "observe");
  for (let first = 0; first < items.length; first += AT_ONCE) {
    await Promise.all(
      items
        .slice(first, first + AT_ONCE)
        .map((item, i) =>
          unlessThere(`item ${first + i + 1} of ${what}`, () =>
            engine.items.upsert(address, plain(item), { terms: TERMS }),
          ),
        ),
    );
  }
  await engine.partitions.setThrottle(address, mode);
}

/** False if it is there already. */
async function unlessThere(what: string, create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "conflict" || error.code === "databaseExists") return false;
    throw new SeedError(`The seed's ${what} is refused: ${error.message}`);
  }
}

/** As it would come over the wire. */
function plain(value: object): JsonObject {
  const text = JSON.stringify(value);
  return parseJsonText(hasForm(value as Json) ? printJsonText(value as Json) : text) as JsonObject;
}

function keyDefinition(given: SeedContainer["partitionKey"] | undefined, what: string): object {
  const paths = typeof given === "string" ? [given] : given?.paths;
  if (!Array.isArray(paths))
    throw new SeedError(`The seed's ${what} needs a 'partitionKey', such as "/customer".`);
  const kind = paths.length > 1 ? "MultiHash" : "Hash";
  return { kind, version: 2, ...(typeof given === "string" ? {} : given), paths };
}

/**
 * A file of JSON or YAML has the whole seed. In a folder, `shop/carts.json` (or `.yaml`) defines a container of a
 * database, and `shop/carts.ndjson` (or `.jsonl`) beside it has more of its items, one in each line.
 */
export async function readSeed(path: string): Promise<Seed> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new SeedError(`There is no seed at ${path}: name a file or a folder.`);
  if (!found.isDirectory()) return (await readDocument(path)) as Seed;
  const seed: Record<string, Record<string, SeedContainer>> = {};
  for (const database of await readdir(path, { withFileTypes: true })) {
    if (!database.isDirectory()) continue;
    seed[database.name] = await readContainers(join(path, database.name));
  }
  if (Object.keys(seed).length === 0)
    throw new SeedError(`There is no seed in ${path}: it must have a folder for each database.`);
  return seed;
}

async function readContainers(folder: string): Promise<Record<string, SeedContainer>> {
  const containers: Record<string, SeedContainer> = {};
  const files = (await readdir(folder)).map((file) => ({ file: join(folder, file), ...parse(file) }));
  for (const { file, name, ext } of files)
    if (DOCUMENTS.has(ext)) containers[name] = (await readDocument(file)) as SeedContainer;
  for (const { file, name, ext } of files) {
    if (!LINES.has(ext)) continue;
    const container = containers[name];
    if (container === undefined)
      throw new SeedError(
        `${file} has items, but no ${name}.json beside it says what the container's key is.`,
      );
    containers[name] = { ...container, items: [...(container.items ?? []), ...(await readLines(file))] };
  }
  return containers;
}

const DOCUMENTS: ReadonlySet<string> = new Set([".json", ".yaml", ".yml"]);
const LINES: ReadonlySet<string> = new Set([".ndjson", ".jsonl"]);

async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8");
  try {
    if (file.endsWith(".json")) return parseJsonText(text);
    // Most servers are started without it.
    const { parseYaml } = await import("./parse-yaml.ts");
    return parseYaml(text);
  } catch (error) {
    throw new SeedError(`The seed ${file} cannot be read: ${(error as Error).message}`);
  }
}

async function readLines(file: string): Promise<object[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return [parseJsonText(line) as object];
    } catch (error) {
      throw new SeedError(`Line ${i + 1} of the seed ${file} cannot be read: ${(error as Error).message}`);
    }
  });
}
