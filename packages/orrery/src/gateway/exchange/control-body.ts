/**
 * How the control API reads a body: every member has a name and a type, and anything unknown or of another type is
 * refused. A misspelt member must not pass for an absent one, because the default would be carried out instead.
 */
import { Failure } from "../../value/failure.ts";

/** Checks one value; `undefined` is one that is absent. `name` is what a refusal calls it. */
export type Reader<T> = (value: unknown, name: string) => T;

type Members = Readonly<Record<string, Reader<unknown>>>;
type BodyOf<M extends Members> = { readonly [Name in keyof M]: ReturnType<M[Name]> };

/** An object with these members and no others. */
export function object<const M extends Members>(members: M): Reader<BodyOf<M>> {
  const names = Object.keys(members);
  return (value, name) => {
    const given = anyObject(value, name);
    const unknown = Object.keys(given).find((each) => !names.includes(each));
    if (unknown !== undefined) {
      const allowed = names.length === 0 ? "nothing" : names.map((each) => `'${each}'`).join(", ");
      throw new Failure("badRequest", `${name} has no '${unknown}'. It may have: ${allowed}.`);
    }
    return Object.fromEntries(
      names.map((each) => [each, members[each]!(given[each], `'${each}'`)]),
    ) as BodyOf<M>;
  };
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined ? undefined : reader(value, name));
}

export const text: Reader<string> = (value, name) => {
  if (typeof value !== "string") throw wrong(name, "a string", value);
  return value;
};

export const number: Reader<number> = (value, name) => {
  if (typeof value !== "number") throw wrong(name, "a number", value);
  return value;
};

export const boolean: Reader<boolean> = (value, name) => {
  if (typeof value !== "boolean") throw wrong(name, "true or false", value);
  return value;
};

export function oneOf<const T extends string>(...allowed: readonly T[]): Reader<T> {
  return (value, name) => {
    if (!allowed.includes(value as T))
      throw wrong(name, allowed.map((each) => `'${each}'`).join(" or "), value);
    return value as T;
  };
}

export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw wrong(name, "an array", value);
    return value.map((each, i) => reader(each, `Entry ${i + 1} of ${name}`));
  };
}

/** Values under names that the client chooses. */
export function mapOf<T>(reader: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, name) =>
    new Map(
      Object.entries(anyObject(value, name)).map(([key, each]) => [key, reader(each, `'${key}' of ${name}`)]),
    );
}

/** Whose members somebody else checks. */
export const anyObject: Reader<Readonly<Record<string, unknown>>> = (value, name) => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(name, "an object", value);
  return value as Record<string, unknown>;
};

const SHOWN_MAX = 100;

function wrong(name: string, expected: string, value: unknown): Failure {
  if (value === undefined) return new Failure("badRequest", `${name} is missing: it must be ${expected}.`);
  const json = JSON.stringify(value);
  const shown = json.length > SHOWN_MAX ? `${json.slice(0, SHOWN_MAX)}…` : json;
  return new Failure("badRequest", `${name} must be ${expected}, not ${shown}.`);
}
