/** Saves all rows of a query as a file: those that are there, and the pages that follow, with progress and a way to stop. */
import { useRef, useState } from "preact/hooks";
import { textOf } from "../client/exact-json.ts";
import { useAttempts } from "./attempt.ts";
import { download } from "./download.ts";
import { plural } from "./words.ts";

export interface ExportPage {
  readonly rows: readonly unknown[];
  readonly continuation: string | undefined;
}

interface ExportRowsProps {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly first: ExportPage;
  readonly next: (continuation: string) => Promise<ExportPage>;
}

export function ExportRows({ name, first, next }: ExportRowsProps) {
  const [count, setCount] = useState<number | undefined>(undefined);
  const { reason, attempt } = useAttempts();
  const isStopped = useRef(false);
  const save = async () => {
    isStopped.current = false;
    setCount(first.rows.length);
    await attempt(async () => {
      // Texts of pages, not rows: a million rows have to fit.
      const parts = [linesOf(first.rows)];
      let { continuation } = first;
      for (let all = first.rows.length; continuation !== undefined && !isStopped.current; ) {
        const page = await next(continuation);
        parts.push(linesOf(page.rows));
        continuation = page.continuation;
        setCount((all += page.rows.length));
      }
      if (!isStopped.current) download(`${name}.ndjson`, "application/x-ndjson", parts);
    });
    setCount(undefined);
  };
  if (count !== undefined) {
    return (
      <span class="buttons">
        <span class="caption" role="status">
          {plural(count, "row")} so far
        </span>
        <button type="button" class="quiet" onClick={() => (isStopped.current = true)}>
          Stop
        </button>
      </span>
    );
  }
  return (
    <>
      {reason !== "" && (
        <span class="failure" role="alert">
          {reason}
        </span>
      )}
      <button type="button" class="quiet" title="All rows, one JSON value a line" onClick={save}>
        Export
      </button>
    </>
  );
}

function linesOf(rows: readonly unknown[]): string {
  return rows.map((row) => `${textOf(row)}\n`).join("");
}
