/** Rows of a query or a feed as a table: the columns are what the first rows have. */
import { Choice } from "./choice.tsx";

/** What every whole item has and few people look for. */
const SYSTEM = new Set(["_rid", "_self", "_etag", "_attachments", "_ts"]);
const COLUMNS_MAX = 8;
const SAMPLE = 50;
const CELL_CHARACTERS = 80;

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

export function Rows({ rows, look, label, first = [], chosen, onChoose }: RowsProps) {
  if (look === "json") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled with the keyboard
      <section class="scroll tall json" tabIndex={0} aria-label={label}>
        <pre>{JSON.stringify(rows, null, 2)}</pre>
      </section>
    );
  }
  const columns = columnsOf(rows, first);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll tall" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={`${i}`} class={row === chosen ? "chosen" : ""} onClick={() => onChoose?.(row)}>
              {columns.map((name, column) => (
                <td key={name}>
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
        </tbody>
      </table>
    </section>
  );
}

export function columnsOf(rows: readonly unknown[], first: readonly string[] = []): string[] {
  const names = new Set(first);
  for (const row of rows.slice(0, SAMPLE)) {
    if (!isObject(row)) return ["value"];
    const isWhole = "_self" in row;
    for (const name of Object.keys(row)) if (!isWhole || !SYSTEM.has(name)) names.add(name);
  }
  return [...names].slice(0, COLUMNS_MAX);
}

function cellWords(row: unknown, name: string): string {
  const value = isObject(row) ? row[name] : row;
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}…` : text;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
