/**
 * Adding, counting and binning of date-times. Months and years are calendar arithmetic (a day that the month does
 * not have becomes its last); every other part is a fixed number of ticks.
 */
import { civilDate, type DateTime, dayNumber, daysInMonth, normalize, TICKS_PER_DAY } from "./date-time.ts";
import { type DateTimePart, PART_TICKS } from "./date-time-part.ts";

/** `undefined` where the result leaves the years 1 to 9999. */
export function addPart(part: DateTimePart, count: number, start: DateTime): DateTime | undefined {
  switch (part) {
    case "year":
      return addMonths(count * 12, start);
    case "month":
      return addMonths(count, start);
    case "day":
      return normalize(start.day + count, start.tick);
    case "nanosecond":
      return addTicks(Math.trunc(count / 100), start);
    case "hour":
    case "minute":
    case "second":
    case "millisecond":
    case "microsecond":
      return addTicks(count * PART_TICKS[part], start);
  }
}

function addTicks(ticks: number, { day, tick }: DateTime): DateTime | undefined {
  const rest = ticks % TICKS_PER_DAY;
  return normalize(day + (ticks - rest) / TICKS_PER_DAY, tick + rest);
}

function addMonths(months: number, { day, tick }: DateTime): DateTime | undefined {
  const date = civilDate(day);
  const total = date.year * 12 + date.month - 1 + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  if (!(year >= 1 && year <= 9999)) return undefined;
  return { day: dayNumber(year, month, Math.min(date.day, daysInMonth(year, month))), tick };
}

/** How many boundaries of a part lie between two date-times, negative where the end comes first. */
export function differenceInParts(part: DateTimePart, start: DateTime, end: DateTime): number {
  if (part === "year" || part === "month") {
    const from = civilDate(start.day);
    const to = civilDate(end.day);
    return part === "year" ? to.year - from.year : (to.year - from.year) * 12 + to.month - from.month;
  }
  const days = end.day - start.day;
  if (part === "nanosecond") return (days * TICKS_PER_DAY + (end.tick - start.tick)) * 100;
  const unit = PART_TICKS[part];
  const perDay = TICKS_PER_DAY / unit;
  return days * perDay + Math.floor(end.tick / unit) - Math.floor(start.tick / unit);
}

/** The start of the bin of `size` parts that holds `value`, where bins are laid out from `origin` on. */
export function binStart(
  part: DateTimePart,
  size: number,
  origin: DateTime,
  value: DateTime,
): DateTime | undefined {
  if (part === "year" || part === "month") {
    const months = part === "year" ? size * 12 : size;
    return addMonths(Math.floor(wholeMonths(origin, value) / months) * months, origin);
  }
  return part === "nanosecond"
    ? tickBinStart(Math.max(1, Math.floor(size / 100)), origin, value)
    : tickBinStart(size * PART_TICKS[part], origin, value);
}

/** Months that have passed in full from `origin` to `value`, rounded down. */
function wholeMonths(origin: DateTime, value: DateTime): number {
  const months = differenceInParts("month", origin, value);
  const reached = addMonths(months, origin);
  const isReached =
    reached !== undefined &&
    (reached.day < value.day || (reached.day === value.day && reached.tick <= value.tick));
  return isReached ? months : months - 1;
}

function tickBinStart(bin: number, origin: DateTime, value: DateTime): DateTime | undefined {
  if (TICKS_PER_DAY % bin === 0) {
    // Whole days are whole bins: only the ticks of the day matter.
    const intoBin = (value.tick - origin.tick) % bin;
    return normalize(value.day, value.tick - (intoBin < 0 ? intoBin + bin : intoBin));
  }
  // In general only BigInt is exact: the ticks of a few decades overflow a double.
  const size = BigInt(bin);
  const day = BigInt(TICKS_PER_DAY);
  const elapsed = BigInt(value.day - origin.day) * day + BigInt(value.tick - origin.tick);
  const intoBin = elapsed % size;
  const toBin = elapsed - (intoBin < 0n ? intoBin + size : intoBin);
  return normalize(origin.day + Number(toBin / day), origin.tick + Number(toBin % day));
}
