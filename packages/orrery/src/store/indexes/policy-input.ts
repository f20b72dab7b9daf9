/** Reading the policies that clients give: the shapes that all of them are made of. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { Failure } from "../../value/failure.ts";
import { checkPolicyList } from "./policy-path.ts";

export type PolicyInput = Readonly<Record<string, Json | undefined>>;

export function objectOf(value: Json, name: string): PolicyInput {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrongShape(name, "an object");
  return value as JsonObject;
}

export function listOf(value: Json | undefined, name: string): readonly Json[] {
  if (!Array.isArray(value)) throw wrongShape(name, "an array");
  checkPolicyList(value, name);
  return value;
}

/** The list `name` of the policy `owner`. */
export function listIn(value: Json, name: string, owner: string): readonly Json[] {
  return listOf(objectOf(value, owner)[name], `${owner}.${name}`);
}

/** The list `name` of a policy, which may be absent. */
export function objectsIn(input: Json | undefined, name: string): JsonObject[] {
  if (input === undefined || input === null) return [];
  if (
    !Array.isArray(input) ||
    !input.every((item) => typeof item === "object" && item !== null && !Array.isArray(item))
  ) {
    throw badPolicy(`'${name}' must be an array of objects.`);
  }
  checkPolicyList(input, name);
  return [...input] as JsonObject[];
}

/** The same as a member of the policy, unless it is empty. */
export function listMember(given: PolicyInput, name: string): JsonObject {
  const list = objectsIn(given[name], name);
  return list.length === 0 ? {} : { [name]: list };
}

export function badPolicy(message: string): Failure {
  return new Failure("badRequest", message);
}

function wrongShape(name: string, shape: string): Failure {
  return badPolicy(`One of the specified inputs is invalid: '${name}' must be ${shape}.`);
}
