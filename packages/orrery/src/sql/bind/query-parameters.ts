/** The parameters of a query, as clients send them and as binding looks them up. */
import { digitsAt, type Json, type JsonObject, type Value } from "@orrerydb/exact-json";

export interface QueryParameter {
  /** With or without the leading "@". */
  readonly name: string;
  readonly value: Json;
}

/** By name, with the "@". */
export function parameterMap(parameters: readonly QueryParameter[]): ReadonlyMap<string, Value> {
  return new Map(parameters.map(({ name, value }) => [nameOf(name), value] as const));
}

/** The digits of the numbers among them that a double does not hold, by name. */
export function parameterDigits(parameters: readonly QueryParameter[]): ReadonlyMap<string, string> {
  return new Map(
    parameters.flatMap((parameter) => {
      const digits = digitsAt(parameter as unknown as JsonObject, "value");
      return digits === undefined ? [] : [[nameOf(parameter.name), digits] as const];
    }),
  );
}

function nameOf(name: string): string {
  return name.startsWith("@") ? name : `@${name}`;
}
