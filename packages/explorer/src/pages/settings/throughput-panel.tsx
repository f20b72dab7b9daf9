/** The throughput of a container: what it may spend, what it spent, and a way to change it. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { ruLimit } from "../../client/ru-limit.ts";
import { throughputLines } from "../../heat/throughput-lines.ts";
import { Choice } from "../../parts/choice.tsx";
import { usePolled } from "../../parts/polling.ts";
import { number, plural } from "../../parts/words.ts";
import { type ChartLine, LineChart } from "../../picture/line-chart.tsx";
import type { ContainerProps } from "../container-props.ts";
import { ThroughputDialog } from "../throughput-dialog.tsx";

const SPANS = {
  "2m": { name: "2 minutes", unit: "seconds", points: 120, stretchMs: 1_000, everyMs: 1_000 },
  "1h": { name: "1 hour", unit: "minutes", points: 60, stretchMs: 60_000, everyMs: 5_000 },
  "6h": { name: "6 hours", unit: "minutes", points: 360, stretchMs: 60_000, everyMs: 10_000 },
} as const;
type Span = keyof typeof SPANS;

/** A limit that is this many times what was used would leave the lines no room. */
const LIMIT_FAR = 5;

interface ThroughputPanelProps extends ContainerProps {
  readonly onChange: () => void;
}

export function ThroughputPanel({ session, figures, onChange }: ThroughputPanelProps) {
  const { client, mayWrite } = session;
  const { database, container } = figures;
  const [span, setSpan] = useState<Span>("2m");
  const [isAsking, setAsking] = useState(false);
  const { unit, points, stretchMs, everyMs } = SPANS[span];
  const { value } = usePolled(
    async () => ({ span, partitions: await client.history(figures, unit, points) }),
    everyMs,
    [client, database, container, span],
  );
  const limit = ruLimit(figures);
  const lines = value?.span === span ? throughputLines(value.partitions, stretchMs, figures) : undefined;
  const most = Math.max(1, ...(lines?.used ?? []), ...(lines?.scaled ?? []));
  const isLimitFar = limit > LIMIT_FAR * most;
  return (
    <section class="panel" aria-labelledby="throughput-title">
      <div class="panel-head">
        <h2 id="throughput-title">Throughput</h2>
        <div class="buttons">
          <Choice
            label="How far back"
            options={Object.entries(SPANS).map(([key, { name }]) => [key as Span, name] as const)}
            value={span}
            onChoose={setSpan}
          />
          {mayWrite && (
            <button
              type="button"
              class="quiet"
              disabled={figures.sharesDatabaseThroughput}
              onClick={() => setAsking(true)}
            >
              Change…
            </button>
          )}
        </div>
      </div>
      <p>{throughputWords(figures)}</p>
      {lines === undefined ? (
        <p class="loading">Looking back…</p>
      ) : (
        <LineChart
          starts={lines.starts}
          stretchMs={stretchMs}
          lines={[
            { name: "used", kind: "used", values: lines.used },
            ...(lines.scaled === undefined
              ? []
              : [{ name: "scaled to", kind: "scaled", values: lines.scaled } satisfies ChartLine]),
            ...(isLimitFar
              ? []
              : [
                  {
                    name: "limit",
                    kind: "limit",
                    values: lines.starts.map(() => limit),
                  } satisfies ChartLine,
                ]),
          ]}
          marks={{ name: "× 429", values: lines.throttled }}
          words={(value_) => `${number(value_)} RU/s`}
          label={`RU a second over ${SPANS[span].name}`}
        />
      )}
      {isLimitFar && <p class="caption">The limit of {number(limit)} RU/s lies far above the chart.</p>}
      {isAsking && (
        <ThroughputDialog
          session={session}
          figures={figures}
          onChange={onChange}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function throughputWords(figures: ContainerFigures): string {
  const limit = number(ruLimit(figures));
  const shared = figures.sharesDatabaseThroughput ? ", shared by all containers of the database" : "";
  const pending = figures.replacePending ? " It is being changed." : "";
  const each = ` on ${plural(figures.partitions, "physical partition")}`;
  return figures.throughput.kind === "autoscale"
    ? `Autoscale up to ${limit} RU/s${shared}${each}.${pending}`
    : `Manual: ${limit} RU/s${shared}${each}.${pending}`;
}
