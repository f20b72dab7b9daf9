/** The change feed as it goes on: what is written to the container, the newest first. */

import type { ContainerFigures } from "orrerydb/control-api";
import { useMemo, useState } from "preact/hooks";
import { formatJson, memberTexts, textOf } from "../../client/exact-json.ts";
import type { Session } from "../../client/session.ts";
import { Choice } from "../../parts/choice.tsx";
import { usePolled } from "../../parts/polling.ts";
import { useScrolledTo } from "../../parts/scrolled-to.ts";
import { bytes, moment, number, plural } from "../../parts/words.ts";
import { CHANGES_KEPT, type Change, type ChangeMode, type ChangeStart, ChangeTail } from "./change-tail.ts";

const EVERY_MS = 1_000;
const SECOND_MS = 1_000;
const KEY_CHARACTERS = 60;

interface ChangesProps {
  readonly session: Session;
  readonly figures: ContainerFigures;
}

export function Changes({ session, figures }: ChangesProps) {
  const { client } = session;
  const { database, container, partitionKey } = figures;
  const [mode, setMode] = useState<ChangeMode>("latest");
  const [chosenStart, setStart] = useState<ChangeStart>("now");
  // Versions are kept for a time only.
  const start = mode === "allVersions" ? "now" : chosenStart;
  const [isPaused, setPaused] = useState(false);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<Change | undefined>(undefined);
  const tail = useMemo(
    () => new ChangeTail(client, { database, container }, { mode, start }),
    [client, database, container, mode, start],
  );
  const { value, refusal } = usePolled(
    async () => {
      if (!isPaused) await tail.readOn();
      return { changes: tail.changes, seen: tail.seen, charge: tail.charge };
    },
    EVERY_MS,
    [tail, isPaused],
  );
  const wanted = filter.toLowerCase();
  const shown = (value?.changes ?? []).filter(
    ({ item, operation }) => wanted === "" || `${operation} ${textOf(item)}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div class="panel finder">
        <Choice
          label="Which changes"
          options={[
            ["latest", "Latest versions"],
            ["allVersions", "All versions and deletes"],
          ]}
          value={mode}
          onChoose={setMode}
        />
        <Choice
          label="From when on"
          options={[
            ["now", "From now on"],
            ["beginning", "From the beginning"],
          ]}
          value={start}
          disabled={mode === "allVersions"}
          onChoose={setStart}
        />
        <label class="field grow">
          <span class="hidden">Only changes with this text</span>
          <input
            type="search"
            value={filter}
            placeholder="Only changes with this text"
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
      <div class={chosen === undefined ? "" : "columns"}>
        <section class="panel" aria-labelledby="changes-title">
          <div class="panel-head">
            <h2 id="changes-title">{plural(value?.seen ?? 0, "change")}</h2>
            <span class="caption">{value !== undefined && `${number(value.charge)} RU to read them`}</span>
          </div>
          {shown.length === 0 ? (
            <p class="caption">{emptyWords(value?.seen ?? 0, start)}</p>
          ) : (
            <ChangeTable
              changes={shown}
              paths={partitionKey.paths}
              chosen={chosen}
              onChoose={(change) => setChosen(change === chosen ? undefined : change)}
            />
          )}
          <p class="caption">
            {mode === "latest"
              ? "What an item is after its last change. A change that another one followed at once may be missing, and deletes are never here."
              : "Every create, replace and delete, as far back as the container keeps versions."}{" "}
            The last {number(CHANGES_KEPT)} stay on the page.
          </p>
        </section>
        {chosen !== undefined && <ChangeView change={chosen} onClose={() => setChosen(undefined)} />}
      </div>
    </>
  );
}

function emptyWords(seen: number, start: ChangeStart): string {
  if (seen > 0) return "None of them has this text.";
  return start === "now" ? "Waiting for the next write…" : "Nothing has been written yet.";
}

interface ChangeTableProps {
  readonly changes: readonly Change[];
  readonly paths: readonly string[];
  readonly chosen: Change | undefined;
  readonly onChoose: (change: Change) => void;
}

function ChangeTable({ changes, paths, chosen, onChoose }: ChangeTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll tall" tabIndex={0} aria-label="Changes">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Change</th>
            <th scope="col">Id</th>
            <th scope="col">{paths.join(", ")}</th>
            <th scope="col" class="right wide">
              Partition
            </th>
            <th scope="col" class="right wide">
              LSN
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr
              key={change.number}
              class={change === chosen ? "chosen" : ""}
              onClick={() => onChoose(change)}
            >
              <td class="tight">{moment(change.seconds * SECOND_MS, SECOND_MS)}</td>
              <td>
                <span class={`change change-${change.operation}`}>{change.operation}</span>
              </td>
              <td>
                {/* The row is for the pointer, this is for the keyboard. */}
                <button type="button" class="link">
                  {change.id}
                </button>
              </td>
              <td>{paths.map((path) => keyPart(change.item, path)).join(" / ")}</td>
              <td class="right wide">{change.partition}</td>
              <td class="right wide">{change.lsn}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function keyPart(item: Change["item"], path: string): string {
  const names = path.slice(1).split("/");
  const inside = (object: string | undefined, name: string) =>
    object?.startsWith("{") ? memberTexts(object).get(name) : undefined;
  const whole = textOf(item);
  // A deletion has its key in one piece, under the whole path.
  const json = inside(whole, names.join("/")) ?? names.reduce<string | undefined>(inside, whole) ?? "";
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return text.length > KEY_CHARACTERS ? `${text.slice(0, KEY_CHARACTERS)}…` : text;
}

function ChangeView({ change, onClose }: { readonly change: Change; readonly onClose: () => void }) {
  const text = textOf(change.item);
  const section = useScrolledTo<HTMLElement>(change);
  return (
    <section ref={section} class="panel" aria-labelledby="change-title">
      <div class="panel-head">
        <h2 id="change-title">
          {change.id} <span class="muted">{bytes(new Blob([text]).size)}</span>
        </h2>
        <button type="button" class="icon" aria-label="Close the change" onClick={onClose}>
          ✕
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled with the keyboard */}
      <section class="scroll tall json" tabIndex={0} aria-label="The item">
        <pre>{formatJson(text)}</pre>
      </section>
    </section>
  );
}
