/** The change feed as it goes on: what is written to the container, the newest first. */

import { useMemo, useState } from "preact/hooks";
import { formatJson, memberTexts, textOf } from "../../client/exact-json.ts";
import { Choice } from "../../parts/choice.tsx";
import { ChoiceTable, type Column, OpenRow } from "../../parts/choice-table.tsx";
import { Cross } from "../../parts/cross.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Finder } from "../../parts/finder.tsx";
import { JsonText } from "../../parts/long-text.tsx";
import { usePolled } from "../../parts/polling.ts";
import { useScrolledTo } from "../../parts/scrolled-to.ts";
import { bytes, moment, number, plural } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import { CHANGES_KEPT, type Change, type ChangeMode, type ChangeStart, ChangeTail } from "./change-tail.ts";

const EVERY_MS = 1_000;
const SECOND_MS = 1_000;
const KEY_CHARACTERS = 60;

export function Changes({ session, figures }: ContainerProps) {
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
      <Finder
        label="Only changes with this text"
        placeholder="Only changes with this text"
        text={filter}
        onText={setFilter}
        isPaused={isPaused}
        onPause={setPaused}
      >
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
      </Finder>
      <Failure reason={refusal?.message} />
      <div class={chosen === undefined ? "" : "columns"}>
        <section class="panel" aria-labelledby="changes-title">
          <div class="panel-head">
            <h2 id="changes-title">{plural(value?.seen ?? 0, "change")}</h2>
            <span class="caption">{value !== undefined && `${number(value.charge)} RU to read them`}</span>
          </div>
          {shown.length === 0 ? (
            <p class="caption">{emptyWords(value?.seen ?? 0, start)}</p>
          ) : (
            <ChoiceTable
              label="Changes"
              columns={columnsOf(partitionKey.paths)}
              rows={shown}
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

function columnsOf(paths: readonly string[]): Column<Change>[] {
  return [
    { title: "Time", cellLook: "tight", cell: ({ seconds }) => moment(seconds * SECOND_MS, SECOND_MS) },
    {
      title: "Change",
      cell: ({ operation }) => <span class={`change change-${operation}`}>{operation}</span>,
    },
    { title: "Id", cell: ({ id }) => <OpenRow>{id}</OpenRow> },
    { title: paths.join(", "), cell: ({ item }) => paths.map((path) => keyPart(item, path)).join(" / ") },
    { title: "Partition", look: "right wide", cell: ({ partition }) => partition },
    { title: "LSN", look: "right wide", cell: ({ lsn }) => lsn },
  ];
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
        <Cross label="Close the change" onClick={onClose} />
      </div>
      <JsonText text={formatJson(text)} label="The item" />
    </section>
  );
}
