/** Queries, and how they ran: which partitions were asked, what it cost, what was read for it. */

import type { ContainerFigures, QueryWords } from "orrerydb/control-api";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Session } from "../../client/session.ts";
import { Editor } from "../../editor/editor.tsx";
import { placePartitions } from "../../heat/hash-place.ts";
import { failureWords } from "../../parts/attempt.ts";
import { ExportRows } from "../../parts/export-rows.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useAddressedText } from "../../parts/router.tsx";
import { columnsOf, LookChoice, Rows, type RowsLook } from "../../parts/rows-table.tsx";
import { number, plural } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import { HowItRan } from "./how-it-ran.tsx";
import { EXPORT_ROWS, faultOf, planQuery, type QueryFault, type RanQuery, runQuery } from "./run-query.ts";

const HISTORY = "orrery-queries";
const HISTORY_MAX = 30;
/** Items that are looked at for the names of their properties. */
const SAMPLE_ROWS = 5;

export function Query({ session, figures }: ContainerProps) {
  const { client } = session;
  const [text, setText] = useAddressedText("q", "SELECT * FROM c");
  const words = useWords(session);
  const [ran, setRan] = useState<RanQuery | undefined>(undefined);
  const [fault, setFault] = useState<QueryFault | undefined>(undefined);
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [look, setLook] = useState<RowsLook>("table");
  const columns = useProperties(session, figures);
  const attempt = async (work: () => Promise<RanQuery>) => {
    setBusy(true);
    setFault(undefined);
    setReason("");
    try {
      const done = await work();
      columns.current = [...new Set([...columns.current, ...columnsOf(done.rows)])];
      setRan(done);
    } catch (error) {
      const found = faultOf(error);
      setFault(found);
      setReason(found?.message ?? failureWords(error));
    }
    setBusy(false);
  };
  const run = () =>
    attempt(async () => {
      remember(text);
      const plan = await planQuery(client, figures, text);
      const [first, partitions] = await Promise.all([
        runQuery(client, figures, text),
        client.partitions(figures),
      ]);
      const placed = placePartitions(partitions, figures.partitionKey);
      return { ...first, plan, text, partitions: placed, chargeInAll: first.charge };
    });
  const more = (before: RanQuery) =>
    attempt(async () => {
      const next = await runQuery(client, figures, before.text, { continuation: before.continuation });
      const rows = [...before.rows, ...next.rows];
      return { ...before, ...next, rows, chargeInAll: before.chargeInAll + next.charge };
    });
  const completions = () => [
    ...(words?.keywords ?? []).map((label) => ({ label, type: "keyword" })),
    ...(words?.functions ?? []).map((label) => ({ label, type: "function", apply: `${label}(` })),
    ...columns.current.map((label) => ({ label, type: "property" })),
  ];
  return (
    <>
      <section class="panel" aria-label="Query">
        {words === undefined ? (
          <p class="loading">Loading the editor…</p>
        ) : (
          <Editor
            text={text}
            language="query"
            label="Query"
            rows={5}
            fault={fault}
            keywords={words.keywords}
            completions={completions}
            history={recentQueries}
            onChange={setText}
            onRun={run}
          />
        )}
        <div class="panel-head">
          <Recent onChoose={setText} />
          <button type="button" class="primary" disabled={isBusy} onClick={run}>
            {isBusy ? "Running…" : "Run"} <kbd>Ctrl Enter</kbd>
          </button>
        </div>
        <Failure reason={reason} />
      </section>
      {ran !== undefined && (
        <>
          <HowItRan key={ran.text} client={client} figures={figures} ran={ran} />
          <section class="panel" aria-labelledby="rows-title">
            <div class="panel-head">
              <h2 id="rows-title">
                {plural(ran.rows.length, "row")}
                {ran.continuation !== undefined && ", and there are more"}
              </h2>
              <div class="buttons">
                <LookChoice look={look} onChoose={setLook} />
                {ran.rows.length > 0 && (
                  <ExportRows
                    name={`${figures.container}-rows`}
                    first={ran}
                    next={(continuation) =>
                      runQuery(client, figures, ran.text, { continuation, rows: EXPORT_ROWS })
                    }
                  />
                )}
              </div>
            </div>
            {ran.rows.length === 0 ? (
              <p class="nothing">No row matches.</p>
            ) : (
              <Rows
                rows={ran.rows}
                look={look}
                label="Rows"
                first={["id"].filter((name) => hasAny(ran.rows, name))}
              />
            )}
            {ran.continuation !== undefined && (
              <div class="buttons left">
                <button type="button" class="quiet" disabled={isBusy} onClick={() => more(ran)}>
                  Next page
                </button>
                <span class="caption">{number(ran.chargeInAll)} RU so far</span>
              </div>
            )}
          </section>
        </>
      )}
    </>
  );
}

/** The words of the language, from the server; without them the editor still works. */
function useWords({ client }: Session): QueryWords | undefined {
  const [words, setWords] = useState<QueryWords | undefined>(undefined);
  useEffect(() => {
    client.queryWords().then(setWords, () => setWords({ keywords: [], functions: [] }));
  }, [client]);
  return words;
}

/** Names of properties: of the key, of a few items, and of what queries have shown. */
function useProperties({ client }: Session, figures: ContainerFigures): { current: readonly string[] } {
  const names = useRef<readonly string[]>(figures.partitionKey.paths.map((path) => path.slice(1)));
  useEffect(() => {
    const sampled = runQuery(client, figures, "SELECT * FROM c", { rows: SAMPLE_ROWS });
    sampled.then(
      ({ rows }) => (names.current = [...new Set([...names.current, ...columnsOf(rows)])]),
      () => {},
    );
  }, [client]);
  return names;
}

function hasAny(rows: readonly unknown[], name: string): boolean {
  return rows.some((row) => typeof row === "object" && row !== null && name in row);
}

function Recent({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const recent = recentQueries();
  if (recent.length === 0) return <span />;
  return (
    <label class="recent">
      <span class="hidden">Recent queries</span>
      <select
        value=""
        onChange={(event) => {
          onChoose(event.currentTarget.value);
          event.currentTarget.value = "";
        }}
      >
        <option value="">Recent queries</option>
        {recent.map((text) => (
          <option key={text} value={text}>
            {text.length > 90 ? `${text.slice(0, 90)}…` : text}
          </option>
        ))}
      </select>
    </label>
  );
}

function recentQueries(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(HISTORY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function remember(text: string): void {
  const recent = [text, ...recentQueries().filter((each) => each !== text)].slice(0, HISTORY_MAX);
  sessionStorage.setItem(HISTORY, JSON.stringify(recent));
}
