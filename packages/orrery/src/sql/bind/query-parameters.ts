/** The parameters of a query, as clients send them and as binding looks them up. */
import type { Json, Value } from "../../value/json.ts";

export interface QueryParameter {
  /** With or without the leading "@". */
  readonly name: string;
  readonly value: Json;
}

/** By name, with the "@". */
export function parameterMap(parameters: readonly QueryParameter[]): ReadonlyMap<string, Value> {
  return new Map(
    parameters.map(({ name, value }) => [name.startsWith("@") ? name : `@${name}`, value] as const),
  );
}
