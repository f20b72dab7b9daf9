/** The heat map with its choices: how far back, what is measured, by hash or by key. */
import { useMemo, useState } from "preact/hooks";
import type { HeatFigures, HeatUnit } from "../../client/figures.ts";
import type { OrreryClient, Place } from "../../client/orrery-client.ts";
import type { ContainerView } from "../../heat/container-view.ts";
import { columnStarts, type HeatMeasure, hashMatrix, keyMatrix, useMatrix } from "../../heat/heat-matrix.ts";
import { useHeat } from "../../heat/live-heat.ts";
import { Choice } from "../../parts/choice.tsx";
import { HeatMap } from "../../picture/heat-map.tsx";

const SPANS = {
  "2m": { name: "2 minutes", unit: "seconds", columns: 120 },
  "1h": { name: "1 hour", unit: "minutes", columns: 60 },
  "6h": { name: "6 hours", unit: "minutes", columns: 360 },
  "1w": { name: "1 week", unit: "halfHours", columns: 336 },
} as const satisfies Record<string, { name: string; unit: HeatUnit; columns: number }>;
type Span = keyof typeof SPANS;

type HeatAxis = "hash" | "key";
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
  const [span, setSpan] = useState<Span>("2m");
  const [measure, setMeasure] = useState<HeatMeasure>("ru");
  const [axis, setAxis] = useState<HeatAxis>("hash");
  const { unit, columns } = SPANS[span];
  // Use is of partitions, which have no keys.
  const shown = { columns, view, measure, axis: measure === "use" ? "hash" : axis } as const;
  return (
    <section class="panel" aria-labelledby="heat-title">
      <div class="panel-head">
        <h2 id="heat-title">Heat over time</h2>
        <Choice
          label="How far back"
          options={Object.entries(SPANS).map(([key, { name }]) => [key as Span, name] as const)}
          value={span}
          onChoose={setSpan}
        />
      </div>
      <div class="choices">
        <Choice
          label="What is measured"
          options={[
            ["ru", "RU"],
            ["use", "Use of the limit"],
            ["throttled", "429s"],
          ]}
          value={measure}
          onChoose={setMeasure}
        />
        <Choice
          label="In which order"
          options={[
            ["hash", "By hash"],
            ["key", "By key"],
          ]}
          value={shown.axis}
          disabled={measure === "use"}
          onChoose={setAxis}
        />
      </div>
      {unit === "seconds" ? (
        <HeatView heat={view.heat} {...shown} />
      ) : (
        <OlderHeat client={client} place={place} unit={unit} {...shown} />
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

type OlderHeatProps = HeatShown & Omit<HeatPanelProps, "view"> & { readonly unit: HeatUnit };

function OlderHeat({ client, place, unit, ...shown }: OlderHeatProps) {
  const { value } = useHeat(client, place, unit, HEAT_COLUMNS_MAX);
  return value === undefined ? <p class="loading">Looking back…</p> : <HeatView heat={value} {...shown} />;
}

function HeatView({
  heat,
  columns,
  view: { partitions },
  measure,
  axis,
}: HeatShown & { readonly heat: HeatFigures }) {
  const { nowMs, columnMs, slices } = heat;
  const shape = partitions.map(({ id, ruPerSecond }) => `${id} ${ruPerSecond}`).join();
  const matrix = useMemo(() => {
    // The present second is not over yet; of longer ones even a part is worth seeing.
    const starts = columnStarts(columnMs === 1_000 ? nowMs - columnMs : nowMs, columnMs, columns);
    if (measure === "use") return useMatrix(heat.columns, starts, partitions, { slices, columnMs });
    return axis === "hash"
      ? hashMatrix(heat.columns, starts, partitions, { measure, slices, rowsMax: HASH_ROWS_MAX })
      : keyMatrix(heat.columns, starts, { measure, rowsMax: KEY_ROWS_MAX });
  }, [heat, columns, measure, axis, shape]);
  return (
    <>
      <HeatMap
        matrix={matrix}
        measure={measure}
        columnMs={columnMs}
        axis={axis}
        label={`Heat map of ${columns} columns of time and ${matrix.rows.length} rows`}
      />
      <p class="caption">
        {axis === "hash"
          ? "From top to bottom once around the ring; lines are the borders of partitions, which have their numbers at the left. Cold neighbours share a row, so that what is hot gets the room."
          : "Keys in the order of their values: a key that follows another makes a diagonal, one hot key a line. Quiet neighbours share a row."}
      </p>
    </>
  );
}
