/**
 * Format strings of DATETIMEFORMAT, after those of .NET: runs of y M d H h m s f F t stand for parts, a backslash or
 * quotes make text literal, and every other character is itself. Names are English. `F` is `f` without trailing
 * zeros; unlike .NET, a point before an empty `F` stays.
 */
import { civilDate, type DateTime, TICKS_PER_SECOND } from "./date-time.ts";
import { partOf } from "./date-time-part.ts";

/** Writes one piece of the output. */
type Emit = (value: DateTime) => string;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** A compiled format, or `undefined` for a fraction finer than a tick. */
export function compileFormat(format: string): ((value: DateTime) => string) | undefined {
  const pieces: Emit[] = [];
  for (let i = 0; i < format.length; ) {
    const character = format[i]!;
    if (character === "\\") {
      pieces.push(literal(format[i + 1] ?? ""));
      i += 2;
    } else if (character === "'" || character === '"') {
      const close = format.indexOf(character, i + 1);
      if (close < 0) return undefined;
      pieces.push(literal(format.slice(i + 1, close)));
      i = close + 1;
    } else {
      let end = i + 1;
      while (format[end] === character) end++;
      const emit = specifier(character, end - i);
      if (emit === undefined) return undefined;
      pieces.push(emit);
      i = end;
    }
  }
  return (value) => pieces.map((emit) => emit(value)).join("");
}

function literal(text: string): Emit {
  return () => text;
}

function specifier(character: string, length: number): Emit | undefined {
  switch (character) {
    case "y":
      return length <= 2 ? padded((value) => yearOf(value) % 100, length) : padded(yearOf, length);
    case "M":
      if (length >= 3) return named(MONTHS, (value) => civilDate(value.day).month - 1, length);
      return padded((value) => civilDate(value.day).month, length);
    case "d":
      if (length >= 3) return named(DAYS, dayOfWeek, length);
      return padded((value) => civilDate(value.day).day, length);
    case "H":
      return padded((value) => partOf("hour", value), length);
    case "h":
      return padded((value) => ((partOf("hour", value) + 11) % 12) + 1, length);
    case "m":
      return padded((value) => partOf("minute", value), length);
    case "s":
      return padded((value) => partOf("second", value), length);
    case "t":
      return (value) => (partOf("hour", value) < 12 ? "AM" : "PM").slice(0, length);
    case "f":
      return length > 7 ? undefined : (value) => fraction(value, length);
    case "F":
      return length > 7 ? undefined : (value) => fraction(value, length).replace(/0+$/, "");
    default:
      return literal(character.repeat(length));
  }
}

function padded(part: (value: DateTime) => number, length: number): Emit {
  const width = Math.min(length, 9);
  return (value) => String(part(value)).padStart(width, "0");
}

function named(names: readonly string[], index: (value: DateTime) => number, length: number): Emit {
  return (value) => {
    const name = names[index(value)]!;
    return length === 3 ? name.slice(0, 3) : name;
  };
}

function yearOf(value: DateTime): number {
  return civilDate(value.day).year;
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
function dayOfWeek({ day }: DateTime): number {
  return (((day + 4) % 7) + 7) % 7;
}

function fraction({ tick }: DateTime, digits: number): string {
  return String(tick % TICKS_PER_SECOND)
    .padStart(7, "0")
    .slice(0, digits);
}
