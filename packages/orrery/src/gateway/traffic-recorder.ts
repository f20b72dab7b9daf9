/**
 * Records what clients do with items, for advice on partition keys: of each request the operation, the values that could
 * be keys, the shape of a query, bytes, charge and time. It keeps a bounded part in memory, which whoever records takes
 * away in time; nothing is kept while nobody records.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { EngineOperations } from "../engine/index.ts";
import { Failure } from "../value/failure.ts";
import type { Json, JsonObject } from "../value/json.ts";
import type { RecordedOperation } from "../value/recorded-operation.ts";
import { RequestHeader, ResponseHeader } from "../wire/headers.ts";
import { parseJson } from "../wire/parse-json.ts";
import type { GatewayRequest } from "./gateway-request.ts";
import type { GatewayResponse } from "./gateway-response.ts";
import { queryShape } from "./query-shape.ts";

/** Of lines that nobody has taken yet; the oldest go first. */
export const RECORDED_BYTES_MAX = 16 * 1024 * 1024;
/** Lines that one request takes. */
export const RECORDED_LINES_MAX = 5_000;
const DEPTH_MAX = 4;
const VALUES_MAX = 64;
const TEXT_MAX = 256;
const SYSTEM = new Set(["_rid", "_self", "_etag", "_attachments", "_ts", "_lsn"]);

export interface RecordingPart {
  readonly isOn: boolean;
  /** Lines of JSON. */
  readonly lines: readonly string[];
  /** What to ask for next. */
  readonly next: number;
  /** Lines that were given up since the recording began, because nobody took them in time. */
  readonly dropped: number;
}

type Recorded = Omit<RecordedOperation, "at" | "container" | "status" | "charge">;

interface KnownContainer {
  readonly name: string;
  readonly paths: readonly string[];
}

export class TrafficRecorder {
  readonly #engine: EngineOperations;
  readonly #lines: string[] = [];
  readonly #containers = new Map<string, Promise<KnownContainer>>();
  #salt: Buffer | undefined;
  #first = 0;
  #bytes = 0;
  #dropped = 0;
  isOn = false;

  constructor(engine: EngineOperations) {
    this.#engine = engine;
  }

  /** `hides`: texts are recorded as hashes, with a salt that nobody learns. */
  start(hides: boolean): void {
    if (this.isOn) throw new Failure("conflict", "A recording is under way. End it first.");
    this.#first += this.#lines.length;
    this.#lines.length = 0;
    this.#containers.clear();
    this.#salt = hides ? randomBytes(32) : undefined;
    this.#bytes = 0;
    this.#dropped = 0;
    this.isOn = true;
  }

  /** What was recorded can still be taken. */
  stop(): void {
    this.isOn = false;
  }

