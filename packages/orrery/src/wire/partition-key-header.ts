/** The partition key of a request: a JSON array in a header, where `{}` stands for an absent value. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import { Failure } from "../value/failure.ts";

export function parsePartitionKeyHeader(text: string): PartitionKeyComponent[] {
  if (text === "") {
    throw new Failure(
      "badRequest",
      "The partition key header is empty: leave it out, or send a JSON array with the key.",
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Failure("badRequest", `The partition key header ${text} is not valid JSON.`);
  }
  if (!Array.isArray(parsed)) {
    throw new Failure("badRequest", `The partition key header must be a JSON array, not ${text}.`);
  }
  return parsed.map((component: unknown) => {
    if (typeof component === "number" && !Number.isFinite(component)) {
      throw new Failure("badRequest", `The partition key header ${text} holds a number that is too large.`);
    }
    if (typeof component !== "object" || component === null) return component as PartitionKeyComponent;
    if (!Array.isArray(component) && Object.keys(component).length === 0) return undefined;
    throw new Failure(
      "badRequest",
      `The partition key header ${text} holds an object or an array; use strings, numbers, true, false, null, or {} for an absent value.`,
    );
  });
}
