/** The last requests of all clients: status, charge, partition, and the time of each stage. */

import type { NumberedRequest } from "orrerydb/control-api";
import { useRef, useState } from "preact/hooks";
import type { Session } from "../../client/session.ts";
import { Choice } from "../../parts/choice.tsx";
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
      <div class="panel finder">
        <Choice
          label="Which requests"
          options={[
            ["all", "All"],
            ["refused", "Refused"],
          ]}
          value={which}
          onChoose={setWhich}
        />
        <label class="field grow">
          <span class="hidden">Only requests with this text</span>
          <input
            type="search"
            value={filter}
            placeholder="Container, operation, key, status, reason"
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
        <button type="button" class="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? "Go on" : "Pause"}
        </button>
      </div>
      {refusal !== undefined && (
        <p class="failure" role="alert">
          {refusal.message}
        </p>
      )}
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
            <RequestTable requests={found.slice(0, SHOWN_MAX)} chosen={chosen} onChoose={setChosen} />
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

interface RequestTableProps {
  readonly requests: readonly NumberedRequest[];
  readonly chosen: NumberedRequest | undefined;
  readonly onChoose: (request: NumberedRequest) => void;
}

function RequestTable({ requests, chosen, onChoose }: RequestTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll tall" tabIndex={0} aria-label="Requests">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Status</th>
            <th scope="col">Request</th>
            <th scope="col" class="wide">
              Key
            </th>
            <th scope="col" class="right wide">
              Partition
            </th>
            <th scope="col" class="right">
              RU
            </th>
            <th scope="col" class="right">
              ms
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr
              key={request.number}
              class={request.number === chosen?.number ? "chosen" : ""}
              onClick={() => onChoose(request)}
            >
              <td class="tight">{moment(Date.parse(request.at), SECOND_MS)}</td>
              <td class="tight">
                <span class={`status status-${Math.floor(request.status / 100)}`}>{request.status}</span>
              </td>
              <td>
                {/* The row is for the pointer, this is for the keyboard. */}
                <button type="button" class="link">
                  {request.operation}
                </button>{" "}
                <span class="muted">{placeWords(request)}</span>
              </td>
              <td class="wide">{request.key === undefined ? "" : keyWords(request.key)}</td>
              <td class="right wide">{partitionWords(request.partitions)}</td>
              <td class="right">{number(request.charge)}</td>
              <td class="right">{number(request.ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function placeWords({ database, container }: NumberedRequest): string {
  return [database, container].filter((name) => name !== undefined).join("/");
}

function partitionWords(partitions: readonly string[]): string {
  return partitions.length > 4 ? `${partitions.length} of them` : partitions.join(", ");
}
