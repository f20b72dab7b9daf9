/** The body of a query request: its text and parameters. */
import type { QueryText } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import type { JsonBody } from "../request-context.ts";

export function queryText(body: JsonBody): QueryText {
  const { query, parameters = [] } = body;
  if (typeof query !== "string") {
    throw new Failure("badRequest", "The body of a query needs its text as 'query'.");
  }
  const list = parameters ?? [];
  if (!Array.isArray(list)) throw new Failure("badRequest", "The 'parameters' of a query must be an array.");
  return {
    text: query,
    parameters: list.map((parameter) => {
      const { name, value } = (parameter ?? {}) as { name?: unknown; value?: unknown };
      if (typeof name !== "string")
        throw new Failure("badRequest", "Each parameter of a query needs a 'name'.");
      return { name, value: value as QueryText["parameters"][number]["value"] };
    }),
  };
}
