/** How large the container is to become, and what that costs. */
import { parse } from "yaml";
import { Failure } from "../../value/failure.ts";

export interface Scale {
  readonly itemsPerDay?: number;
  readonly retentionDays?: number;
  /** The busiest second over the average one. */
  readonly peakFactor: number;
  /** RU/s that may be provisioned. */
  readonly budget?: number;
  /** Published prices of manual throughput and storage in one region; they differ by region and contract. */
  readonly pricePer100RuHour: number;
  readonly pricePerGbMonth: number;
}

export const DEFAULT_SCALE: Scale = { peakFactor: 1, pricePer100RuHour: 0.008, pricePerGbMonth: 0.25 };

const NAMES = [
  "itemsPerDay",
  "retentionDays",
  "peakFactor",
  "budget",
  "pricePer100RuHour",
  "pricePerGbMonth",
] as const;

/** From `itemsPerDay=5e6,retentionDays=90`, or the text of a YAML or JSON file with the same names. */
export function parseScale(text: string): Scale {
  let given: unknown;
  try {
    given = /^\s*\w+=/.test(text)
      ? Object.fromEntries(text.split(",").map(pairOf))
      : parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new Failure("badRequest", `The scale is no YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (typeof given !== "object" || given === null)
    throw new Failure("badRequest", `The scale must say some of ${NAMES.join(", ")}.`);
  return checkScale(given as Readonly<Record<string, unknown>>);
}

function pairOf(text: string): [string, unknown] {
  const [name, value = ""] = text.split("=");
  const number = Number(value);
  return [name!.trim(), value.trim() === "" || Number.isNaN(number) ? `'${value}'` : number];
}

export function checkScale(given: Readonly<Record<string, unknown>>): Scale {
  for (const [name, value] of Object.entries(given)) {
    if (!(NAMES as readonly string[]).includes(name))
      throw new Failure("badRequest", `The scale has '${name}', which is none of ${NAMES.join(", ")}.`);
    if (typeof value !== "number" || !(value > 0) || !Number.isFinite(value))
      throw new Failure(
        "badRequest",
        `'${name}' of the scale must be a number above 0, not ${String(value)}.`,
      );
  }
  return { ...DEFAULT_SCALE, ...given };
}
