/**
 * The computed properties of one generation of an index. Entries are made of an item in which each of them stands as if
 * it were stored, in place of a stored property of its name.
 */
import type { Json, JsonObject, Value } from "@orrerydb/exact-json";

export interface ComputedDefinition {
  readonly name: string;
  readonly query: string;
}

/** Compiles the definition of a computed property. Its value must follow from the item alone, and computing it never fails. */
export type CompileComputed = (query: string) => (document: JsonObject) => Value;

export class ComputedValues {
  readonly #properties: ReadonlyMap<
    string,
    { readonly query: string; readonly compute: ReturnType<CompileComputed> }
  >;

  constructor(definitions: readonly ComputedDefinition[], compile: CompileComputed) {
    this.#properties = new Map(
      definitions.map(({ name, query }) => [name, { query, compute: compile(query) }]),
    );
  }

  /** The item as its entries show it. */
  indexedDocument(document: JsonObject): JsonObject {
    if (this.#properties.size === 0) return document;
    const indexed: Record<string, Json> = { ...document };
    for (const [name, { compute }] of this.#properties) {
      const value = compute(document);
      if (value === undefined) delete indexed[name];
      else indexed[name] = value;
    }
    return indexed;
  }

  /** Whether the entries of a property are of what `query` computes. */
  holds(name: string, query: string): boolean {
    return this.definitionOf(name) === query;
  }

  /** Undefined: it is a stored one. */
  definitionOf(name: string): string | undefined {
    return this.#properties.get(name)?.query;
  }
}
