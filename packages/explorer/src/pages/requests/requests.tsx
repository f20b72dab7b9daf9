/** The last requests of all clients: status, charge, partition, and the time of each stage. */

import type { NumberedRequest } from "orrerydb/control-api";
import { useRef, useState } from "preact/hooks";
import type { Session } from "../../client/session.ts";
import { Choice } from "../../parts/choice.tsx";
import { ChoiceTable, type Column, OpenRow } from "../../parts/choice-table.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Finder } from "../../parts/finder.tsx";
import { usePolled } from "../../parts/polling.ts";
import { keyWords, moment, number, plural } from "../../parts/words.ts";
import { RequestView } from "./request-view.tsx";

const EVERY_MS = 1_000;
const SECOND_MS = 1_000;
/** What the server keeps, and what it answers with at most. */
const KEPT = 1_000;
/** A table of more is slow to read for everybody. */
const SHOWN_MAX = 200;

type Which = "all" | "refused";

export function Requests({ session }: { readonly session: Session }) {
  const { client } = session;
  const known = useRef<{ readonly next: number; readonly requests: readonly NumberedRequest[] }>(undefined);
  const [which, setWhich] = useState<Which>("all");
  const [filter, setFilter] = useState("");
  const [isPaused, setPaused] = useState(false);
  const [chosen, setChosen] = useState<NumberedRequest | undefined>(undefined);
  const { value, refusal } = usePolled(
    async () => {
      const before = known.current;
      if (isPaused && before !== undefined) return before.requests;
      const { requests, next } = await client.requests(before?.next, KEPT);
      // Newest first. A server that was started anew counts from 0 again.
      const older = before !== undefined && next >= before.next ? before.requests : [];
      known.current = { next, requests: [...[...requests].reverse(), ...older].slice(0, KEPT) };
      return known.current.requests;
    },
    EVERY_MS,
    [client, isPaused],
  );
  const found = (value ?? []).filter(
    (request) => (which === "all" || request.status >= 400) && hasText(request, filter),
  );
  return (
    <main>
      <div class="head">
        <div>
          <h1>Requests</h1>
          <p class="lead">
            What clients asked and what became of it: the last {number(KEPT)} requests, without those of the
            control API and for the files of this page.
          </p>
        </div>
      </div>
      <Finder
        label="Only requests with this text"
        placeholder="Container, operation, key, status, reason"
        text={filter}
        onText={setFilter}
        isPaused={isPaused}
        onPause={setPaused}
      >
        <Choice
          label="Which requests"
          options={[
            ["all", "All"],
            ["refused", "Refused"],
          ]}
          value={which}
          onChoose={setWhich}
        />
      </Finder>
      <Failure reason={refusal?.message} />
      <div class={chosen === undefined ? "" : "columns wide-first"}>
        <section class="panel" aria-labelledby="requests-title">
          <h2 id="requests-title">{plural(found.length, "request")}</h2>
          {found.length === 0 ? (
            <p class="caption">
              {value === undefined
                ? "Looking at the requests…"
                : value.length === 0
                  ? "No client has asked for anything yet."
                  : "None of them is like this."}
            </p>
          ) : (
            <ChoiceTable
              label="Requests"
              columns={COLUMNS}
              rows={found.slice(0, SHOWN_MAX)}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
          {found.length > SHOWN_MAX && (
            <p class="caption">The newest {number(SHOWN_MAX)} are shown. Filter to find older ones.</p>
          )}
        </section>
        {chosen !== undefined && <RequestView request={chosen} onClose={() => setChosen(undefined)} />}
      </div>
    </main>
  );
}

function hasText(request: NumberedRequest, filter: string): boolean {
  const { status, operation, database, container, id, key, why = "", query = "" } = request;
  const text = `${status} ${operation} ${database}/${container}/${id} ${key} ${why} ${query}`;
  return text.toLowerCase().includes(filter.toLowerCase());
}

const COLUMNS: readonly Column<NumberedRequest>[] = [
  { title: "Time", cellLook: "tight", cell: ({ at }) => moment(Date.parse(at), SECOND_MS) },
  {
    title: "Status",
    cellLook: "tight",
    cell: ({ status }) => <span class={`status status-${Math.floor(status / 100)}`}>{status}</span>,
  },
  {
    title: "Request",
    cell: (request) => (
      <>
        <OpenRow>{request.operation}</OpenRow> <span class="muted">{placeWords(request)}</span>
      </>
    ),
  },
  { title: "Key", look: "wide", cell: ({ key }) => (key === undefined ? "" : keyWords(key)) },
  { title: "Partition", look: "right wide", cell: ({ partitions }) => partitionWords(partitions) },
  { title: "RU", look: "right", cell: ({ charge }) => number(charge) },
  { title: "ms", look: "right", cell: ({ ms }) => number(ms) },
];

function placeWords({ database, container }: NumberedRequest): string {
  return [database, container].filter((name) => name !== undefined).join("/");
}

function partitionWords(partitions: readonly string[]): string {
  return partitions.length > 4 ? `${partitions.length} of them` : partitions.join(", ");
}
