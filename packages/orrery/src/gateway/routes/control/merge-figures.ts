/** What several nodes tell of one container, each of the partitions that it serves, put together. */
import type { EngineOperations } from "../../../engine/index.ts";
import { CONTROL_PREFIX } from "../../../wire/resource-path.ts";
import { isOwnPart, OWN_PART } from "../../nodes/own-part.ts";
import type { ControlRequest } from "./control-request.ts";

type Partitions = EngineOperations["partitions"];
type Figures<Name extends "container" | "figures" | "keys" | "histories" | "heat"> = Awaited<
  ReturnType<Partitions[Name]>
>;

/** What this node answers, and then those of the others that serve partitions of the container. */
export async function partsOf<T extends object>(request: ControlRequest, own: T): Promise<readonly T[]> {
  const { nodes } = request.services;
  const asked = request.context.request;
  if (nodes === undefined || isOwnPart(asked)) return [own];
  if ((await request.engine.partitions.servedHere(request.container)) === undefined) return [own];
  const target = asked.target.slice(CONTROL_PREFIX.length);
  const others = await nodes.askOthers(`${target}${target.includes("?") ? "&" : "?"}${OWN_PART}`);
  return [own, ...(others as readonly T[])];
}

export function sumOfContainers(parts: readonly Figures<"container">[]): Figures<"container"> {
  const sum = (of: "items" | "bytes" | "usedRuPerSecond" | "throttledPerSecond") =>
    parts.reduce((total, part) => total + part[of], 0);
  return {
    ...parts[0]!,
    items: sum("items"),
    bytes: sum("bytes"),
    usedRuPerSecond: sum("usedRuPerSecond"),
    throttledPerSecond: sum("throttledPerSecond"),
  };
}

export interface PartitionsPart {
  readonly partitions: Figures<"figures">;
  /** Those that the node serves; absent: all. */
  readonly served?: readonly string[];
}

/** Each as the node that serves it tells it. */
export function mergedPartitions([own, ...others]: readonly PartitionsPart[]): Figures<"figures"> {
  const told = new Map(
    others.flatMap(({ partitions, served }) =>
      partitions.filter(({ id }) => served?.includes(id)).map((each) => [each.id, each] as const),
    ),
  );
  return own!.partitions.map((each) => told.get(each.id) ?? each);
}

export function mergedKeys(parts: readonly Figures<"keys">[], limit: number): Figures<"keys"> {
  const top = (of: "consumers" | "throttled") =>
    parts
      .flatMap((part) => part[of])
      .sort((a, b) => b.count - a.count)
      .slice(0, limit);
  return {
    consumers: top("consumers"),
    throttled: top("throttled"),
    largest: parts
      .flatMap(({ largest }) => largest)
      .sort((a, b) => b.storageBytes - a.storageBytes)
      .slice(0, limit),
  };
}

/** Retired partitions last. */
export function mergedHistories(parts: readonly Figures<"histories">[]): Figures<"histories"> {
  const all = parts.flat();
  return [...all.filter(({ gone }) => !gone), ...all.filter(({ gone }) => gone)];
}

type Column = Figures<"heat">["columns"][number];

export function mergedColumns(parts: readonly Figures<"heat">[]): readonly Column[] {
  const byStart = new Map<number, Column[]>();
  for (const { columns } of parts) {
    for (const column of columns)
      byStart.set(column.startMs, [...(byStart.get(column.startMs) ?? []), column]);
  }
  return [...byStart.values()].map(mergedColumn).sort((a, b) => a.startMs - b.startMs);
}

function mergedColumn(columns: readonly Column[]): Column {
  const [first, ...rest] = columns;
  if (rest.length === 0) return first!;
  const slices = new Map<number, readonly [number, number, number]>();
  for (const [slice, ru, throttled] of columns.flatMap((column) => column.slices)) {
    const [, ruBefore, throttledBefore] = slices.get(slice) ?? [slice, 0, 0];
    slices.set(slice, [slice, ruBefore + ru, throttledBefore + throttled]);
  }
  const stored = columns.flatMap(({ storage }) => (storage === undefined ? [] : [storage]));
  return {
    startMs: first!.startMs,
    slices: [...slices.values()].sort(([a], [b]) => a - b),
    keys: columns
      .flatMap(({ keys }) => keys)
      .sort((a, b) => b.ru - a.ru)
      .slice(0, Math.max(...columns.map(({ keys }) => keys.length))),
    ...(stored.length > 0 && {
      storage: stored[0]!.map((_, slice) => stored.reduce((sum, each) => sum + each[slice]!, 0)),
    }),
  };
}
