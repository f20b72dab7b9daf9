/** The body of a query request: its text and parameters. */
import { type Exact, exactMember, type Json, type JsonObject, putExact } from "@orrerydb/exact-json";
import type { QueryText } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import type { JsonBody } from "../context/request-context.ts";

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
      const given = (parameter ?? {}) as JsonObject;
      const { name } = given;
      if (typeof name !== "string")
        throw new Failure("badRequest", "Each parameter of a query needs a 'name'.");
      const named: Record<string, Json> = { name };
      putExact(named, "value", exactMember(given, "value") as Exact<Json>);
      return named as unknown as QueryText["parameters"][number];
    }),
  };
}
