/**
 * The date and time functions. A bad part, a text that is not a date-time, a number that is not an integer, or a result
 * outside the years 1 to 9999 gives `undefined`. Ticks and timestamps count from 1970.
 */
import type { Value } from "@orrerydb/exact-json";
import {
  type BuiltinFunction,
  binary,
  type Constant,
  type FunctionCalls,
  nondeterministic,
  nullary,
  ternary,
  unary,
  variadic,
} from "../builtin-function.ts";
import {
  type DateTime,
  dayNumber,
  formatDateTime,
  fromMilliseconds,
  isCivilDate,
  normalize,
  parseDateTime,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from "./date-time.ts";
import { addPart, binStart, differenceInParts } from "./date-time-arithmetic.ts";
import { compileFormat } from "./date-time-format.ts";
import { type DateTimePart, parsePart, partOf } from "./date-time-part.ts";

const UNIX_EPOCH: DateTime = { day: 0, tick: 0 };
/** Bins may not start before the epoch of Windows. */
const BIN_ORIGIN_DAY_MIN = dayNumber(1601, 1, 1);

function format(value: DateTime | undefined): Value {
  return value === undefined ? undefined : formatDateTime(value);
}

function toTicks({ day, tick }: DateTime): number {
  return day * TICKS_PER_DAY + tick;
}

function fromTicks(ticks: Value): Value {
  if (!Number.isInteger(ticks)) return undefined;
  const rest = (ticks as number) % TICKS_PER_DAY;
  return format(normalize(((ticks as number) - rest) / TICKS_PER_DAY, rest));
}

function toTimestamp({ day, tick }: DateTime): number {
  return day * 86_400_000 + Math.floor(tick / 10_000);
}

function dateTimeAdd(partName: Value, count: Value, text: Value): Value {
  const part = parsePart(partName);
  const start = parseDateTime(text);
  if (part === undefined || start === undefined || !Number.isInteger(count)) return undefined;
  return format(addPart(part, count as number, start));
}

function dateTimeBin(args: readonly Value[]): Value {
  const value = parseDateTime(args[0]);
  const part = parsePart(args[1]);
  const size = args.length > 2 ? args[2] : 1;
  const origin = args.length > 3 ? parseDateTime(args[3]) : UNIX_EPOCH;
  if (value === undefined || part === undefined || origin === undefined) return undefined;
  if (!Number.isSafeInteger(size) || (size as number) <= 0) return undefined;
  if (origin.day < BIN_ORIGIN_DAY_MIN) return undefined;
  return format(binStart(part, size as number, origin, value));
}

function dateTimeDifference(partName: Value, startText: Value, endText: Value): Value {
  const part = parsePart(partName);
  const start = parseDateTime(startText);
  const end = parseDateTime(endText);
  if (part === undefined || start === undefined || end === undefined) return undefined;
  return differenceInParts(part, start, end);
}

function dateTimeFormat(text: Value, pattern: Value): Value {
  const value = parseDateTime(text);
  if (value === undefined || typeof pattern !== "string") return undefined;
  return compileFormat(pattern)?.(value);
}

function specializeFormat([, pattern]: readonly (Constant | undefined)[]): FunctionCalls | undefined {
  if (typeof pattern?.value !== "string") return undefined;
  const write = compileFormat(pattern.value);
  const call2 = (text: Value): Value => {
    const value = parseDateTime(text);
    return value === undefined ? undefined : write?.(value);
  };
  return { call: (args) => call2(args[0]), call2 };
}

function dateTimeFromParts(args: readonly Value[]): Value {
  if (!args.every((arg) => Number.isInteger(arg))) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0, fraction = 0] = args as readonly number[];
  if (!isCivilDate(year!, month!, day!)) return undefined;
  const inRange = (value: number, end: number): boolean => value >= 0 && value < end;
  if (!inRange(hour, 24) || !inRange(minute, 60) || !inRange(second, 60)) return undefined;
  if (!inRange(fraction, TICKS_PER_SECOND)) return undefined;
  const tick = hour * TICKS_PER_HOUR + minute * TICKS_PER_MINUTE + second * TICKS_PER_SECOND + fraction;
  return formatDateTime({ day: dayNumber(year!, month!, day!), tick });
}

function ofDateTime(name: string, compute: (value: DateTime) => number): BuiltinFunction {
  return unary(name, (text) => {
    const value = parseDateTime(text);
    return value === undefined ? undefined : compute(value);
  });
}

function ofPart(name: string, part: DateTimePart): BuiltinFunction {
  return ofDateTime(name, (value) => partOf(part, value));
}

/** The current time moved by a number of parts: forwards for NOW, backwards for AGO. */
function moveNow(nowMs: number, partName: Value, count: Value, direction: 1 | -1): Value {
  const part = parsePart(partName);
  const now = fromMilliseconds(nowMs);
  if (part === undefined || now === undefined || !Number.isInteger(count)) return undefined;
  return format(addPart(part, (count as number) * direction, now));
}

/** A clock function in its plain form, read for each row, and its static form, read once for the query. */
function clock(name: string, read: (ms: number) => Value): BuiltinFunction[] {
  return [
    nondeterministic(nullary(name, (context) => read(context.nowMs()))),
    nondeterministic(nullary(`${name}STATIC`, (context) => read(context.boundAtMs))),
  ];
}

export const DATE_TIME_FUNCTIONS: readonly BuiltinFunction[] = [
  nondeterministic(binary("AGO", (part, count, context) => moveNow(context.nowMs(), part, count, -1))),
  ternary("DATETIMEADD", dateTimeAdd),
  variadic("DATETIMEBIN", 2, 4, dateTimeBin),
  ternary("DATETIMEDIFF", dateTimeDifference),
  binary("DATETIMEFORMAT", dateTimeFormat, specializeFormat),
  variadic("DATETIMEFROMPARTS", 3, 7, dateTimeFromParts),
  binary("DATETIMEPART", (partName, text) => {
    const part = parsePart(partName);
    const value = parseDateTime(text);
    return part === undefined || value === undefined ? undefined : partOf(part, value);
  }),
  ofDateTime("DATETIMETOTICKS", toTicks),
  ofDateTime("DATETIMETOTIMESTAMP", toTimestamp),
  ofPart("DAY", "day"),
  ...clock("GETCURRENTDATETIME", (ms) => format(fromMilliseconds(ms))),
  ...clock("GETCURRENTTICKS", (ms) => {
    const now = fromMilliseconds(ms);
    return now === undefined ? undefined : toTicks(now);
  }),
  ...clock("GETCURRENTTIMESTAMP", Math.floor),
  ofPart("MONTH", "month"),
  nondeterministic(
    variadic("NOW", 0, 2, (args, context) =>
      args.length === 0
        ? format(fromMilliseconds(context.nowMs()))
        : moveNow(context.nowMs(), args[0], args[1], 1),
    ),
  ),
  unary("TICKSTODATETIME", fromTicks),
  unary("TIMESTAMPTODATETIME", (ms) =>
    Number.isInteger(ms) ? format(fromMilliseconds(ms as number)) : undefined,
  ),
  ofPart("YEAR", "year"),
];
