/** What the pictures of a container need, made from its partitions and the heat of its last seconds. */

import type { HeatColumn, HeatFigures, PartitionFigures, PartitionKeyDefinition } from "orrerydb/control-api";
import { useRef } from "preact/hooks";
import type { OrreryClient, Place } from "../client/orrery-client.ts";
import { usePolled } from "../parts/polling.ts";
import type { RingKey } from "../picture/ring.tsx";
import { type Finding, findings, sumByKey } from "./findings.ts";
import { type PlacedPartition, placeKey, placePartitions } from "./hash-place.ts";
import { useHeat } from "./live-heat.ts";

const SECONDS_KEPT = 120;
/** What the ring shows: an average over this time is calm enough to read. */
const RING_SECONDS = 5;
const KEYS_SHOWN = 48;

export interface ContainerView {
  readonly partitions: readonly PlacedPartition[];
  readonly uses: readonly number[];
  readonly keys: readonly RingKey[];
  readonly findings: readonly Finding[];
  readonly heat: HeatFigures;
  readonly usedRuPerSecond: number;
  readonly provisioned: number;
  readonly throttledPerSecond: number;
}

export function useContainerView(
  client: OrreryClient,
  place: Place,
  definition: PartitionKeyDefinition | undefined,
): { view: ContainerView | undefined; refresh: () => void } {
  const { database, container } = place;
  const partitions = usePolled(() => client.partitions(place), 1_000, [client, database, container]);
  const heat = useHeat(client, place, { unit: "seconds" }, SECONDS_KEPT);
  const recent = useRecentUses(partitions.value);
  if (definition === undefined || partitions.value === undefined || heat.value === undefined)
    return { view: undefined, refresh: partitions.refresh };
  const placed = placePartitions(partitions.value, definition);
  const { columns, nowMs, slices } = heat.value;
  const shown = columns.filter(({ startMs }) => startMs >= nowMs - (RING_SECONDS + 1) * 1000);
  return {
    view: {
      partitions: placed,
      uses: placed.map(({ id }) => recent(id).use),
      keys: ringKeys(shown, definition),
      findings: findings({
        nowMs,
        columns,
        slices,
        partitions: placed,
        placeKey: (key) => placeKey(key, definition),
      }),
      heat: heat.value,
      usedRuPerSecond: placed.reduce((sum, { id }) => sum + recent(id).ru, 0),
      provisioned: placed.reduce((sum, { ruPerSecond }) => sum + ruPerSecond, 0),
      throttledPerSecond: placed.reduce((sum, { id }) => sum + recent(id).throttled, 0),
    },
    refresh: partitions.refresh,
  };
}

interface Recent {
  readonly ru: number;
  readonly use: number;
  readonly throttled: number;
}

/** Averages of the last full seconds of each partition. */
function useRecentUses(partitions: readonly PartitionFigures[] | undefined): (id: string) => Recent {
  const seen = useRef(new Map<string, { startMs: number; ru: number; throttled: number; limit: number }[]>());
  for (const { id, ruPerSecond, lastSecond } of partitions ?? []) {
    if (lastSecond === undefined) continue;
    const before = seen.current.get(id) ?? [];
    if (before.at(-1)?.startMs === lastSecond.startMs) continue;
    const { startMs, ru, throttled } = lastSecond;
    const next = [...before, { startMs, ru, throttled, limit: ruPerSecond }];
    seen.current.set(
      id,
      next.filter((each) => each.startMs > startMs - RING_SECONDS * 1000),
    );
  }
  return (id) => {
    const seconds = seen.current.get(id) ?? [];
    const mean = (of: (second: (typeof seconds)[number]) => number) =>
      seconds.length === 0 ? 0 : seconds.reduce((sum, second) => sum + of(second), 0) / seconds.length;
    return {
      ru: mean(({ ru }) => ru),
      use: mean(({ ru, limit }) => (limit > 0 ? ru / limit : 0)),
      throttled: mean(({ throttled }) => throttled),
    };
  };
}

function ringKeys(columns: readonly HeatColumn[], definition: PartitionKeyDefinition): RingKey[] {
  const total = columns.reduce((sum, { slices }) => sum + slices.reduce((part, [, ru]) => part + ru, 0), 0);
  return [...sumByKey(columns)]
    .sort((a, b) => b[1] - a[1])
    .slice(0, KEYS_SHOWN)
    .flatMap(([key, ru]) => {
      const place = placeKey(key, definition);
      return place === undefined || ru <= 0 ? [] : [{ key, position: place.position, part: ru / total }];
    });
}
