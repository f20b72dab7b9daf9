/** Numbers, sizes and keys as people read them. */

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export function number(value: number): string {
  return Math.abs(value) < 10 && !Number.isInteger(value) ? precise.format(value) : whole.format(value);
}

export function percent(part: number): string {
  if (part > 0 && part < 0.01) return "<1 %";
  return `${whole.format(part * 100)} %`;
}

export function bytes(count: number): string {
  if (count < 1000) return `${whole.format(count)} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = count / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 ? precise.format(value) : whole.format(value)} ${units[unit]}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A key as the protocol writes it, `["ada"]`, without its brackets: "ada". */
export function keyWords(key: string): string {
  try {
    const components = JSON.parse(key) as unknown[];
    return components.map(componentWords).join(" / ");
  } catch {
    return key;
  }
}

function componentWords(component: unknown): string {
  if (typeof component === "string") return component === "" ? "(empty text)" : component;
  if (component === null) return "null";
  return typeof component === "object" ? "(no value)" : String(component);
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const shortClock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayClock = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });

/** A moment, as exact as a column of that length is. */
export function moment(ms: number, columnMs: number): string {
  return (columnMs < 60_000 ? clock : columnMs < 1_800_000 ? shortClock : dayClock).format(ms);
}

const TIME_MARKS = 5;

/** Moments from the first to the last, at equal distances: below a picture of columns of time. */
export function timeMarks(starts: readonly number[], columnMs: number): string[] {
  if (starts.length === 0) return [];
  return Array.from({ length: TIME_MARKS }, (_, i) =>
    moment(starts[Math.round((i / (TIME_MARKS - 1)) * (starts.length - 1))]!, columnMs),
  );
}
