/**
 * The part of JSON text that a JavaScript value cannot hold: the digits of a number whose double prints differently
 * (12345678987654321, 1.0, 1e3, -0), and the order of names that look like array indexes.
 *
 * An object or array carries its form under a symbol. Everything that computes sees plain doubles; only code that
 * prints, copies or selects members needs to know about forms. The symbol is enumerable, so that `{ ...object }` copies
 * the form with the members. That is safe: digits count only while the member still is the number that they spell.
 */
import type { Json, JsonArray, JsonObject, Value } from "./json.ts";

export interface SourceForm {
  /** Digits by name or index. */
  readonly digits?: ReadonlyMap<string | number, string> | undefined;
  /** All names in the order of the text, where `Object.keys` has another. */
  readonly names?: readonly string[] | undefined;
}

const FORM = Symbol("source form");

interface Formed {
  [FORM]?: SourceForm;
}

export function formOf(container: JsonObject | JsonArray): SourceForm | undefined {
  return (container as Formed)[FORM];
}

export function setForm(container: JsonObject | JsonArray, form: SourceForm): void {
  (container as Formed)[FORM] = form;
}

/** A number with the digits that it was written with, on its way from one object or array to another. */
export class ExactNumber {
  readonly value: number;
  readonly digits: string;

  constructor(value: number, digits: string) {
    this.value = value;
    this.digits = digits;
  }
}

/** A value that may still have its digits. */
export type Exact<T extends Value = Value> = T | ExactNumber;

/** An integer, with its digits where the double would be printed differently. */
export function exactInteger(integer: bigint): Exact<number> {
  const value = Number(integer);
  const digits = `${integer}`;
  return `${value}` === digits ? value : new ExactNumber(value, digits);
}

/** The integer that a number is written as, if it is written as one. */
export function integerOf(number: Exact<number>): bigint | undefined {
  const digits = number instanceof ExactNumber ? number.digits : `${number}`;
  return /^-?\d+$/.test(digits) ? BigInt(digits) : undefined;
}

/** The value that computations see. */
export function inexact<T extends Value>(value: Exact<T>): T | number {
  return value instanceof ExactNumber ? value.value : value;
}

/** The digits of a number, where its double would be printed differently. */
export function digitsAt(container: JsonObject | JsonArray, key: string | number): string | undefined {
  const digits = formOf(container)?.digits?.get(key);
  if (digits === undefined) return undefined;
  return Object.is(Number(digits), (container as JsonObject)[key]) ? digits : undefined;
}

/** A member with its digits. */
export function exactMember(container: JsonObject | JsonArray, key: string | number): Exact {
  const value = (container as JsonObject)[key];
  if (typeof value !== "number") return value;
  const digits = digitsAt(container, key);
  return digits === undefined ? value : new ExactNumber(value, digits);
}

/** Sets a member and its digits. Requires that the object shares its form with no other: that it is being built. */
export function putExact(object: Record<string, Json>, name: string, value: Exact<Json>): void {
  const plain = inexact(value);
  if (name === "__proto__") {
    const attributes = { writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, { value: plain, ...attributes });
  } else object[name] = plain;
  if (value instanceof ExactNumber) addDigits(object, name, value.digits);
  else (formOf(object)?.digits as Map<string | number, string> | undefined)?.delete(name);
}

/** Appends an element and its digits, with the same requirement. */
export function pushExact(array: Json[], value: Exact<Json>): void {
  if (value instanceof ExactNumber) addDigits(array, array.length, value.digits);
  array.push(inexact(value));
}

/** Elements with their digits. */
export function exactElements(array: JsonArray): readonly Exact<Json>[] {
  return formOf(array) === undefined ? array : array.map((_, i) => exactMember(array, i) as Exact<Json>);
}

/** An array of elements that may have digits. */
export function arrayOf(elements: readonly Exact<Json>[]): JsonArray {
  const array: Json[] = [];
  for (const element of elements) pushExact(array, element);
  return array;
}

/** A copy of an object with another value of one member, which comes last if it is new. */
export function withMember(object: JsonObject, name: string, value: Exact<Json>): JsonObject {
  const copy = { ...object, [name]: inexact(value) };
  const digits = new Map(formOf(object)?.digits);
  digits.delete(name);
  if (value instanceof ExactNumber) digits.set(name, value.digits);
  const isNew = !Object.hasOwn(object, name);
  const mayMove = formOf(object)?.names !== undefined || (isNew && isArrayIndex(name));
  setNeededForm(copy, digits, mayMove ? [...namesOf(object), ...(isNew ? [name] : [])] : undefined);
  return copy;
}

/** A copy of an object without some members. */
export function withoutMembers(object: JsonObject, names: readonly string[]): JsonObject {
  const copy: Record<string, Json> = { ...object };
  for (const name of names) delete copy[name];
  const form = formOf(object);
  if (form === undefined) return copy;
  const digits = new Map(form.digits);
  for (const name of names) digits.delete(name);
  setNeededForm(copy, digits, form.names && namesOf(copy));
  return copy;
}

/** `names`: all of them in their order; undefined: `Object.keys` has that order. */
function setNeededForm(
  object: JsonObject,
  digits: ReadonlyMap<string | number, string>,
  names: readonly string[] | undefined,
): void {
  const keys = names && Object.keys(object);
  const differs = names?.some((name, i) => name !== keys![i]) ?? false;
  if (digits.size > 0 || differs)
    setForm(object, { ...(digits.size > 0 && { digits }), ...(differs && { names }) });
  else delete (object as Formed)[FORM];
}

/** A copy of an array that `edit` makes of its elements. */
export function withElements(
  array: JsonArray,
  edit: (elements: readonly Exact<Json>[]) => readonly Exact<Json>[],
): JsonArray {
  return arrayOf(edit(exactElements(array)));
}

function addDigits(container: JsonObject | JsonArray, key: string | number, digits: string): void {
  const form = formOf(container);
  if (form?.digits !== undefined) (form.digits as Map<string | number, string>).set(key, digits);
  else setForm(container, { ...form, digits: new Map([[key, digits]]) });
}

/** JavaScript moves such names to the front of an object. */
export function isArrayIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}

/** Names in the order of the text. */
export function namesOf(object: JsonObject): readonly string[] {
  const names = formOf(object)?.names;
  if (names === undefined) return Object.keys(object);
  const own = new Set(Object.keys(object));
  // Members may have been added or removed since the form was made.
  return [...new Set([...names.filter((name) => own.has(name)), ...own])];
}

/**
 * Gives a value that was made of doubles the form of the one that it was made from, wherever both have the same number.
 * Requires that nothing else shares the forms of `to`.
 */
export function carryForm(from: Value, to: Value): void {
  if (typeof from !== "object" || typeof to !== "object" || from === null || to === null) return;
  if (Array.isArray(from) !== Array.isArray(to)) return;
  const [source, target] = [from as JsonObject, to as JsonObject];
  const names = formOf(source)?.names;
  if (names !== undefined) setForm(target, { ...formOf(target), names });
  for (const name of Object.keys(source)) {
    const key = Array.isArray(from) ? Number(name) : name;
    const digits = digitsAt(source, key);
    if (digits !== undefined) {
      if (Object.is(source[name], target[name])) addDigits(target, key, digits);
    } else if (Object.hasOwn(target, name)) carryForm(source[name], target[name]);
  }
}
