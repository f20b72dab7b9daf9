/** A container for tests of scripts: items of one partition key in a map, in the order of their creation. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type {
  FeedPage,
  ItemLink,
  ScriptHost,
  ScriptOperation,
  ScriptOperationResult,
} from "./script-host.ts";
import type { ScriptEnvironment } from "./script-runner.ts";

export const SELF_LINK = "dbs/AAAAAA==/colls/AAAAAAAAAAA=/";
export const ALT_LINK = "dbs/shop/colls/orders";

/** The real time; the same chance in every run. */
export const SURE_ENVIRONMENT: ScriptEnvironment = { now: () => Date.now(), random: () => 0.25 };

export class FakeHost implements ScriptHost {
  readonly items = new Map<string, JsonObject>();
  readonly operations: ScriptOperation[] = [];
  steps = 0;
  #version = 0;

  constructor(items: readonly JsonObject[] = []) {
    for (const item of items) this.#store(item);
  }

  async call(operation: ScriptOperation): Promise<ScriptOperationResult> {
    this.operations.push(operation);
    switch (operation.kind) {
      case "create":
        if (this.items.has(String(operation.body.id))) return failure(409, "The id is taken.");
        return this.#store(operation.body);
      case "upsert":
        return this.#store(operation.body);
      case "replace": {
        const found = this.#find(operation.item, operation.ifMatch);
        return "status" in found ? found : this.#store(operation.body);
      }
      case "delete": {
        const found = this.#find(operation.item, operation.ifMatch);
        if ("status" in found) return found;
        this.items.delete(String(found.item.id));
        return { status: 204 };
      }
      case "read": {
        const found = this.#find(operation.item);
        if ("status" in found) return found;
        if (operation.ifNoneMatch === found.item._etag) return { status: 304 };
        return { status: 200, body: found.item, etag: String(found.item._etag) };
      }
      case "readFeed":
        return page([...this.items.values()], operation);
      case "query": {
        if (operation.query.includes("BROKEN")) return failure(400, "Syntax error near BROKEN.");
        const wanted = operation.parameters.find(({ name }) => name === "@id")?.value;
        const rows = [...this.items.values()].filter(({ id }) => wanted === undefined || id === wanted);
        return page(rows, operation);
      }
    }
  }

  countSteps(steps: number): void {
    this.steps += steps;
  }

  #store(body: JsonObject): ScriptOperationResult {
    const id = String(body.id);
    const rid = this.items.get(id)?._rid ?? `rid${this.items.size + 1}`;
    const _etag = `"${++this.#version}"`;
    const item = { ...body, _rid: rid, _self: `${SELF_LINK}docs/${rid}/`, _etag };
    const status = this.items.has(id) ? 200 : 201;
    this.items.set(id, item);
    return { status, body: item, etag: _etag };
  }

  #find(link: ItemLink, ifMatch?: string): { item: JsonObject } | (ScriptOperationResult & { item?: never }) {
    const item = [...this.items.values()].find(
      (each) => each[link.by === "id" ? "id" : "_rid"] === link.value,
    );
    if (item === undefined) return failure(404, "There is no such item.");
    if (ifMatch !== undefined && ifMatch !== item._etag) return failure(412, "The item has changed.");
    return { item };
  }
}

function failure(status: number, errorMessage: string): ScriptOperationResult {
  return { status, errorMessage };
}

function page(rows: readonly Json[], { pageSize, continuation }: FeedPage): ScriptOperationResult {
  const start = Number(continuation ?? 0);
  const end = start + pageSize;
  const body = rows.slice(start, end);
  return end < rows.length ? { status: 200, body, continuation: String(end) } : { status: 200, body };
}
