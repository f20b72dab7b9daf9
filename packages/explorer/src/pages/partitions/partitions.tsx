/** The picture of the product: the ring with its partitions and keys, what is seen in words, and the heat over time. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { type ContainerView, useContainerView } from "../../heat/container-view.ts";
import type { Finding } from "../../heat/findings.ts";
import {
  type PlacedKey,
  type PlacedPartition,
  type SizedRing,
  sizedByStorage,
} from "../../heat/hash-place.ts";
import { Choice } from "../../parts/choice.tsx";
import { useAddressed } from "../../parts/router.tsx";
import { number, percent, plural } from "../../parts/words.ts";
import { Ring } from "../../picture/ring.tsx";
import type { ContainerProps } from "../container-props.ts";
import { Controls } from "./controls.tsx";
import { FindKey } from "./find-key.tsx";
import { HeatPanel } from "./heat-panel.tsx";
import { HotKeys } from "./hot-keys.tsx";
import { type PartitionAsk, PartitionTable } from "./partition-table.tsx";
import { TopologyDialog } from "./topology-dialogs.tsx";

interface PartitionsProps extends ContainerProps {
  readonly onChange: () => void;
}

export function Partitions({ session, figures, onChange }: PartitionsProps) {
  const { view, refresh } = useContainerView(session.client, figures, figures.partitionKey);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [sought, setSought] = useState<{ label: string; place: PlacedKey } | undefined>(undefined);
  const [ask, setAsk] = useState<PartitionAsk | undefined>(undefined);
  const [size, setSize] = useAddressed("arcs", SIZES);
  if (view === undefined) return <p class="loading">Looking at the partitions…</p>;
  const ring = size === "storage" ? sizedByStorage(view.partitions) : asHashed(view.partitions);
  const done = () => {
    refresh();
    onChange();
  };
  return (
    <>
      <Findings view={view} onSplit={session.mayWrite ? (id) => setAsk({ kind: "split", id }) : undefined} />
      <div class="columns">
        <section class="panel" aria-labelledby="ring-title">
          <div class="panel-head">
            <h2 id="ring-title">The hash space</h2>
            <Choice label="How long the arcs are" options={SIZES} value={size} onChoose={setSize} />
          </div>
          <Ring
            partitions={ring.partitions}
            uses={view.uses}
            keys={view.keys.map((key) => ({ ...key, position: ring.place(key.position) }))}
            chosen={chosen}
            sought={sought && { label: sought.label, position: ring.place(sought.place.position) }}
            onChoose={(id) => setChosen(id === chosen ? undefined : id)}
            centre={{
              value: number(view.usedRuPerSecond),
              unit: `of ${number(view.provisioned)} RU/s`,
              note: throttledWords(view.throttledPerSecond, figures.throttle),
              isHot: view.throttledPerSecond > 0,
            }}
            label={ringWords(view)}
          />
          <p class="caption">
            Every item has a value of <code>{figures.partitionKey.paths.join(", ")}</code>. The value’s hash
            is a place on this ring. Each arc is a physical partition: it holds the items on its part of the
            ring and may spend its share of the RU/s; the fuller the arc, the less is left.{" "}
            {size === "storage" ? "Its length is what it stores. " : "Its length is its part of all hashes. "}
            Each dot is one key value: the larger, the busier.
          </p>
        </section>
        <div class="stack">
          <section class="panel" aria-labelledby="table-title">
            <h2 id="table-title">{plural(view.partitions.length, "physical partition")}</h2>
            <PartitionTable
              view={view}
              chosen={chosen}
              onChoose={setChosen}
              onAsk={session.mayWrite ? setAsk : undefined}
            />
          </section>
          <FindKey definition={figures.partitionKey} partitions={view.partitions} onFind={setSought} />
        </div>
      </div>
      <HeatPanel client={session.client} place={figures} view={view} />
      <div class="columns">
        <HotKeys client={session.client} place={figures} />
        <Controls session={session} figures={figures} view={view} onChange={done} />
      </div>
      {ask !== undefined && (
        <TopologyDialog
          session={session}
          figures={figures}
          view={view}
          ask={ask}
          onClose={() => setAsk(undefined)}
          onDone={done}
        />
      )}
    </>
  );
}

const SIZES = [
  ["hashes", "By hashes"],
  ["storage", "By storage"],
] as const;

function asHashed(partitions: readonly PlacedPartition[]): SizedRing {
  return { partitions, place: (position) => position };
}

interface FindingsProps {
  readonly view: ContainerView;
  readonly onSplit?: ((id: string) => void) | undefined;
}

function Findings({ view, onSplit }: FindingsProps) {
  return (
    <section aria-label="What is seen" aria-live="polite" class="findings">
      {view.findings.map((finding) => (
        <FindingLine key={finding.kind} finding={finding} onSplit={onSplit} />
      ))}
    </section>
  );
}

export function FindingLine({
  finding,
  onSplit,
}: {
  readonly finding: Finding;
  readonly onSplit?: ((id: string) => void) | undefined;
}) {
  const { kind, tone, title, advice, splits } = finding;
  return (
    <div class={`finding finding-${tone}`} data-finding={kind}>
      <i aria-hidden="true" />
      <p>
        <b>{title}</b> {advice}
      </p>
      {splits !== undefined && onSplit !== undefined && (
        <button type="button" class="quiet" onClick={() => onSplit(splits)}>
          Split partition {splits}…
        </button>
      )}
    </div>
  );
}

export function throttledWords(perSecond: number, mode: ContainerFigures["throttle"]): string {
  if (perSecond === 0) return "nothing throttled";
  return mode === "enforce" ? `${number(perSecond)} × 429 a second` : `${number(perSecond)}/s over the limit`;
}

export function ringWords({ partitions, uses, keys }: ContainerView): string {
  const parts = partitions.map(({ id }, i) => `partition ${id} uses ${percent(uses[i]!)}`).slice(0, 12);
  return `A ring of ${plural(partitions.length, "physical partition")}: ${parts.join(", ")}. ${plural(keys.length, "busy key")} around it.`;
}
