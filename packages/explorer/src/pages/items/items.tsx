/** The items of a container: found by key or filter, looked at, changed, brought in. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { failureWords } from "../../parts/attempt.ts";
import { ExportRows } from "../../parts/export-rows.tsx";
import { Failure } from "../../parts/failure.tsx";
import { componentOf } from "../../parts/key-fields.tsx";
import { useAddressedText } from "../../parts/router.tsx";
import { LookChoice, Rows, type RowsLook } from "../../parts/rows-table.tsx";
import { plural } from "../../parts/words.ts";
import type { ContainerProps } from "../container-props.ts";
import { EXPORT_ROWS, faultOf, runQuery } from "../query/run-query.ts";
import { ImportItems } from "./import-items.tsx";
import { ItemEditor } from "./item-editor.tsx";
import { type Item, ItemStore } from "./item-store.ts";

interface Found {
  readonly query: string;
  readonly rows: readonly Item[];
  readonly continuation: string | undefined;
}

type Shown = { readonly item: Item; readonly isNew: boolean };

export function Items({ session, figures }: ContainerProps) {
  const { client, mayWrite } = session;
  const { paths } = figures.partitionKey;
  const store = useMemo(
    () => new ItemStore(client, figures, figures.partitionKey),
    [client, figures.container],
  );
  const [keyText, setKeyText] = useAddressedText("key");
  const [filter, setFilter] = useAddressedText("filter");
  const keys = keysIn(keyText, paths);
  const [found, setFound] = useState<Found | undefined>(undefined);
  const [look, setLook] = useState<RowsLook>("table");
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const [isImporting, setImporting] = useState(false);
  const [reason, setReason] = useState("");
  const lastFind = useRef(0);
  const find = async (before?: Found) => {
    const query = before?.query ?? queryOf(paths, keys, filter);
    const number = ++lastFind.current;
    setReason("");
    try {
      const page = await runQuery(client, figures, query, { continuation: before?.continuation });
      const rows = [...(before?.rows ?? []), ...(page.rows as Item[])];
      // Answers may overtake each other.
      if (number === lastFind.current) setFound({ query, rows, continuation: page.continuation });
    } catch (error) {
      if (number === lastFind.current) setReason(faultOf(error)?.message ?? failureWords(error));
    }
  };
  useEffect(() => {
    void find();
  }, [store]);
  const submit = (event: Event) => {
    event.preventDefault();
    void find();
  };
  const changed = (before: Shown, item: Item | undefined) => {
    // The answer may come after something else was opened, which stays open.
    setShown((now) => (now === before ? item && { item, isNew: false } : now));
    void find();
  };
  const first = [...new Set(["id", ...paths.map((path) => path.slice(1).split("/")[0]!)])];
  return (
    <>
      <form class="panel finder" onSubmit={submit}>
        {paths.map((path, i) => (
          <label class="field" key={path}>
            <span>
              Key <span class="muted">({path})</span>
            </span>
            <input
              value={keys[i]}
              placeholder={i === 0 ? "all keys" : "all"}
              spellcheck={false}
              onInput={({ currentTarget: { value } }) =>
                setKeyText(textOfKeys(keys.map((text, at) => (at === i ? value : text))))
              }
            />
          </label>
        ))}
        <label class="field grow">
          <span>
            Filter <span class="muted">(what stands behind WHERE)</span>
          </span>
          <input
            value={filter}
            placeholder="c.total > 10"
            spellcheck={false}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="quiet">
          Find
        </button>
        {mayWrite && (
          <>
            <button type="button" class="quiet" onClick={() => setImporting(true)}>
              Import…
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => setShown({ item: newItem(paths, keys), isNew: true })}
            >
              New item
            </button>
          </>
        )}
      </form>
      <Failure reason={reason} />
      <div class={shown === undefined ? "" : "columns"}>
        <section class="panel" aria-labelledby="items-title">
          <div class="panel-head">
            <h2 id="items-title">{found === undefined ? "Items" : countWords(found)}</h2>
            <div class="buttons">
              <LookChoice look={look} onChoose={setLook} />
              {found !== undefined && found.rows.length > 0 && (
                <ExportRows
                  name={figures.container}
                  first={found}
                  next={(continuation) =>
                    runQuery(client, figures, found.query, { continuation, rows: EXPORT_ROWS })
                  }
                />
              )}
            </div>
          </div>
          {found === undefined && reason === "" && <p class="loading">Looking for items…</p>}
          {found !== undefined && found.rows.length === 0 && (
            <p class="nothing">
              {figures.items > 0
                ? "No item matches. Keys are texts, numbers, true, false or null; “42” in quotes is a text."
                : mayWrite
                  ? "The container is empty. Make an item, import a file, or let a program write: the overview has first steps in five languages."
                  : "The container is empty."}
            </p>
          )}
          {found !== undefined && found.rows.length > 0 && (
            <Rows
              rows={found.rows}
              look={look}
              label="Items"
              first={first}
              chosen={shown?.item}
              onChoose={(row) => setShown({ item: row as Item, isNew: false })}
            />
          )}
          {found?.continuation !== undefined && (
            <div class="buttons left">
              <button type="button" class="quiet" onClick={() => find(found)}>
                Next page
              </button>
            </div>
          )}
        </section>
        {shown !== undefined && (
          <ItemEditor
            key={`${shown.isNew} ${shown.item._etag} ${shown.item.id}`}
            store={store}
            mayWrite={mayWrite}
            {...shown}
            onCopy={(item) => setShown({ item, isNew: true })}
            onDone={(item) => changed(shown, item)}
            onClose={() => setShown(undefined)}
          />
        )}
      </div>
      {isImporting && (
        <ImportItems
          store={store}
          onClose={() => {
            setImporting(false);
            void find();
          }}
        />
      )}
    </>
  );
}

/** A key of several paths stands in the address as a JSON array, one of a single path as it was typed. */
function keysIn(text: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 1) return [text];
  try {
    const texts = JSON.parse(text) as unknown[];
    return paths.map((_, i) => String(texts[i] ?? ""));
  } catch {
    return paths.map(() => "");
  }
}

function textOfKeys(keys: readonly string[]): string {
  if (keys.length === 1) return keys[0]!;
  return keys.every((key) => key === "") ? "" : JSON.stringify(keys);
}

function queryOf(paths: readonly string[], keys: readonly string[], filter: string): string {
  const conditions = [
    ...keys.flatMap((key, i) =>
      key === "" ? [] : [`c${propertyOf(paths[i]!)} = ${JSON.stringify(componentOf(key))}`],
    ),
    ...(filter.trim() === "" ? [] : [`(${filter})`]),
  ];
  return `SELECT * FROM c${conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`}`;
}

function propertyOf(path: string): string {
  return path
    .slice(1)
    .split("/")
    .map((name) => `[${JSON.stringify(name.replaceAll('"', ""))}]`)
    .join("");
}

/** With the key that was looked for, and an empty place for what is missing of it. */
function newItem(paths: readonly string[], keys: readonly string[]): Item {
  const item: Record<string, unknown> = { id: crypto.randomUUID() };
  for (const [i, path] of paths.entries()) {
    const names = path.slice(1).split("/");
    let at = item;
    for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>;
    const last = names.at(-1)!;
    if (keys[i] !== "") at[last] = componentOf(keys[i]!);
    else at[last] ??= "";
  }
  return item as Item;
}

function countWords({ rows, continuation }: Found): string {
  return `${plural(rows.length, "item")}${continuation === undefined ? "" : ", and there are more"}`;
}
