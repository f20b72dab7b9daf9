/** Test support: rows that have no members but those that a query says it reads, as large stored items have. */
import { hasForm, type JsonObject } from "@orrerydb/exact-json";
import type { MemberReader } from "../../value/json-text/member-reader.ts";
import { ParsedRow } from "../../value/rows/parsed-row.ts";
import type { ItemRow, RowSource } from "../../value/rows/row-source.ts";

export function limitedRows(source: RowSource): RowSource {
  const limited: Pick<RowSource, "items" | "lacking" | "load"> = {
    items: (options) => limitChunks(source.items(options)),
    lacking: (path, options) => limitChunks(source.lacking(path, options)),
    load: async (refs) => limit(await source.load(refs)),
  };
  return new Proxy(source, {
    get: (_, name) => {
      if (Object.hasOwn(limited, name)) return limited[name as keyof typeof limited];
      const value: unknown = Reflect.get(source, name, source);
      return typeof value === "function" ? value.bind(source) : value;
    },
  });
}

async function* limitChunks(chunks: AsyncIterable<readonly ItemRow[]>): AsyncGenerator<readonly ItemRow[]> {
  for await (const rows of chunks) yield limit(rows);
}

function limit(rows: readonly ItemRow[]): readonly ItemRow[] {
  return rows.map((row) => new LimitedRow(row));
}

class LimitedRow extends ParsedRow {
  readonly #row: ItemRow;
  #members: MemberReader | undefined;

  constructor(row: ItemRow) {
    super();
    this.#row = row;
  }

  get ref(): string {
    return this.#row.ref;
  }

  get size(): number {
    return this.#row.size;
  }

  override readOnly(members: MemberReader | undefined): void {
    this.#members = members;
  }

  value(): JsonObject {
    const value = this.#row.value();
    return this.#members === undefined || hasForm(value) ? value : this.#members.parse(this.bytes());
  }

  bytes(): Buffer {
    return this.#row.bytes();
  }
}
