/**
 * Date-times of the query language: UTC, in ticks of 100 ns, years 1 to 9999, on the proleptic Gregorian calendar.
 *
 * A date-time is kept as a day number (0 is 1970-01-01) and the tick of that day, because ticks since 1970 alone
 * would not fit a double exactly. Text is read in the forms that IS_DATETIME accepts, and always written in full:
 * YYYY-MM-DDThh:mm:ss.fffffffZ.
 */
import type { Value } from "@orrerydb/exact-json";

export interface DateTime {
  readonly day: number;
  /** 0 to TICKS_PER_DAY - 1. */
  readonly tick: number;
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND;
export const TICKS_PER_HOUR = 60 * TICKS_PER_MINUTE;
export const TICKS_PER_DAY = 24 * TICKS_PER_HOUR;

const DAY_MIN = dayNumber(1, 1, 1);
const DAY_MAX = dayNumber(9999, 12, 31);

/** The day number of a date, by counting from March so that the leap day ends the year. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The inverse of `dayNumber`. */
export function civilDate(day: number): CivilDate {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isCivilDate(year: number, month: number, day: number): boolean {
  return (
    year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  );
}

/** A date-time from a day and any whole number of ticks, carried over; `undefined` outside the years 1 to 9999. */
export function normalize(day: number, tick: number): DateTime | undefined {
  const carry = Math.floor(tick / TICKS_PER_DAY);
  const normalDay = day + carry;
  if (!(normalDay >= DAY_MIN && normalDay <= DAY_MAX)) return undefined;
  return { day: normalDay, tick: tick - carry * TICKS_PER_DAY };
}

/** From milliseconds since 1970; a fraction is cut to ticks. */
export function fromMilliseconds(ms: number): DateTime | undefined {
  const day = Math.floor(ms / 86_400_000);
  return normalize(day, Math.floor((ms - day * 86_400_000) * 10_000));
}

/** Reads the two digits at `at`, or NaN. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The tick of the day in `hh:mm:ss[.f…]`, which stands at 11 and must reach `end`; NaN where it does not fit. */
function parseTimeOfDay(text: string, end: number): number {
  if (end < 19 || text[13] !== ":" || text[16] !== ":") return Number.NaN;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  let fraction = 0;
  if (end > 19) {
    if (text[19] !== "." || end < 21 || end > 27) return Number.NaN;
    let scale = TICKS_PER_SECOND / 10;
    for (let i = 20; i < end; i++, scale /= 10) {
      const digit = text.charCodeAt(i) - 48;
      if (!(digit >= 0 && digit <= 9)) return Number.NaN;
      fraction += digit * scale;
    }
  }
  return hour * TICKS_PER_HOUR + minute * TICKS_PER_MINUTE + second * TICKS_PER_SECOND + fraction;
}

/** Reads `YYYY-MM-DD[Z]` or `YYYY-MM-DD(T| )hh:mm:ss[.f to .fffffff][Z]`. */
export function parseDateTime(value: Value): DateTime | undefined {
  if (typeof value !== "string" || value.length < 10 || value.length > 28) return undefined;
  if (value[4] !== "-" || value[7] !== "-") return undefined;
  const year = twoDigits(value, 0) * 100 + twoDigits(value, 2);
  const month = twoDigits(value, 5);
  const dayOfMonth = twoDigits(value, 8);
  if (!isCivilDate(year, month, dayOfMonth)) return undefined;
  const end = value.endsWith("Z") ? value.length - 1 : value.length;
  const day = dayNumber(year, month, dayOfMonth);
  if (end === 10) return { day, tick: 0 };
  if (value[10] !== "T" && value[10] !== " ") return undefined;
  const tick = parseTimeOfDay(value, end);
  return Number.isNaN(tick) ? undefined : { day, tick };
}

const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));

/** `YYYY-MM-DDThh:mm:ss.fffffffZ`. */
export function formatDateTime({ day, tick }: DateTime): string {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const seconds = Math.floor(tick / TICKS_PER_SECOND);
  const fraction = String(tick - seconds * TICKS_PER_SECOND).padStart(7, "0");
  const date = `${TWO_DIGITS[Math.floor(year / 100)]}${TWO_DIGITS[year % 100]}-${TWO_DIGITS[month]}-${TWO_DIGITS[dayOfMonth]}`;
  const minutes = Math.floor(seconds / 60);
  const time = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return `${date}T${time}.${fraction}Z`;
}
