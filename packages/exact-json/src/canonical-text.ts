/**
 * Compares marked JSON by value: two endpoints may spell one number differently (`1.0` and `1`) and have names in
 * another order, but 12345678987654321 is not 12345678987654320.
 */
import type { JsonArray, JsonObject, Value } from "./json.ts";
import { unmarkedJson } from "./marked-json.ts";
import { digitsAt } from "./source-form.ts";

/** Equal for equal values, whatever the order of names. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(unmarkedJson(value) as Value));
}

function canonical(value: Value): unknown {
  if (value === undefined) return { undefined: true };
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((_, i) => member(value as JsonArray, i));
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, member(value as JsonObject, name)]));
}

function member(container: JsonObject | JsonArray, key: string | number): unknown {
  const digits = digitsAt(container, key);
  const value = (container as JsonObject)[key];
  if (digits === undefined) return canonical(value);
  const decimal = decimalOf(digits);
  return decimal === decimalOf(String(value)) ? value : { digits: decimal };
}

/** A number as its significant digits and a power of ten. */
function decimalOf(digits: string): string {
  const [, sign, integer = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits)!;
  const all = (integer + fraction).replace(/^0+/, "");
  const significant = all.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + all.length - significant.length}`;
}
