/** Items as the protocol has them: one key, one id, one ETag. */
import { extractPartitionKey, type PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { PartitionKeyDefinition } from "orrerydb/control-api";
import { formatJson, membersOf, objectOf, parseExact, textOf, withText } from "../../client/exact-json.ts";
import { keyHeader } from "../../client/key-header.ts";
import type { OrreryClient, Place } from "../../client/orrery-client.ts";

export type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly _etag?: string };

/** What the server adds to every item. */
const SYSTEM = ["_rid", "_self", "_etag", "_attachments", "_ts"];

export class ItemStore {
  readonly #client: OrreryClient;
  readonly #path: readonly string[];
  readonly #definition: PartitionKeyDefinition;

  constructor(client: OrreryClient, { database, container }: Place, definition: PartitionKeyDefinition) {
    this.#client = client;
    this.#path = ["dbs", database, "colls", container, "docs"];
    this.#definition = definition;
  }

  async create(item: Item): Promise<Item> {
    return this.#send("POST", this.#path, this.#key(item), item);
  }

  async upsert(item: Item): Promise<Item> {
    const headers = { ...this.#key(item), "x-ms-documentdb-is-upsert": "True" };
    return this.#send("POST", this.#path, headers, item);
  }

  async read(item: Item): Promise<Item> {
    return this.#send("GET", [...this.#path, item.id], this.#key(item));
  }

  /** Refused with 412 if somebody has changed it since. */
  async replace(before: Item, after: Item): Promise<Item> {
    const headers = { ...this.#key(before), "if-match": before._etag ?? "*" };
    return this.#send("PUT", [...this.#path, before.id], headers, after);
  }

  /** An item goes out with the digits that it came in with, or that were typed. */
  async #send(
    method: string,
    path: readonly string[],
    headers: Record<string, string>,
    item?: Item,
  ): Promise<Item> {
    const body = item === undefined ? {} : { body: textOf(item) };
    return parseExact((await this.#client.data(method, path, { ...body, headers })).text) as Item;
  }

  async remove(item: Item): Promise<void> {
    await this.#client.data("DELETE", [...this.#path, item.id], { headers: this.#key(item) });
  }

  /** The key as people read it. */
  keyOf(item: Item): readonly PartitionKeyComponent[] {
    return extractPartitionKey(item, this.#definition);
  }

  #key(item: Item): Record<string, string> {
    return keyHeader(this.keyOf(item));
  }
}

export function withoutSystem(item: Item): Item {
  return objectOf([...membersOf(item)].filter(([name]) => !SYSTEM.includes(name))) as Item;
}

/** An item, or what is wrong with the text. */
export function parseItem(text: string): Item | string {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return "An item is a JSON object.";
    const { id } = value as { id?: unknown };
    return typeof id === "string" && id !== ""
      ? (withText(value, text) as Item)
      : "An item needs an “id” that is a text.";
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}.`;
  }
}

export interface Difference {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Properties in which two versions of an item differ. */
export function differences(mine: Item, theirs: Item): Difference[] {
  const versions = [mine, theirs].map((item) => membersOf(withoutSystem(item)));
  const names = new Set(versions.flatMap((members) => [...members.keys()]));
  return [...names].flatMap((name) => {
    const [left, right] = versions.map((members) => formatJson(members.get(name) ?? "absent", "")) as [
      string,
      string,
    ];
    return left === right ? [] : [{ name, mine: left, theirs: right }];
  });
}
