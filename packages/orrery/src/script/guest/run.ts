/**
 * One run of a stored procedure or trigger, seen from inside: sets up the globals of the API and drives the script.
 * The host calls `start` once, then `next` and `deliver` in turn, with the jobs of settled promises run in between.
 */
import type { ScriptOperationResult } from "../script-host.ts";
import type { Collection, CollectionConfig } from "./collection.ts";
import type { GuestKit, UseStart } from "./guest-kit.ts";
import type { Message, MessageProperty } from "./message.ts";
import type { GuestOperation, OperationQueue } from "./operation-queue.ts";

export interface RunConfig extends CollectionConfig, UseStart {
  readonly parameters: readonly unknown[];
  readonly request: Record<string, MessageProperty>;
  /** Absent in pre-triggers, which run before there is one. */
  readonly response?: Record<string, MessageProperty>;
  readonly logging: boolean;
  /** On the clock that begins at `startMs`. */
  readonly acceptUntilMs: number;
  readonly operationsMax: number;
  readonly bodyCharactersMax: number;
  readonly logCharactersMax: number;
}

/** What `next` says: an operation to serve, or the end, with the bodies as JSON text of their own. */
type RunState =
  | { readonly kind: "operation"; readonly operation: GuestOperation }
  | {
      readonly kind: "done";
      readonly request: string | undefined;
      readonly response: string | undefined;
      readonly log: string;
    };

interface GuestRun {
  start(script: (...parameters: unknown[]) => unknown): void;
  /** JSON text of a `RunState`; throws what ended the script. */
  next(): string;
  deliver(resultText: string): void;
}

/** The parts that this one is made of, given as parameters because guest code has no imports. */
interface RunParts {
  createMessage(
    kit: GuestKit,
    properties: Record<string, MessageProperty>,
    charactersMax: number,
  ): { readonly message: Message; read(name: string): unknown };
  createOperationQueue(acceptUntilMs: number, operationsMax: number): OperationQueue;
  createCollection(kit: GuestKit, queue: OperationQueue, config: CollectionConfig): Collection;
  addQueryFunctions(
    kit: GuestKit,
    collection: Collection,
    appendBody: ((text: string) => void) | undefined,
    pageSizeMax: number,
  ): void;
  createLog(kit: GuestKit, charactersMax: number): { write(...args: unknown[]): void; text(): string };
}

export function createRun(kit: GuestKit, parts: RunParts, configText: string): GuestRun {
  const { parse, stringify } = JSON;
  const config: RunConfig = parse(configText);
  kit.begin(config);
  const queue = parts.createOperationQueue(config.acceptUntilMs, config.operationsMax);
  const request = parts.createMessage(kit, config.request, config.bodyCharactersMax);
  const response = config.response && parts.createMessage(kit, config.response, config.bodyCharactersMax);
  const log = parts.createLog(kit, config.logCharactersMax);
  const collection = parts.createCollection(kit, queue, config);
  const append = response?.message.appendBody as ((text: string) => void) | undefined;
  parts.addQueryFunctions(kit, collection, append, config.pageSizeMax);

  let failure: { readonly thrown: unknown } | undefined;
  const fail = (thrown: unknown): void => {
    failure ??= { thrown };
  };

  const context = {
    getCollection: () => collection,
    getRequest: () => request.message,
    ...(response === undefined ? {} : { getResponse: () => response.message }),
    /** For promise code, where a throw would only reject: ends the script, whatever it catches. */
    abort(thrown: unknown): never {
      fail(thrown);
      throw thrown;
    },
  };
  const shortcut = Object.assign(Object.create(collection), { request: request.message });
  if (response !== undefined) shortcut.response = response.message;
  Object.assign(globalThis, {
    getContext: () => context,
    __: shortcut,
    console: { log: config.logging ? log.write : () => undefined },
    ErrorCodes: Object.freeze({
      BadRequest: 400,
      Forbidden: 403,
      NotFound: 404,
      Conflict: 409,
      PreconditionFailed: 412,
      RequestEntityTooLarge: 413,
      RetryWith: 449,
      InternalServerError: 500,
    }),
  });

  return {
    start(script) {
      try {
        const returned = script(...config.parameters);
        if (returned instanceof Promise) returned.then(undefined, fail);
      } catch (thrown) {
        fail(thrown);
      }
    },
    next() {
      if (failure !== undefined) throw failure.thrown;
      const operation = queue.next();
      if (operation !== undefined) return stringify({ kind: "operation", operation } satisfies RunState);
      return stringify({
        kind: "done",
        request: kit.write(request.read("Body"), "The request body"),
        response: kit.write(response?.read("Body"), "The response body"),
        log: log.text(),
      } satisfies RunState);
    },
    deliver(resultText) {
      try {
        queue.deliver(parse(resultText) as ScriptOperationResult);
      } catch (thrown) {
        fail(thrown);
      }
    },
  };
}
