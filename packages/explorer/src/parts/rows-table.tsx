/** Rows of a query as a table: the columns are what the first rows have. Of many rows only those that can be seen exist. */
import { useRef, useState } from "preact/hooks";
import { ExactNumber, formatJson, membersOf, textOf } from "../client/exact-json.ts";
import { Choice } from "./choice.tsx";
import { JsonText } from "./long-text.tsx";
import { plural } from "./words.ts";

/** What every whole item has and few people look for. */
const SYSTEM = new Set(["_rid", "_self", "_etag", "_attachments", "_ts"]);
const COLUMNS_MAX = 8;
const SAMPLE = 50;
const CELL_CHARACTERS = 80;
/** As the style sheet has it. */
const ROW_HEIGHT = 37;
/** Rows above those that can be seen. */
const SPARE = 20;
const SEEN_MAX = 60;
/** Fewer rows are all there. */
const WHOLE_MAX = 200;
/** More text than that would make the page slow. */
const JSON_ROWS_MAX = 200;

export type RowsLook = "table" | "json";

export function LookChoice({
  look,
  onChoose,
}: {
  readonly look: RowsLook;
  readonly onChoose: (look: RowsLook) => void;
}) {
  return (
    <Choice
      label="How rows are shown"
      options={[
        ["table", "Table"],
        ["json", "JSON"],
      ]}
      value={look}
      onChoose={onChoose}
    />
  );
}

interface RowsProps {
  readonly rows: readonly unknown[];
  readonly look: RowsLook;
  readonly label: string;
  /** These come first. */
  readonly first?: readonly string[];
  readonly chosen?: unknown;
  readonly onChoose?: (row: unknown) => void;
}

export function Rows({ look, ...props }: RowsProps) {
  return look === "json" ? <JsonRows {...props} /> : <TableRows {...props} />;
}

type ShownRows = Omit<RowsProps, "look">;

function JsonRows({ rows, label }: ShownRows) {
  return (
    <>
      <JsonText text={formatJson(`[${rows.slice(0, JSON_ROWS_MAX).map(textOf).join(",")}]`)} label={label} />
      {rows.length > JSON_ROWS_MAX && (
        <p class="caption">The first {plural(JSON_ROWS_MAX, "row")}. The table has all; so has an export.</p>
      )}
    </>
  );
}

function TableRows({ rows, label, first = [], chosen, onChoose }: ShownRows) {
  const section = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const columns = columnsOf(rows, first);
  const isNumeric = columns.map((name) => hasNumbers(rows, name));
  const start = rows.length <= WHOLE_MAX ? 0 : Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE);
  const seen = rows.slice(start, rows.length <= WHOLE_MAX ? undefined : start + SEEN_MAX);
  const below = rows.length - start - seen.length;
  return (
    <section
      ref={section}
      class="scroll tall"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={() => setTop(section.current!.scrollTop)}
    >
      <table class="rows" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map((name, i) => (
              <th key={name} scope="col" class={isNumeric[i] ? "right" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {start > 0 && <Gap rows={start} />}
          {seen.map((row, i) => (
            <tr
              key={start + i}
              aria-rowindex={start + i + 2}
              class={row === chosen ? "chosen" : ""}
              onClick={() => onChoose?.(row)}
            >
              {columns.map((name, column) => (
                <td key={name} class={isNumeric[column] ? "right" : ""}>
                  {column === 0 && onChoose !== undefined ? (
                    <button type="button" class="link" onClick={() => onChoose(row)}>
                      {cellWords(row, name)}
                    </button>
                  ) : (
                    cellWords(row, name)
                  )}
                </td>
              ))}
            </tr>
          ))}
          {below > 0 && <Gap rows={below} />}
        </tbody>
      </table>
    </section>
  );
}

/** In the place of rows that cannot be seen. */
function Gap({ rows }: { readonly rows: number }) {
  return <tr style={{ height: `${rows * ROW_HEIGHT}px` }} />;
}

function hasNumbers(rows: readonly unknown[], name: string): boolean {
  const values = rows
    .slice(0, SAMPLE)
    .map((row) => (isObject(row) ? row[name] : row))
    .filter((value) => value !== undefined && value !== null);
  return values.length > 0 && values.every(isNumber);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || value instanceof ExactNumber;
}

export function columnsOf(rows: readonly unknown[], first: readonly string[] = []): string[] {
  const names = new Set(first);
  for (const row of rows.slice(0, SAMPLE)) {
    if (!isObject(row)) return ["value"];
    const isWhole = "_self" in row;
    for (const name of membersOf(row).keys()) if (!isWhole || !SYSTEM.has(name)) names.add(name);
  }
  return [...names].slice(0, COLUMNS_MAX);
}

function cellWords(row: unknown, name: string): string {
  const value = isObject(row) ? row[name] : row;
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : isObject(row) ? membersOf(row).get(name)! : textOf(row);
  return text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}…` : text;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
