/** The parts of a date-time by the names that the language gives them, and what they are in ticks. */
import type { Value } from "@orrerydb/exact-json";
import {
  civilDate,
  type DateTime,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from "./date-time.ts";

export type DateTimePart =
  | "year"
  | "month"
  | "day"
  | "hour"
  | "minute"
  | "second"
  | "millisecond"
  | "microsecond"
  | "nanosecond";

const PARTS: ReadonlyMap<Value, DateTimePart> = new Map<Value, DateTimePart>([
  ["year", "year"],
  ["yyyy", "year"],
  ["yy", "year"],
  ["month", "month"],
  ["mm", "month"],
  ["m", "month"],
  ["day", "day"],
  ["dd", "day"],
  ["d", "day"],
  ["hour", "hour"],
  ["hh", "hour"],
  ["minute", "minute"],
  ["mi", "minute"],
  ["n", "minute"],
  ["second", "second"],
  ["ss", "second"],
  ["s", "second"],
  ["millisecond", "millisecond"],
  ["ms", "millisecond"],
  ["microsecond", "microsecond"],
  ["mcs", "microsecond"],
  ["nanosecond", "nanosecond"],
  ["ns", "nanosecond"],
]);

export function parsePart(name: Value): DateTimePart | undefined {
  return PARTS.get(name);
}

/** The parts whose length never changes. A nanosecond is a hundredth of a tick, and left to whoever needs it. */
export const PART_TICKS = {
  day: TICKS_PER_DAY,
  hour: TICKS_PER_HOUR,
  minute: TICKS_PER_MINUTE,
  second: TICKS_PER_SECOND,
  millisecond: TICKS_PER_SECOND / 1e3,
  microsecond: TICKS_PER_SECOND / 1e6,
} as const;

/** The value of one part. Those below a second count from the second: .1301617 is 130 ms, 130161 mcs. */
export function partOf(part: DateTimePart, { day, tick }: DateTime): number {
  switch (part) {
    case "year":
    case "month":
    case "day":
      return civilDate(day)[part];
    case "hour":
      return Math.floor(tick / TICKS_PER_HOUR);
    case "minute":
      return Math.floor(tick / TICKS_PER_MINUTE) % 60;
    case "second":
      return Math.floor(tick / TICKS_PER_SECOND) % 60;
    case "nanosecond":
      return (tick % TICKS_PER_SECOND) * 100;
    case "millisecond":
    case "microsecond":
      return Math.floor((tick % TICKS_PER_SECOND) / PART_TICKS[part]);
  }
}
