/** The heat map with its choices, which its address keeps: how far back, what is measured, by hash or by key. */

import type { HeatFigures, HeatUnit } from "orrerydb/control-api";
import { useMemo, useState } from "preact/hooks";
import type { OrreryClient, Place } from "../../client/orrery-client.ts";
import type { ContainerView } from "../../heat/container-view.ts";
import {
  columnStarts,
  type HeatMatrix,
  type HeatMeasure,
  hashMatrix,
  keyMatrix,
  storageMatrix,
  useMatrix,
} from "../../heat/heat-matrix.ts";
import { useHeat } from "../../heat/live-heat.ts";
import { Choice } from "../../parts/choice.tsx";
import { useAddressed } from "../../parts/router.tsx";
import { HeatMap } from "../../picture/heat-map.tsx";
import { type HeatZoom, zoomedStarts } from "../../picture/heat-zoom.ts";

const SPANS = {
  "2m": { name: "2 minutes", unit: "seconds", columns: 120 },
  "1h": { name: "1 hour", unit: "minutes", columns: 60 },
  "6h": { name: "6 hours", unit: "minutes", columns: 360 },
  "1w": { name: "1 week", unit: "halfHours", columns: 336 },
} as const satisfies Record<string, { name: string; unit: HeatUnit; columns: number }>;
type Span = keyof typeof SPANS;
const SPAN_OPTIONS = Object.entries(SPANS).map(([key, { name }]) => [key as Span, name] as const);

type HeatAxis = "hash" | "key";
const AXIS_OPTIONS = [
  ["hash", "By hash"],
  ["key", "By key"],
] as const;

const MEASURE_OPTIONS = [
  ["ru", "RU"],
  ["use", "Use of the limit"],
  ["throttled", "429s"],
  ["storage", "Storage"],
] as const;
/** Of the longest ring. */
const HEAT_COLUMNS_MAX = 360;
const HASH_ROWS_MAX = 96;
const KEY_ROWS_MAX = 36;

interface HeatPanelProps {
  readonly client: OrreryClient;
  readonly place: Place;
  readonly view: ContainerView;
}

export function HeatPanel({ client, place, view }: HeatPanelProps) {
  const [span, setSpan] = useAddressed("span", SPAN_OPTIONS);
  const [measure, setMeasure] = useAddressed<HeatMeasure>("measure", MEASURE_OPTIONS);
  const [axis, setAxis] = useAddressed<HeatAxis>("by", AXIS_OPTIONS);
  const { unit, columns } = SPANS[span];
  // Limits and storage are of partitions, which have no keys.
  const hasKeys = measure === "ru" || measure === "throttled";
  const shown = { columns, view, measure, axis: hasKeys ? axis : "hash" } as const;
  const name = `${span} ${measure} ${shown.axis}`;
  return (
    <section class="panel" aria-labelledby="heat-title">
      <div class="panel-head">
        <h2 id="heat-title">Heat over time</h2>
        <Choice label="How far back" options={SPAN_OPTIONS} value={span} onChoose={setSpan} />
      </div>
      <div class="choices">
        <Choice label="What is measured" options={MEASURE_OPTIONS} value={measure} onChoose={setMeasure} />
        <Choice
          label="In which order"
          options={AXIS_OPTIONS}
          value={shown.axis}
          disabled={!hasKeys}
          onChoose={setAxis}
        />
      </div>
      {unit === "seconds" && measure !== "storage" ? (
        <HeatView key={name} heat={view.heat} {...shown} />
      ) : (
        <OwnHeat key={name} client={client} place={place} unit={unit} {...shown} />
      )}
    </section>
  );
}

interface HeatShown {
  readonly columns: number;
  readonly view: ContainerView;
  readonly measure: HeatMeasure;
  readonly axis: HeatAxis;
}

type OwnHeatProps = HeatShown & Omit<HeatPanelProps, "view"> & { readonly unit: HeatUnit };

/** What the page does not have already. */
function OwnHeat({ client, place, unit, ...shown }: OwnHeatProps) {
  const asked = { unit, withStorage: shown.measure === "storage" };
  const { value } = useHeat(client, place, asked, HEAT_COLUMNS_MAX);
  return value === undefined ? <p class="loading">Looking back…</p> : <HeatView heat={value} {...shown} />;
}

function HeatView({ heat, columns, view, measure, axis }: HeatShown & { readonly heat: HeatFigures }) {
  const { partitions } = view;
  const { nowMs, columnMs } = heat;
  const [zoom, setZoom] = useState<HeatZoom | undefined>(undefined);
  const shape = partitions
    .map(
      ({ id, ruPerSecond, storageBytes }) => `${id} ${ruPerSecond} ${measure === "storage" && storageBytes}`,
    )
    .join();
  const matrix = useMemo(() => {
    // The present second is not over yet; of longer ones even a part is worth seeing.
    const all = columnStarts(columnMs === 1_000 ? nowMs - columnMs : nowMs, columnMs, columns);
    const starts = zoomedStarts(all, zoom);
    return matrixOf(heat, starts, { view, measure, axis, zoom });
  }, [heat, columns, measure, axis, shape, zoom]);
  return (
    <>
      <HeatMap
        matrix={matrix}
        measure={measure}
        columnMs={columnMs}
        axis={axis}
        label={`Heat map of ${matrix.starts.length} columns of time and ${matrix.rows.length} rows`}
        isZoomed={zoom !== undefined}
        onZoom={setZoom}
      />
      <p class="caption">{CAPTIONS[measure === "use" || measure === "storage" ? measure : axis]}</p>
    </>
  );
}

const CAPTIONS = {
  hash: "From top to bottom once around the ring; lines are the borders of partitions, which have their numbers at the left. Cold neighbours share a row, so that what is hot gets the room.",
  key: "Keys in the order of their values: a key that follows another makes a diagonal, one hot key a line. Quiet neighbours share a row.",
  use: "One row for each partition: what it used of the RU/s that it may use now. From 100 % on, requests are over the limit.",
  storage:
    "One row for each partition: the bytes of its items. What a partition held before it was split is shared among those that it became.",
} as const;

function matrixOf(
  { columns, slices, columnMs }: HeatFigures,
  starts: readonly number[],
  { view: { partitions }, measure, axis, zoom }: Omit<HeatShown, "columns"> & { zoom: HeatZoom | undefined },
): HeatMatrix {
  const span = zoom?.span;
  const inside =
    span === undefined ? partitions : partitions.filter(({ from, to }) => from < span.to && to > span.from);
  if (measure === "use") return useMatrix(columns, starts, inside, { slices, columnMs });
  if (measure === "storage") return storageMatrix(columns, starts, inside, slices);
  return axis === "hash"
    ? hashMatrix(columns, starts, partitions, { measure, slices, columnMs, rowsMax: HASH_ROWS_MAX, span })
    : keyMatrix(columns, starts, { measure, rowsMax: KEY_ROWS_MAX, partitions, columnMs });
}
