/** All databases and containers: what they hold, what they use, and how to connect. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import { ruLimit } from "../client/ru-limit.ts";
import type { Session } from "../client/session.ts";
import { Cross } from "../parts/cross.tsx";
import { usePolled } from "../parts/polling.ts";
import { Link } from "../parts/router.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { bytes, number, percent, plural } from "../parts/words.ts";
import { SmallRing } from "../picture/ring.tsx";
import { Connect } from "./connect.tsx";
import { CreateContainer, DeleteContainer } from "./container-dialogs.tsx";
import { Databases } from "./databases.tsx";

const EVERY_MS = 2_000;
const ROW_HEIGHT = 72;

export function Overview({ session }: { readonly session: Session }) {
  const { value, refresh } = usePolled(() => session.client.containers(), EVERY_MS, [session]);
  const [filter, setFilter] = useState("");
  const [asks, setAsks] = useState<"create" | ContainerFigures | undefined>(undefined);
  if (value === undefined) return <p class="loading">Looking at the containers…</p>;
  const shown = value.filter(({ database, container }) =>
    `${database}/${container}`.toLowerCase().includes(filter.toLowerCase()),
  );
  return (
    <main>
      <div class="head">
        <div>
          <h1>Overview</h1>
          <p class="lead">{summary(value)}</p>
        </div>
        {session.mayWrite && (
          <button type="button" class="primary" onClick={() => setAsks("create")}>
            New container
          </button>
        )}
      </div>
      {value.length === 0 ? (
        <Empty />
      ) : (
        <section aria-label="Containers">
          {value.length > 6 && (
            <label class="field filter">
              <span class="hidden">Find a container</span>
              <input
                type="search"
                placeholder="Find a container"
                value={filter}
                onInput={(event) => setFilter(event.currentTarget.value)}
              />
            </label>
          )}
          {shown.length > 0 && <ColumnNames hasActions={session.mayWrite} />}
          <VirtualList
            rows={shown}
            rowHeight={ROW_HEIGHT}
            render={(row) => (
              <Row
                key={`${row.database}/${row.container}`}
                row={row}
                onDelete={session.mayWrite ? () => setAsks(row) : undefined}
              />
            )}
          />
          {shown.length === 0 && <p class="nothing">No container has “{filter}” in its name.</p>}
        </section>
      )}
      <Databases session={session} containers={value} onChange={refresh} />
      <Connect keyText={session.keyText} />
      {asks === "create" && (
        <CreateContainer session={session} onClose={() => setAsks(undefined)} onDone={refresh} />
      )}
      {asks !== undefined && asks !== "create" && (
        <DeleteContainer session={session} row={asks} onClose={() => setAsks(undefined)} onDone={refresh} />
      )}
    </main>
  );
}

function summary(containers: readonly ContainerFigures[]): string {
  if (containers.length === 0) return "There is no container yet.";
  const databases = new Set(containers.map(({ database }) => database)).size;
  const partitions = containers.reduce((sum, each) => sum + each.partitions, 0);
  return `${plural(containers.length, "container")} in ${plural(databases, "database")}, on ${plural(partitions, "physical partition")}.`;
}

interface RowProps {
  readonly row: ContainerFigures;
  readonly onDelete: (() => void) | undefined;
}

/** Once above the list; each row names its figures for those who hear them. */
function ColumnNames({ hasActions }: { readonly hasActions: boolean }) {
  return (
    <div class="row row-names" aria-hidden="true">
      <span />
      <span>Container</span>
      <div class="row-figures">
        <span class="wide">Items</span>
        <span class="wide">Storage</span>
        <span class="wide">Partitions</span>
        <span>RU/s used</span>
        <span class="wide">429s</span>
      </div>
      {hasActions && <span />}
    </div>
  );
}

function Row({ row, onDelete }: RowProps) {
  const { database, container, partitionKey, usedRuPerSecond, throttledPerSecond } = row;
  const limit = ruLimit(row);
  const use = limit > 0 ? usedRuPerSecond / limit : 0;
  return (
    <article class="row" style={{ height: `${ROW_HEIGHT}px` }}>
      <SmallRing count={row.partitions} use={use} />
      <div class="row-name">
        <Link to={{ name: "container", database, container, tab: "partitions" }}>{container}</Link>
        <span class="muted">
          {database} · {partitionKey.paths.join(", ")}
        </span>
        <span class="muted only-narrow">
          {plural(row.items, "item")} · {plural(row.partitions, "partition")}
        </span>
      </div>
      <dl class="row-figures">
        <div class="wide">
          <dt class="hidden">Items</dt>
          <dd>{number(row.items)}</dd>
        </div>
        <div class="wide">
          <dt class="hidden">Storage</dt>
          <dd>{bytes(row.bytes)}</dd>
        </div>
        <div class="wide">
          <dt class="hidden">Partitions</dt>
          <dd>{number(row.partitions)}</dd>
        </div>
        <div class="row-use">
          <dt class="hidden">RU/s used</dt>
          <dd>
            {number(usedRuPerSecond)} <span class="muted">of {number(limit)}</span>
            <span class="meter" role="img" aria-label={`${percent(use)} of the throughput is used`}>
              <i class={use >= 1 ? "over" : ""} style={{ width: `${Math.min(100, use * 100)}%` }} />
            </span>
            {throttledPerSecond > 0 && (
              <span class="hot only-narrow">{number(throttledPerSecond)} × 429/s</span>
            )}
          </dd>
        </div>
        <div class="wide">
          <dt class="hidden">429s</dt>
          <dd class={throttledPerSecond > 0 ? "hot" : "muted"}>
            {throttledPerSecond > 0 ? `${number(throttledPerSecond)}/s` : "none"}
          </dd>
        </div>
      </dl>
      {onDelete !== undefined && <Cross label={`Delete ${container}`} isDelete onClick={onDelete} />}
    </article>
  );
}

function Empty() {
  return (
    <section class="panel empty">
      <SmallRing count={5} use={0.4} />
      <div>
        <h2>See partitions before you write any code</h2>
        <p>
          The demonstration writes the same events with three partition keys, side by side. One of them burns.
          You will see which, and why.
        </p>
        <Link to={{ name: "demo" }} class="button primary">
          Watch the demonstration
        </Link>
      </div>
    </section>
  );
}
