/** A source and a target in memory, as far as bringing changes over uses the SDK. */
import type { Container, OperationInput } from "@azure/cosmos";
import { type Item, ItemKeys, identityText, withoutSystem } from "./item-identity.ts";
import type { Sides } from "./look-up-items.ts";

export class FakeContainer {
  readonly keys: ItemKeys;
  readonly items = new Map<string, Item>();
  /** Items that were read one by one, and queries. */
  reads = 0;
  queries = 0;
  /** After so many operations nothing is answered any more, and nothing done. */
  operationsLeft = Number.POSITIVE_INFINITY;
  #etag = 0;

  constructor(path: string) {
    this.keys = new ItemKeys({ definition: { paths: [path], kind: "Hash", version: 2 } });
  }

  put(item: Item): Item {
    const stored = { ...item, _etag: `e${++this.#etag}` };
    this.items.set(identityText(item.id, this.keys.of(item)), stored);
    return stored;
  }

  remove(item: Item): void {
    this.items.delete(identityText(item.id, this.keys.of(item)));
  }

  /** Whether it has it in this version. */
  contains(item: Item): boolean {
    return this.items.get(identityText(item.id, this.keys.of(item)))?._etag === item._etag;
  }

  /** Without what the database adds. */
  get contents(): unknown[] {
    return [...this.items.values()].map(({ _etag, ...item }) => item);
  }

  get container(): Container {
    return {
      item: (id: string, key: string) => ({
        read: async () => ({ resource: this.items.get(identityText(id, [key])), requestCharge: 1 }),
      }),
      items: {
        bulk: async (operations: OperationInput[]) => {
          const done = operations.slice(0, Math.max(0, this.operationsLeft));
          const answers = done.map((operation) => this.#run(operation));
          this.operationsLeft -= operations.length;
          if (this.operationsLeft < 0) throw new Error("The connection was lost.");
          return answers;
        },
        query: (query: { parameters: { value: string }[] }) => ({
          fetchAll: async () => {
            if (this.operationsLeft < 0) throw new Error("The connection was lost.");
            this.queries++;
            const ids = query.parameters.map(({ value }) => value);
            const found = [...this.items.values()].filter(({ id }) => ids.includes(id));
            return { resources: found.map(rowOf), requestCharge: 1 };
          },
        }),
      },
    } as unknown as Container;
  }

  #run(operation: OperationInput) {
    const { operationType, partitionKey, ifMatch, resourceBody } = operation as {
      operationType: string;
      partitionKey: string;
      ifMatch?: string;
      resourceBody?: Item;
    };
    const id = resourceBody?.id ?? (operation as { id: string }).id;
    const there = this.items.get(identityText(id, [partitionKey]));
    if (operationType === "Read") {
      this.reads++;
      return there === undefined ? { statusCode: 404 } : { statusCode: 200, resourceBody: there };
    }
    if (operationType === "Create" && there !== undefined) return { statusCode: 409 };
    if (operationType !== "Create" && there === undefined) return { statusCode: 404 };
    if (operationType !== "Create" && there!._etag !== ifMatch) return { statusCode: 412 };
    if (operationType === "Delete") {
      this.remove(there!);
      return { statusCode: 204, requestCharge: 1 };
    }
    return { statusCode: 200, requestCharge: 1, eTag: this.put(resourceBody!)._etag };
  }
}

function rowOf({ id, _etag, customer, region }: Item): object {
  return { id, etag: _etag, keys: { s0: customer, t0: region } };
}

/** From a container by customer to one by region. */
export function fakeSides(source: FakeContainer, target: FakeContainer): Sides {
  return {
    source: source.container,
    sourceKeys: source.keys,
    target: target.container,
    targetKeys: target.keys,
    hasUniqueKeys: false,
    mapped: withoutSystem,
  };
}
