/**
 * A row that holds the whole item among other members, such as `{"_rid": …, "orderByItems": […], "payload": <item>}`,
 * which clients that merge by themselves ask for. The item's bytes are copied into it as they are stored.
 */
import { type Json, type JsonObject, printJsonText } from "@orrerydb/exact-json";
import type { ItemRow } from "../../../value/rows/row-source.ts";
import type { Embedding } from "../../bind/bound-query.ts";
import type { Environment } from "../../bind/environment.ts";
import type { ResultRow } from "../result-row.ts";

export class EmbeddedRow implements ResultRow {
  readonly #item: ItemRow;
  readonly #name: string;
  readonly #before: JsonObject;
  readonly #after: JsonObject;
  readonly #bytes: Buffer;

  constructor({ before, name, after }: Embedding, item: ItemRow, environment: Environment) {
    this.#item = item;
    this.#name = name;
    this.#before = before(environment) as JsonObject;
    this.#after = after(environment) as JsonObject;
    const head = textOf(this.#before);
    const tail = textOf(this.#after);
    this.#bytes = Buffer.concat([
      Buffer.from(`{${head}${head === "" ? "" : ","}${JSON.stringify(name)}:`),
      item.bytes(),
      Buffer.from(tail === "" ? "}" : `,${tail}}`),
    ]);
  }

  value(): Json {
    return { ...this.#before, [this.#name]: this.#item.exactValue(), ...this.#after };
  }

  bytes(): Buffer {
    return this.#bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }
}

/** The members without their braces. */
function textOf(object: JsonObject): string {
  return printJsonText(object).slice(1, -1);
}
