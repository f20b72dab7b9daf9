/**
 * Records what clients do with items, for advice on partition keys: of each request the operation, the values that could
 * be keys, the shape of a query, bytes, charge and time. It keeps a bounded part in memory, which whoever records takes
 * away in time; nothing is kept while nobody records.
 */

import { createHmac, randomBytes } from "node:crypto";
import {
  type Exact,
  exactMember,
  type Json,
  type JsonObject,
  printJsonText,
  putExact,
} from "@orrerydb/exact-json";
import type { EngineOperations } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { ITEM_OPERATION_KINDS } from "../../value/operations/item-operation.ts";
import type { RecordedOperation } from "../../value/operations/recorded-operation.ts";
import { ADDED_PROPERTIES } from "../../value/system-properties.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse, TouchedItem } from "../exchange/gateway-response.ts";
import { requestVerb } from "../exchange/request-verb.ts";
import { queryShape, underKey } from "./query-shape.ts";

/** Of lines that nobody has taken yet; beyond it the oldest go, down to so many: to remove one of many takes long. */
export const RECORDED_BYTES_MAX = 16 * 1024 * 1024;
const BYTES_AFTER_DROP = RECORDED_BYTES_MAX * 0.875;
/** Lines that one request takes. */
export const RECORDED_LINES_MAX = 5_000;
const DEPTH_MAX = 4;
const VALUES_MAX = 64;
const TEXT_MAX = 256;
/** What a move of a container does is no traffic of an application. */
const MOVER = "orrery-repartition";

export interface RecordingPart {
  readonly isOn: boolean;
  /** Lines of JSON. */
  readonly lines: readonly string[];
  /** What to ask for next. */
  readonly next: number;
  /** Lines that were given up since the recording began, because nobody took them in time. */
  readonly dropped: number;
}

/** Status and charge are those of the request, where nothing else is said. */
type Recorded = Omit<RecordedOperation, "at" | "container" | "status" | "charge"> &
  Partial<Pick<RecordedOperation, "status" | "charge">>;

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
      const isProcedure = request.path.type === "sprocs" && answer.touched !== undefined;
      if (request.path.type !== "docs" && !isProcedure) {
        // What is not about items may change which container has a name, and what its key is.
        if (request.method !== "GET") this.#containers.clear();
        return;
      }
      if (answer.status >= 500 || request.header(RequestHeader.userAgent)?.includes(MOVER)) return;
      const container = await this.#container(request);
      const at = Math.round(this.#engine.environment.now());
      const charge = Number(answer.headers[ResponseHeader.requestCharge] ?? 0);
      for (const recorded of await operationsOf(request, answer, container.paths)) {
        const { item, others, parameters, ...rest } = recorded;
        const line: RecordedOperation = {
          at,
          container: container.name,
          status: answer.status,
          charge,
          ...rest,
          ...(item === undefined ? {} : { item: this.#values(item) }),
          ...(others === undefined ? {} : { others: others.map((each) => this.#values(each)) }),
          ...(parameters === undefined ? {} : { parameters: this.#values(parameters as JsonObject) }),
        };
        this.#add(printJsonText(line as unknown as JsonObject));
      }
    } catch {
      // A malformed request says nothing about traffic.
    }
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes <= RECORDED_BYTES_MAX) return;
    let gone = 0;
    while (this.#bytes > BYTES_AFTER_DROP) this.#bytes -= this.#lines[gone++]!.length;
    this.#lines.splice(0, gone);
    this.#first += gone;
    this.#dropped += gone;
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
    if (depth === 1 && ADDED_PROPERTIES.has(name)) continue;
    const value = object[name] as Json;
    if (left.count === 0) break;
    if (typeof value === "string") {
      if (value.length > TEXT_MAX) continue;
      kept[name] = shown(value);
    } else if (typeof value !== "object" || value === null)
      putExact(kept, name, exactMember(object, name) as Exact<Json>);
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
  const { isFeed, segments, type } = request.path;
  const { touched } = answer;
  const id = segments.at(-1)!.id;
  if (type === "sprocs") return [transactionOf(touched!, namedOf(request, paths), id)];
  if (!isFeed) return [await pointOperation(request, answer, id, paths)];
  if (request.method !== "POST" || request.header(RequestHeader.continuation) !== undefined) return [];
  const by = ["/id", ...paths];
  const post = request.feedPost();
  if (post === "queryPlan") return [];
  if (post === "query") {
    const range = request.header(RequestHeader.partitionKeyRangeId);
    const { query, parameters = [] } = parseJson(await request.body()) as {
      query: string;
      parameters?: { name: string; value: Json }[];
    };
    const given = Object.fromEntries((parameters ?? []).map(({ name, value }) => [name, value]));
    const key = (request.partitionKey ?? []).flatMap((value, i) =>
      value === undefined ? [] : [[paths[i]!, value as Json] as const],
    );
    const isPart = range !== undefined && key.length === 0;
    return [{ do: "query", ...underKey(queryShape(query, given), key), ...(isPart ? { range } : {}) }];
  }
  if (post === "batch") {
    if (touched === undefined) return [];
    if (request.booleanHeader(RequestHeader.batchAtomic))
      return touched.length === 0 ? [] : [transactionOf(touched, namedOf(request, paths))];
    return touched.map(({ do: verb, item, status, charge }) => ({
      do: verb,
      item: item.document,
      bytes: item.json.length,
      by,
      status,
      charge,
    }));
  }
  const body = await request.body();
  return [{ do: post, item: touched?.[0]?.item.document ?? parsed(body), by, bytes: body.length }];
}

/** What a client says of the item that it means, as far as the key lies at the top of it. */
function namedOf(request: GatewayRequest, paths: readonly string[]): Record<string, Json> {
  const key = request.partitionKey ?? [];
  const named: Record<string, Json> = {};
  for (const [i, path] of paths.entries()) {
    const value = key[i];
    if (value !== undefined && /^\/[\w-]+$/.test(path)) named[path.slice(1)] = value as Json;
  }
  return named;
}

function parsed(json: Buffer): JsonObject {
  return parseJson(json) as JsonObject;
}

async function pointOperation(
  request: GatewayRequest,
  answer: GatewayResponse,
  id: string,
  paths: readonly string[],
): Promise<Recorded> {
  const verb = requestVerb(request);
  const kind = ITEM_OPERATION_KINDS.find((each) => each === verb) ?? "read";
  const by = ["/id", ...paths];
  const touched = answer.touched?.[0]?.item;
  if (touched !== undefined) return { do: kind, item: touched.document, bytes: touched.json.length, by };
  const { status, body } = answer;
  if (status < 300 && body !== undefined && body.length > 0)
    return { do: kind, item: parsed(body), bytes: body.length, by };
  // What was not found is known by its name alone.
  return { do: kind, item: { ...namedOf(request, paths), id }, by };
}

/** Items that were touched together are one operation; a procedure that has touched none by name is under its key. */
function transactionOf(
  touched: readonly TouchedItem[],
  named: JsonObject,
  procedure: string | undefined = undefined,
): Recorded {
  const [first, ...others] = touched.map(({ item }) => item);
  return {
    do: "batch",
    item: first?.document ?? named,
    ...(first === undefined ? {} : { bytes: first.json.length }),
    others: others.map(({ document }) => document),
    ...(procedure === undefined ? {} : { procedure }),
  };
}
