/**
 * Reads what a run says of itself. The text was written inside the sandbox, by code that the script may have bent:
 * every field is checked, and what comes out is what `ScriptHost` promises.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { tampered } from "../sandbox/realm.ts";
import type {
  FeedPage,
  IndexingDirective,
  ItemLink,
  QueryParameter,
  ScriptOperation,
} from "../script-host.ts";
import type { ScriptEnd } from "../script-job.ts";
import { scriptLimits } from "../script-limits.ts";

export type ReadRunState =
  | { readonly kind: "operation"; readonly operation: ScriptOperation }
  | { readonly kind: "done"; readonly end: ScriptEnd };

type Fields = Record<string, unknown>;

export function readRunState(text: string, newId: () => string): ReadRunState {
  const state = fields(JSON.parse(text));
  if (state.kind === "operation")
    return { kind: "operation", operation: readOperation(fields(state.operation), newId) };
  if (state.kind !== "done") throw tampered();
  const end = {
    request: optionalText(state.request),
    response: optionalText(state.response),
    log: string(state.log),
  };
  return { kind: "done", end };
}

function readOperation(operation: Fields, newId: () => string): ScriptOperation {
  switch (operation.kind) {
    case "create":
      return { kind: "create", body: newItem(operation, newId), indexing: indexing(operation.indexing) };
    case "upsert":
      return {
        kind: "upsert",
        body: newItem(operation, newId),
        indexing: indexing(operation.indexing),
        ...condition("ifMatch", operation.ifMatch),
      };
    case "replace":
      return {
        kind: "replace",
        item: itemLink(operation.item),
        body: item(operation.body),
        indexing: indexing(operation.indexing),
        ...condition("ifMatch", operation.ifMatch),
      };
    case "delete":
      return { kind: "delete", item: itemLink(operation.item), ...condition("ifMatch", operation.ifMatch) };
    case "read":
      return {
        kind: "read",
        item: itemLink(operation.item),
        ...condition("ifNoneMatch", operation.ifNoneMatch),
      };
    case "readFeed":
      return { kind: "readFeed", ...feedPage(operation) };
    case "query":
      return {
        kind: "query",
        query: string(operation.query),
        parameters: parameters(operation.parameters),
        ...feedPage(operation),
      };
    default:
      throw tampered();
  }
}

function fields(value: unknown): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw tampered();
}

function string(value: unknown): string {
  if (typeof value === "string") return value;
  throw tampered();
}

function optionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : string(value);
}

function item(value: unknown): JsonObject {
  return fields(value) as JsonObject;
}

function newItem(operation: Fields, newId: () => string): JsonObject {
  const body = item(operation.body);
  return operation.generateId === true ? { ...body, id: newId() } : body;
}

function itemLink(value: unknown): ItemLink {
  const link = fields(value);
  if (link.by === "id" || link.by === "rid") return { by: link.by, value: string(link.value) };
  throw tampered();
}

function indexing(value: unknown): IndexingDirective {
  if (value === "default" || value === "include" || value === "exclude") return value;
  throw tampered();
}

function condition<Name extends "ifMatch" | "ifNoneMatch">(
  name: Name,
  etag: unknown,
): { [Key in Name]?: string } {
  return (etag === undefined ? {} : { [name]: string(etag) }) as { [Key in Name]?: string };
}

function feedPage({ pageSize, continuation }: Fields): FeedPage {
  if (typeof pageSize !== "number" || !(pageSize >= 1 && pageSize <= scriptLimits.pageSizeMax))
    throw tampered();
  return continuation === undefined ? { pageSize } : { pageSize, continuation: string(continuation) };
}

/** A parameter without a value is left to the query, which then finds it missing. */
function parameters(value: unknown): readonly QueryParameter[] {
  if (!Array.isArray(value)) throw tampered();
  return value.map((entry) => {
    const parameter = fields(entry);
    return { name: string(parameter.name), value: (parameter.value ?? null) as Json };
  });
}
