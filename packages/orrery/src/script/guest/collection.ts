/** The collection object: reads and writes of the script's own container, each with options and a callback. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { IndexingDirective, ItemLink, QueryParameter } from "../script-host.ts";
import type { GuestKit } from "./guest-kit.ts";
import type { GuestOperation, OperationQueue } from "./operation-queue.ts";

export interface CollectionConfig {
  readonly selfLink: string;
  readonly altLink: string;
  readonly pageSizeMax: number;
}

export type Callback = (error: unknown, result?: unknown, options?: unknown) => void;

/** The keys are the documented method names. */
// biome-ignore lint/suspicious/noExplicitAny: scripts pass what they like; each method checks it.
export type Collection = Record<string, (...args: any[]) => unknown>;

export function createCollection(kit: GuestKit, queue: OperationQueue, config: CollectionConfig): Collection {
  interface Call {
    readonly options: Record<string, unknown>;
    readonly callback: Callback | undefined;
  }

  function trimLink(link: unknown): string {
    return typeof link === "string" ? link.replace(/^\/+|\/+$/g, "") : "";
  }
  const selfLink = trimLink(config.selfLink);
  const altLink = trimLink(config.altLink);

  function requireCollection(link: unknown): void {
    const trimmed = trimLink(link);
    if (trimmed === "" || (trimmed !== selfLink && trimmed !== altLink)) {
      throw kit.failure(
        400,
        `"${String(link)}" is not the link of this collection; use getSelfLink() or getAltLink().`,
      );
    }
  }

  function itemLink(link: unknown): ItemLink {
    const trimmed = trimLink(link);
    for (const [by, parent] of [
      ["rid", selfLink],
      ["id", altLink],
    ] as const) {
      const prefix = `${parent}/docs/`;
      const value = trimmed.slice(prefix.length);
      if (trimmed.startsWith(prefix) && value !== "" && !value.includes("/")) return { by, value };
    }
    throw kit.failure(400, `"${String(link)}" is not the link of a document of this collection.`);
  }

  function readCall(options: unknown, callback: unknown): Call {
    if (typeof options === "function" && callback === undefined) return readCall(undefined, options);
    if (options !== undefined && (typeof options !== "object" || options === null)) {
      throw kit.failure(
        400,
        `Options must be an object, not a ${options === null ? "null" : typeof options}.`,
      );
    }
    if (callback !== undefined && typeof callback !== "function") {
      throw kit.failure(400, `The callback must be a function, not a ${typeof callback}.`);
    }
    return { options: (options as Call["options"]) ?? {}, callback: callback as Callback | undefined };
  }

  function requireArguments(method: string, minimum: number, args: unknown[]): void {
    if (args.length >= minimum) return;
    throw kit.failure(
      400,
      `${method} needs at least ${minimum} argument(s), and was called with ${args.length}.`,
    );
  }

  function itemBody(document: unknown): JsonObject {
    const item = typeof document === "string" ? JSON.parse(document) : document;
    if (typeof item === "object" && item !== null && !Array.isArray(item)) return item;
    throw kit.failure(400, "The document must be an object, or a string with the JSON of one.");
  }

  /** The id is added outside, where randomness is; the script's own object stays as it is. */
  function newItem(document: unknown, options: Call["options"]): { body: JsonObject; generateId: boolean } {
    const body = itemBody(document);
    return { body, generateId: !body.id && options.disableAutomaticIdGeneration !== true };
  }

  function indexing(options: Call["options"]): IndexingDirective {
    const action = String(options.indexAction ?? "default").toLowerCase();
    if (action === "include" || action === "exclude" || action === "default") return action;
    throw kit.failure(400, `indexAction must be "default", "include" or "exclude", not "${action}".`);
  }

  function condition(name: "ifMatch" | "ifNoneMatch", etag: unknown): object {
    return typeof etag === "string" && etag !== "" ? { [name]: etag } : {};
  }

  function feedPage(options: Call["options"]): { pageSize: number; continuation?: string } {
    const asked = Number(options.pageSize ?? 100);
    const pageSize = asked >= 1 ? Math.min(Math.floor(asked), config.pageSizeMax) : config.pageSizeMax;
    const { continuation } = options;
    return typeof continuation === "string" && continuation !== ""
      ? { pageSize, continuation }
      : { pageSize };
  }

  /** Without a callback, a failed operation ends the script. */
  function send(operation: GuestOperation, { callback }: Call): boolean {
    return queue.add(operation, (result) => {
      if (result.status >= 400) {
        const error = kit.failure(
          result.status,
          result.errorMessage ?? `The operation failed with ${result.status}.`,
        );
        if (callback === undefined) throw error;
        callback(error);
        return;
      }
      const options = {
        statusCode: result.status,
        ...(result.continuation === undefined ? {} : { continuation: result.continuation }),
        ...(result.etag === undefined ? {} : { etag: result.etag }),
        ...(result.status === 304 ? { notModified: true } : {}),
      };
      if (operation.kind === "delete") callback?.(undefined, options);
      else callback?.(undefined, result.body, options);
    });
  }

  function readQuery(query: unknown): { query: string; parameters: QueryParameter[] } {
    if (typeof query === "string") return { query, parameters: [] };
    const spec = (query ?? {}) as { query?: unknown; parameters?: unknown };
    if (typeof spec.query !== "string") {
      throw kit.failure(400, "The query must be a string, or an object with query and parameters.");
    }
    return { query: spec.query, parameters: Array.isArray(spec.parameters) ? spec.parameters : [] };
  }

  const collection: Collection = {
    getSelfLink: () => config.selfLink,
    getAltLink: () => config.altLink,

    createDocument(...args: unknown[]) {
      requireArguments("createDocument", 2, args);
      const [link, document, options, callback] = args;
      requireCollection(link);
      const call = readCall(options, callback);
      const item = newItem(document, call.options);
      return send({ kind: "create", ...item, indexing: indexing(call.options) }, call);
    },

    upsertDocument(...args: unknown[]) {
      requireArguments("upsertDocument", 2, args);
      const [link, document, options, callback] = args;
      requireCollection(link);
      const call = readCall(options, callback);
      const item = newItem(document, call.options);
      const match = condition("ifMatch", call.options.etag);
      return send({ kind: "upsert", ...item, indexing: indexing(call.options), ...match }, call);
    },

    replaceDocument(...args: unknown[]) {
      requireArguments("replaceDocument", 2, args);
      const [link, document, options, callback] = args;
      const item = itemLink(link);
      const call = readCall(options, callback);
      const body = itemBody(document);
      const match = condition("ifMatch", call.options.etag);
      return send({ kind: "replace", item, body, indexing: indexing(call.options), ...match }, call);
    },

    deleteDocument(...args: unknown[]) {
      requireArguments("deleteDocument", 1, args);
      const item = itemLink(args[0]);
      const call = readCall(args[1], args[2]);
      return send({ kind: "delete", item, ...condition("ifMatch", call.options.etag) }, call);
    },

    readDocument(...args: unknown[]) {
      requireArguments("readDocument", 1, args);
      const item = itemLink(args[0]);
      const call = readCall(args[1], args[2]);
      return send({ kind: "read", item, ...condition("ifNoneMatch", call.options.ifNoneMatch) }, call);
    },

    readDocuments(...args: unknown[]) {
      requireArguments("readDocuments", 1, args);
      requireCollection(args[0]);
      const call = readCall(args[1], args[2]);
      return send({ kind: "readFeed", ...feedPage(call.options) }, call);
    },

    queryDocuments(...args: unknown[]) {
      requireArguments("queryDocuments", 2, args);
      requireCollection(args[0]);
      const query = readQuery(args[1]);
      const call = readCall(args[2], args[3]);
      return send({ kind: "query", ...query, ...feedPage(call.options) }, call);
    },
  };

  for (const verb of ["read", "create", "upsert", "replace", "delete"])
    collection[`${verb}Attachment`] = noAttachments;
  for (const verb of ["read", "query"]) collection[`${verb}Attachments`] = noAttachments;
  function noAttachments(): never {
    throw kit.failure(400, "Attachments are not supported; keep what they held in documents.");
  }
  return collection;
}
