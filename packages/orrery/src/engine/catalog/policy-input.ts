/** Reading the policies that clients give: the shapes that all of them are made of. */
import { Failure } from "../../value/failure.ts";
import type { Json, JsonObject } from "../../value/json.ts";
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

export function badPolicy(message: string): Failure {
  return new Failure("badRequest", message);
}

function wrongShape(name: string, shape: string): Failure {
  return badPolicy(`One of the specified inputs is invalid: '${name}' must be ${shape}.`);
}
