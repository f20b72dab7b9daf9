/*
 * Time buckets: the month, day or hour of a timestamp as part of a key, always in UTC, so that every service that
 * writes or reads agrees. A timestamp is an ISO 8601 string, which a Date becomes in JSON, or a number since 1970.
 */

import type { Path } from "./join-parts.ts";
import { SyntheticKeyError } from "./synthetic-key-error.ts";

export type Bucket = "month" | "day" | "hour";

/** Unit of a timestamp that is a number. */
export type TimeUnit = "ms" | "s";

/** A part of a key: the bucket into which the timestamp at `path` falls. */
export interface TimeBucketPart<P extends Path = Path> {
  readonly path: P;
  readonly bucket: Bucket;
  /** Milliseconds unless told otherwise. */
  readonly unit?: TimeUnit;
}

/** "2018-08": as a part of a key, or of a Date at once. */
export function month<P extends Path>(path: P, unit?: TimeUnit): TimeBucketPart<P>;
export function month(date: Date): string;
export function month(from: Path | Date, unit?: TimeUnit): TimeBucketPart | string {
  return bucketOf(from, "month", unit);
}

/** "2018-08-09" */
export function day<P extends Path>(path: P, unit?: TimeUnit): TimeBucketPart<P>;
export function day(date: Date): string;
export function day(from: Path | Date, unit?: TimeUnit): TimeBucketPart | string {
  return bucketOf(from, "day", unit);
}

/** "2018-08-09T14" */
export function hour<P extends Path>(path: P, unit?: TimeUnit): TimeBucketPart<P>;
export function hour(date: Date): string;
export function hour(from: Path | Date, unit?: TimeUnit): TimeBucketPart | string {
  return bucketOf(from, "hour", unit);
}

const LENGTH_OF_BUCKET: Record<Bucket, number> = { month: 7, day: 10, hour: 13 };

/** `undefined` when the value is not a timestamp between the years 0 and 9999. */
export function bucketText(value: unknown, bucket: Bucket, unit: TimeUnit): string | undefined {
  const time = timeOf(value, unit);
  if (!(time >= EARLIEST && time < LATEST)) return undefined;
  return new Date(time).toISOString().slice(0, LENGTH_OF_BUCKET[bucket]);
}

/** Milliseconds since 1970. */
function timeOf(value: unknown, unit: TimeUnit): number {
  if (typeof value === "number") return value * (unit === "s" ? 1000 : 1);
  if (typeof value === "string") return parseTime(value);
  return value instanceof Date ? value.getTime() : Number.NaN;
}

const EARLIEST = Date.parse("0000-01-01T00:00:00Z");
const LATEST = Date.UTC(10_000, 0);
const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/;

/**
 * Date.parse reads a time without an offset as local time, which differs from machine to machine; here it is UTC.
 * A day that the calendar lacks is refused instead of carried over into the next month.
 */
function parseTime(text: string): number {
  const match = TIMESTAMP.exec(text);
  if (match === null) return Number.NaN;
  const [
    ,
    year,
    month,
    day,
    hours = "0",
    minutes = "0",
    seconds = "0",
    sign,
    offsetHours = "0",
    offsetMinutes = "0",
  ] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return Number.NaN;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return Number.NaN;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -1 : 1);
  return date.getTime() + ((Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds)) * 1000;
}

function bucketOf(from: Path | Date, bucket: Bucket, unit: TimeUnit | undefined): TimeBucketPart | string {
  if (!(from instanceof Date))
    return unit === undefined ? { path: from, bucket } : { path: from, bucket, unit };
  const text = bucketText(from, bucket, "ms");
  if (text !== undefined) return text;
  throw new SyntheticKeyError("InvalidPart", `${from} is no Date between the years 0 and 9999.`);
}
