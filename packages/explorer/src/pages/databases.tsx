/** The databases, also those without a container: the way to their users, and to their end. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useState } from "preact/hooks";
import type { Session } from "../client/session.ts";
import { Cross } from "../parts/cross.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { usePolled } from "../parts/polling.ts";
import { Link } from "../parts/router.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { plural } from "../parts/words.ts";

const EVERY_MS = 10_000;
const ROW_HEIGHT = 48;

interface DatabasesProps {
  readonly session: Session;
  readonly containers: readonly ContainerFigures[];
  readonly onChange: () => void;
}

export function Databases({ session, containers, onChange }: DatabasesProps) {
  const { client, mayWrite } = session;
  const inAll = new Set(containers.map(({ database }) => database)).size;
  const { value, refresh } = usePolled(() => client.list<{ id: string }>(["dbs"], "Databases"), EVERY_MS, [
    client,
    inAll,
  ]);
  const [leaving, setLeaving] = useState<string | undefined>(undefined);
  if (value === undefined || value.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { database } of containers) counts.set(database, (counts.get(database) ?? 0) + 1);
  const rows = value.map(({ id }) => ({ id, count: counts.get(id) ?? 0 }));
  return (
    <section aria-labelledby="databases">
      <h2 id="databases" class="above-list">
        Databases
      </h2>
      <VirtualList
        rows={rows}
        rowHeight={ROW_HEIGHT}
        render={({ id, count }) => (
          <div key={id} class="database-row" style={{ height: `${ROW_HEIGHT}px` }}>
            <b>{id}</b>
            <span class="muted">{plural(count, "container")}</span>
            <Link to={{ name: "users", database: id }}>Users</Link>
            {mayWrite && <Cross label={`Delete database ${id}`} isDelete onClick={() => setLeaving(id)} />}
          </div>
        )}
      />
      {leaving !== undefined && (
        <Dialog
          title={`Delete database ${leaving}`}
          action="Delete"
          isDangerous
          typed={leaving}
          act={async () => {
            await client.data("DELETE", ["dbs", leaving]);
            refresh();
            onChange();
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            {plural(counts.get(leaving) ?? 0, "container")} with all items, users and permissions will be gone
            for good.
          </p>
        </Dialog>
      )}
    </section>
  );
}