  /** From a number on; what comes before it is given up. */
  take(from: number): RecordingPart {
    const gone = Math.min(Math.max(0, from - this.#first), this.#lines.length);
    for (const line of this.#lines.splice(0, gone)) this.#bytes -= line.length;
    this.#first += gone;
    const lines = this.#lines.slice(0, RECORDED_LINES_MAX);
    return { isOn: this.isOn, lines, next: this.#first + lines.length, dropped: this.#dropped };
  }

  /** What is kept of a container, `database/container`; it can still be taken. */
  linesOf(container: string): string[] {
    const member = `,"container":${JSON.stringify(container)},`;
    return this.#lines.filter((line) => line.startsWith(member, line.indexOf(",")));
  }

  /** After an answer. What cannot be read is not recorded; it was refused, too. */
  async note(request: GatewayRequest, answer: GatewayResponse): Promise<void> {
    try {
      if (request.path.type !== "docs") {
        // What is not about items may change which container has a name, and what its key is.
        if (request.method !== "GET") this.#containers.clear();
        return;
      }
      if (answer.status >= 500) return;
      const container = await this.#container(request);
      const at = Math.round(this.#engine.environment.now());
      const charge = Number(answer.headers[ResponseHeader.requestCharge] ?? 0);
      for (const recorded of await operationsOf(request, answer, container.paths)) {
        const { item, others, parameters, ...rest } = recorded;
        const line: RecordedOperation = {
          at,
          container: container.name,
          ...rest,
          status: answer.status,
          charge,
          ...(item === undefined ? {} : { item: this.#values(item) }),
          ...(others === undefined ? {} : { others: others.map((each) => this.#values(each)) }),
          ...(parameters === undefined ? {} : { parameters: this.#values(parameters as JsonObject) }),
        };
        this.#add(JSON.stringify(line));
      }
    } catch {
      // A malformed request says nothing about traffic.
    }
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#bytes += line.length;
    while (this.#bytes > RECORDED_BYTES_MAX) {
      this.#bytes -= this.#lines.shift()!.length;
      this.#first++;
      this.#dropped++;
    }
  }

  #container(request: GatewayRequest): Promise<KnownContainer> {
    const [database, container] = request.path.segments.map(({ id }) => id);
    const key = `${database}/${container}`;
    let known = this.#containers.get(key);
    if (known === undefined) {
      known = this.#engine.containers
        .read({ database: database!, container: container! }, { quota: false, statistics: false })
        .then(({ resource }) => ({
          name: `${database}/${resource.id}`,
          paths: (resource.body.partitionKey as { paths: readonly string[] }).paths,
        }));
      // One that is not there may be made yet.
      known.catch(() => this.#containers.delete(key));
      this.#containers.set(key, known);
    }
    return known;
  }

  #values(object: JsonObject): JsonObject {
    const left = { count: VALUES_MAX };
    return scalarsOf(object, 1, left, (text) =>
      this.#salt === undefined
        ? text
        : createHmac("sha256", this.#salt).update(text).digest("base64url").slice(0, 16),
    );
  }
}

function scalarsOf(
  object: JsonObject,
  depth: number,
  left: { count: number },
  shown: (text: string) => string,
): JsonObject {
  const kept: Record<string, Json> = {};
  for (const name in object) {
    if (depth === 1 && SYSTEM.has(name)) continue;
    const value = object[name] as Json;
    if (left.count === 0) break;
    if (typeof value === "string") {
      if (value.length > TEXT_MAX) continue;
      kept[name] = shown(value);
    } else if (typeof value !== "object" || value === null) kept[name] = value;
    else if (!Array.isArray(value) && depth < DEPTH_MAX)
      kept[name] = scalarsOf(value as JsonObject, depth + 1, left, shown);
    else continue;
    left.count--;
  }
  return kept;
}

async function operationsOf(
  request: GatewayRequest,
  answer: GatewayResponse,
  paths: readonly string[],
): Promise<Recorded[]> {
  const { isFeed, segments } = request.path;
  if (!isFeed) return [pointOperation(request, answer, segments.at(-1)!.id, paths, await request.body())];
  if (request.method !== "POST" || request.header(RequestHeader.continuation) !== undefined) return [];
  const body = await request.body();
  const range = request.header(RequestHeader.partitionKeyRangeId);
  const post = request.feedPost();
  switch (post) {
    case "create":
    case "upsert":
      return [{ do: post, item: parseJson(body) as JsonObject, bytes: body.length }];
    case "query": {
      const { query, parameters = [] } = parseJson(body) as {
        query: string;
        parameters?: { name: string; value: Json }[];
      };
      const given = Object.fromEntries((parameters ?? []).map(({ name, value }) => [name, value]));
      const isPart = range !== undefined && request.partitionKey === undefined;
      return [{ do: "query", ...queryShape(query, given), ...(isPart ? { range } : {}) }];
    }
    case "batch":
      return batchOf(parseJson(body), request.booleanHeader(RequestHeader.batchAtomic));
    default:
      return [];
  }
}

function pointOperation(
  request: GatewayRequest,
  answer: GatewayResponse,
  id: string,
  paths: readonly string[],
  body: Buffer,
): Recorded {
  const key = request.partitionKey ?? [];
  const named: Record<string, Json> = { id };
  for (const [i, path] of paths.entries()) {
    const value = key[i];
    // A key that lies deeper is in the item, if there is one.
    if (value !== undefined && /^\/[\w-]+$/.test(path)) named[path.slice(1)] = value as Json;
  }
  const by = ["/id", ...paths];
  const bytesOf = (item: Buffer | undefined) => (item === undefined ? {} : { bytes: item.length });
  const itemOf = (item: Buffer | undefined) =>
    item === undefined || item.length === 0 ? named : { ...(parseJson(item) as JsonObject), ...named };
  const isThere = answer.status < 300 ? answer.body : undefined;
  switch (request.method) {
    case "PUT":
      return { do: "replace", item: itemOf(body), ...bytesOf(body) };
    case "DELETE":
      return { do: "delete", item: named, by };
    case "PATCH":
      return { do: "patch", item: itemOf(isThere), by, ...bytesOf(isThere) };
    default:
      return { do: "read", item: itemOf(isThere), by, ...bytesOf(isThere) };
  }
}

/** A batch is one operation; a bulk is many that have nothing to do with each other. */
function batchOf(body: Json, isAtomic: boolean): Recorded[] {
  const operations = (Array.isArray(body) ? body : []) as unknown as {
    operationType?: string;
    resourceBody?: JsonObject;
  }[];
  const items = operations.flatMap(({ operationType = "", resourceBody }) =>
    resourceBody === undefined || operationType === "Patch" ? [] : [{ operationType, item: resourceBody }],
  );
  const bytes = (item: JsonObject) => Buffer.byteLength(JSON.stringify(item));
  if (isAtomic) {
    const [first, ...others] = items.map(({ item }) => item);
    return first === undefined ? [] : [{ do: "batch", item: first, others, bytes: bytes(first) }];
  }
  return items.map(({ operationType, item }) => ({
    do: operationType.toLowerCase() as "create" | "upsert" | "replace",
    item,
    bytes: bytes(item),
  }));
}
