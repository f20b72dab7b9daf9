/**
 * Recorded traffic as operations with rates: what has the same kind, shape and knowledge is one of them, and is drawn
 * from what was recorded of it.
 */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import { cachedQuery } from "../../sql/language.ts";
import { Failure } from "../../value/failure.ts";
import { RECORDED_KINDS, type RecordedOperation, workOf } from "../../value/operations/recorded-operation.ts";
import type { Random } from "../ground/random.ts";
import { termsOf } from "../items/item-sample.ts";
import type { SizedItem } from "../items/read-item-file.ts";
import { ChangeWatch } from "./change-watch.ts";
import type { Operation, OperationSpec, Traffic } from "./operation.ts";

/** Operations with different shapes; the rarest beyond it are left out. */
export const RECORDED_SHAPES_MAX = 100;
/** Kept of each: a uniform sample. */
export const RECORDED_SAMPLE_MAX = 2_000;

interface Shape {
  readonly kind: RecordedOperation["do"];
  readonly text: string | undefined;
  readonly by: readonly string[] | undefined;
  readonly procedure: string | undefined;
  readonly sample: RecordedOperation[];
  readonly ranges: Set<string>;
  count: number;
}

/** `container`: the one whose traffic counts, where there are several in the recording. */
export async function recordedTraffic(
  lines: AsyncIterable<SizedItem> | Iterable<SizedItem>,
  container: string | undefined,
  random: Random,
): Promise<Traffic> {
  const shapes = new Map<string, Shape>();
  const containers = new Set<string>();
  const watch = new ChangeWatch();
  let [first, last, left, number] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for await (const { item } of lines) {
    number++;
    const operation = item as unknown as RecordedOperation;
    if (!RECORDED_KINDS.includes(operation.do) || typeof operation.at !== "number")
      throw new Failure("badRequest", `Line ${number} of the recording is no recorded operation.`);
    const name = operation.container.split("/").at(-1)!;
    if (container !== undefined && name !== container) continue;
    containers.add(operation.container);
    // What was refused comes again, or never.
    if (operation.status >= 400) continue;
    first = Math.min(first, operation.at);
    last = Math.max(last, operation.at);
    watch.note(operation);
    if (!add(shapes, operation, random)) left++;
  }
  if (containers.size > 1) {
    throw new Failure(
      "badRequest",
      `The recording has several containers: ${[...containers].join(", ")}. Say which is meant.`,
    );
  }
  if (shapes.size === 0) throw new Failure("badRequest", "The recording has no operation on these items.");
  const seconds = Math.max(1, (last - first) / 1000);
  const invalid = [...shapes.values()].filter(({ text }) => text !== undefined && !isQuery(text));
  const specs = [...shapes.values()]
    .filter((shape) => !invalid.includes(shape))
    .map((shape) => specOf(shape, seconds));
  return {
    source: "recorded",
    specs,
    changes: watch.seen(),
    assumptions: [
      ...(left === 0 ? [] : [`${left} operations of rare shapes were left out of the recording.`]),
      ...invalid.map(({ text }) => `The recorded query '${text}' could not be read.`),
    ],
  };
}

function add(shapes: Map<string, Shape>, operation: RecordedOperation, random: Random): boolean {
  const { do: kind, text, by, range, procedure } = operation;
  const key = JSON.stringify([kind, text, by, procedure]);
  let shape = shapes.get(key);
  if (shape === undefined) {
    if (shapes.size === RECORDED_SHAPES_MAX) return false;
    shape = { kind, text, by, procedure, sample: [], ranges: new Set(), count: 0 };
    shapes.set(key, shape);
  }
  if (range !== undefined) shape.ranges.add(range);
  const slot = shape.count < RECORDED_SAMPLE_MAX ? shape.count : Math.floor(random() * (shape.count + 1));
  shape.count++;
  if (slot < RECORDED_SAMPLE_MAX) shape.sample[slot] = operation;
  return true;
}

function isQuery(text: string): boolean {
  try {
    cachedQuery(text);
    return true;
  } catch {
    return false;
  }
}

function specOf({ kind, text, by, procedure, sample, ranges, count }: Shape, seconds: number): OperationSpec {
  let fresh = 0;
  return {
    name: text?.replace(/\s+/g, " ").trim() ?? (procedure === undefined ? kind : `procedure ${procedure}`),
    kind,
    // A query that a client sends to every partition itself is one query.
    perSecond: count / Math.max(1, ranges.size) / seconds,
    growth: 1,
    ...(text === undefined ? {} : { text }),
    ...(by === undefined ? {} : { knows: new Set(by) }),
    draw: (random) => {
      const operation = sample[Math.floor(random() * sample.length)]!;
      return operationOf(operation, workOf(kind) === "create" ? `orrery-advice-${++fresh}` : undefined);
    },
  };
}

function operationOf(recorded: RecordedOperation, freshId: string | undefined): Operation {
  const { item = {}, others, bytes = 0, parameters = {} } = recorded;
  const named: JsonObject = freshId === undefined ? item : { ...item, id: freshId };
  return {
    item: named,
    bytes,
    terms: termsOf(named),
    ...(freshId === undefined ? {} : { fresh: [{ segments: ["id"], value: freshId }] }),
    ...(others === undefined ? {} : { others }),
    ...(recorded.do === "query" ? {} : { charge: recorded.charge }),
    ...(recorded.do === "query" ? { parameters: new Map<string, Json>(Object.entries(parameters)) } : {}),
  };
}
