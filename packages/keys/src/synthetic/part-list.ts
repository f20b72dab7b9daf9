/*
 * The parts that a key is made of, compiled once: where each value is found, and what it becomes.
 */

import { PartitionKeyError } from "../hash/partition-key-error.ts";
import { parsePartitionKeyPath, valueAtSegments } from "../hash/partition-key-path.ts";
import type { Path } from "./join-parts.ts";
import { escapedText, type Scalar, scalarText } from "./join-parts.ts";
import type { Part } from "./path-types.ts";
import { SyntheticKeyError } from "./synthetic-key-error.ts";
import { type Bucket, bucketText, type TimeUnit } from "./time-bucket.ts";

const PARTS_MAX = 16;

interface CompiledPart {
  readonly path: Path;
  readonly segments: readonly string[];
  readonly bucket: Bucket | undefined;
  readonly unit: TimeUnit;
}

const BUCKETS: readonly unknown[] = ["month", "day", "hour"] satisfies Bucket[];
const UNITS: readonly unknown[] = ["ms", "s", undefined] satisfies (TimeUnit | undefined)[];

export class PartList {
  readonly #parts: readonly CompiledPart[];
  readonly #placeholder: Scalar | undefined;

  constructor(parts: readonly Part[], placeholder: Scalar | undefined) {
    if (!Array.isArray(parts) || parts.length < 1 || parts.length > PARTS_MAX) {
      throw new SyntheticKeyError("InvalidStrategy", `A key must be made of 1 to ${PARTS_MAX} parts.`);
    }
    if (placeholder !== undefined) assertScalar(placeholder, "The placeholder");
    this.#parts = parts.map(compilePart);
    this.#placeholder = placeholder;
  }

  get length(): number {
    return this.#parts.length;
  }

  get paths(): readonly Path[] {
    return this.#parts.map((part) => part.path);
  }

  /** The value of a part, or the placeholder. */
  valueAt(index: number, item: object): Scalar {
    const part = this.#parts[index]!;
    const value = valueAtSegments(item, part.segments);
    if (value === undefined) {
      if (this.#placeholder !== undefined) return this.#placeholder;
      throw missingPart(part.path);
    }
    if (part.bucket === undefined) {
      assertScalar(value, `"${part.path}"`);
      return value;
    }
    const text = bucketText(value, part.bucket, part.unit);
    if (text === undefined) {
      throw new SyntheticKeyError(
        "InvalidPart",
        `"${part.path}" is not a timestamp: use an ISO 8601 string, a Date, or a number of ${part.unit} since 1970.`,
      );
    }
    return text;
  }

  isComplete(item: object): boolean {
    return (
      this.#placeholder !== undefined ||
      this.#parts.every((part) => valueAtSegments(item, part.segments) !== undefined)
    );
  }

  /** The parts as one text, unambiguous as `joinParts` explains. */
  join(item: object, separator: string): string {
    let text = scalarText(this.valueAt(0, item));
    for (let index = 1; index < this.#parts.length; index++) {
      text += separator + escapedText(this.valueAt(index, item), separator);
    }
    return text;
  }

  /** The parts as one text, with nothing escaped. */
  joinPlainly(item: object, separator: string): string {
    let text = String(this.valueAt(0, item));
    for (let index = 1; index < this.#parts.length; index++)
      text += separator + String(this.valueAt(index, item));
    return text;
  }
}

/** Descriptions come from JSON, so nothing is taken for granted. */
function compilePart(part: Part): CompiledPart {
  const { path, bucket, unit } = typeof part === "object" && part !== null ? part : { path: part };
  if (
    typeof path !== "string" ||
    !(bucket === undefined ? typeof part === "string" : BUCKETS.includes(bucket))
  ) {
    throw new SyntheticKeyError(
      "InvalidStrategy",
      `${JSON.stringify(part)} is not a part of a key: use a path such as "/tenant/name", or month(), day() or hour() of one.`,
    );
  }
  if (!UNITS.includes(unit)) {
    throw new SyntheticKeyError(
      "InvalidStrategy",
      `The unit of a timestamp must be "ms" or "s", not ${JSON.stringify(unit)}.`,
    );
  }
  return { path, segments: parsePath(path), bucket, unit: unit ?? "ms" };
}

export function missingPart(path: Path): SyntheticKeyError {
  return new SyntheticKeyError(
    "MissingPart",
    `The key needs "${path}", which this item lacks: set it, or give the strategy a placeholder.`,
  );
}

export function parsePath(path: string): string[] {
  try {
    return parsePartitionKeyPath(path);
  } catch (error) {
    if (error instanceof PartitionKeyError) throw new SyntheticKeyError("InvalidStrategy", error.message);
    throw error;
  }
}

export function assertScalar(value: unknown, name: string): asserts value is Scalar {
  const isScalar =
    typeof value === "string" ||
    typeof value === "boolean" ||
    value === null ||
    (typeof value === "number" && Number.isFinite(value));
  if (isScalar) return;
  throw new SyntheticKeyError(
    "InvalidPart",
    `${name} is ${typeof value === "number" ? value : `of type ${Array.isArray(value) ? "array" : typeof value}`}, but a part of a key must be a string, a finite number, true, false or null.`,
  );
}
