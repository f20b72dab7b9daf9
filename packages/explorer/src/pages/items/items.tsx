/** The items of a container: found by key or filter, looked at, changed, brought in. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ContainerFigures } from "../../client/figures.ts";
import type { Session } from "../../client/session.ts";
import { failureWords } from "../../parts/dialog.tsx";
import { LookChoice, Rows, type RowsLook } from "../../parts/rows-table.tsx";
import { plural } from "../../parts/words.ts";
import { faultOf, runQuery } from "../query/run-query.ts";
import { ImportItems } from "./import-items.tsx";
import { ItemEditor } from "./item-editor.tsx";
import { type Item, ItemStore } from "./item-store.ts";

interface ItemsProps {
  readonly session: Session;
  readonly figures: ContainerFigures;
}

interface Found {
  readonly query: string;
  readonly rows: readonly Item[];
  readonly continuation: string | undefined;
}

type Shown = { readonly item: Item; readonly isNew: boolean };

export function Items({ session, figures }: ItemsProps) {
  const { client, mayWrite } = session;
  const { paths } = figures.partitionKey;
  const store = useMemo(
    () => new ItemStore(client, figures, figures.partitionKey),
    [client, figures.container],
  );
  const [key, setKey] = useState("");
  const [filter, setFilter] = useState("");
  const [found, setFound] = useState<Found | undefined>(undefined);
  const [look, setLook] = useState<RowsLook>("table");
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const [isImporting, setImporting] = useState(false);
  const [reason, setReason] = useState("");
  const lastFind = useRef(0);
  const find = async (before?: Found) => {
    const query = before?.query ?? queryOf(paths, key, filter);
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
    find();
  }, [store]);
  const submit = (event: Event) => {
    event.preventDefault();
    find();
  };
  const changed = (before: Shown, item: Item | undefined) => {
    // The answer may come after something else was opened, which stays open.
    setShown((now) => (now === before ? item && { item, isNew: false } : now));
    find();
  };
  const first = [...new Set(["id", ...paths.map((path) => path.slice(1).split("/")[0]!)])];
  return (
    <>
      <form class="panel finder" onSubmit={submit}>
        <label class="field">
          <span>
            Key <span class="muted">({paths[0]})</span>
          </span>
          <input value={key} placeholder="all keys" onInput={(event) => setKey(event.currentTarget.value)} />
        </label>
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
              onClick={() => setShown({ item: newItem(paths, key), isNew: true })}
            >
              New item
            </button>
          </>
        )}
      </form>
      {reason !== "" && (
        <p class="failure" role="alert">
          {reason}
        </p>
      )}
      <div class={shown === undefined ? "" : "columns"}>
        <section class="panel" aria-labelledby="items-title">
          <div class="panel-head">
            <h2 id="items-title">{found === undefined ? "Items" : countWords(found)}</h2>
            <LookChoice look={look} onChoose={setLook} />
          </div>
          {found !== undefined && found.rows.length === 0 && (
            <p class="caption">
              {figures.items === 0
                ? "The container is empty. Make an item, or import some."
                : "No item matches."}
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
            find();
          }}
        />
      )}
    </>
  );
}

function queryOf(paths: readonly string[], key: string, filter: string): string {
  const conditions = [
    ...(key === "" ? [] : [`c${propertyOf(paths[0]!)} = ${JSON.stringify(key)}`]),
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

function newItem(paths: readonly string[], key: string): Item {
  const properties = paths.map((path) => path.slice(1).split("/")[0]!);
  return {
    ...Object.fromEntries(properties.map((name) => [name, key])),
    id: crypto.randomUUID(),
  };
}

function countWords({ rows, continuation }: Found): string {
  return `${plural(rows.length, "item")}${continuation === undefined ? "" : ", and there are more"}`;
}
