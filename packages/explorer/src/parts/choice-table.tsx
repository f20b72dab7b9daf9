/** A table of rows of which one can be chosen. */
import type { ComponentChildren } from "preact";

export interface Column<T> {
  readonly title: string;
  /** Of the heading and the cells. */
  readonly look?: string;
  /** Of the cells alone, instead. */
  readonly cellLook?: string;
  readonly cell: (row: T) => ComponentChildren;
}

interface ChoiceTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly chosen: T | undefined;
  readonly onChoose: (row: T) => void;
}

export function ChoiceTable<T extends { readonly number: number }>({
  label,
  columns,
  rows,
  chosen,
  onChoose,
}: ChoiceTableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll tall" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, look }) => (
              <th key={title} scope="col" class={look}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.number}
              class={row.number === chosen?.number ? "chosen" : ""}
              onClick={() => onChoose(row)}
            >
              {columns.map(({ title, look, cellLook = look, cell }) => (
                <td key={title} class={cellLook}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What opens a row by the keyboard; a click on it reaches the row. */
export function OpenRow({ children }: { readonly children: ComponentChildren }) {
  return (
    <button type="button" class="link">
      {children}
    </button>
  );
}
