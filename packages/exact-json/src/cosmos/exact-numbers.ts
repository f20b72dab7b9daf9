/**
 * A plugin for clients of `@azure/cosmos` that move items: items that such a client reads have marks where the SDK
 * would lose digits or the order of names (`marked-json.ts`), and what it sends has none.
 *
 * The SDK itself merges the rows of some queries. It must see doubles there: a marked string would sort and compare as
 * a string.
 */
import type { CosmosClientOptions, Plugin } from "@azure/cosmos";
import type { Json, JsonArray, JsonObject } from "../json.ts";
import { markedJson, markJsonText, unmarkJsonText } from "../marked-json.ts";
import { mayLoseForm, parseJsonText } from "../parse-json-text.ts";
import { exactMember } from "../source-form.ts";

type RequestContext = Parameters<Plugin<unknown>>[0];
type Pipeline = NonNullable<RequestContext["pipeline"]>;

const plugin: Plugin<unknown> = async (context, _node, next) => {
  const { pipeline, resourceType, body } = context;
  if (resourceType !== "docs") return next(context);
  const query = queryTextOf(body);
  if (typeof body === "string") context.body = unmarkJsonText(body);
  let isApplied = false;
  const send: Pipeline["sendRequest"] = async (client, request) => {
    isApplied = true;
    const response = await (pipeline?.sendRequest(client, request) ?? client.sendRequest(request));
    const text = response.bodyAsText;
    return text ? { ...response, bodyAsText: markAnswer(text, query) } : response;
  };
  context.pipeline = { sendRequest: send } as Pipeline;
  try {
    const answer = await next(context);
    if (!isApplied) throw new Error("This @azure/cosmos would round numbers. Install 4.3 or newer.");
    return answer;
  } finally {
    if (pipeline === undefined) delete context.pipeline;
    else context.pipeline = pipeline;
  }
};

/** For the options of a client. The SDK's published types hide plugins. */
export const EXACT_NUMBERS = { on: "request", plugin } as const;

/** Options of a client that keeps digits and the order of names. */
export function withExactNumbers(options: CosmosClientOptions): CosmosClientOptions {
  const { plugins = [] } = options as { plugins?: readonly object[] };
  return { ...options, plugins: [EXACT_NUMBERS, ...plugins] } as CosmosClientOptions;
}

function queryTextOf(body: unknown): string | undefined {
  if (typeof body !== "string" || !body.startsWith('{"query"')) return undefined;
  return (JSON.parse(body) as { query?: string }).query;
}

function markAnswer(text: string, query: string | undefined): string {
  switch (query === undefined ? "rows" : passedOn(query)) {
    case "rows":
      return markJsonText(text);
    case "payloads":
      return mayLoseForm(text) ? markPayloads(text) : text;
    case "nothing":
      return text;
  }
}

/** What the SDK only passes on of the rows of a query. */
export function passedOn(query: string): "rows" | "payloads" | "nothing" {
  if (/^\s*SELECT\s+DISTINCT\b/i.test(query) || /\bAS groupByItems\b/.test(query)) return "nothing";
  if (/\bAS orderByItems\b/.test(query)) return "payloads";
  return /\[\s*\{\s*"item"\s*:/.test(query) ? "nothing" : "rows";
}

function markPayloads(text: string): string {
  const answer = parseJsonText(text) as JsonObject;
  const rows = (answer.Documents ?? []) as JsonArray;
  return JSON.stringify({ ...answer, Documents: rows.map((row) => markPayload(row as JsonObject)) });
}

function markPayload(row: JsonObject): JsonObject {
  const payload = exactMember(row, "payload");
  return payload === undefined ? row : { ...row, payload: markedJson(payload as Json) };
}
