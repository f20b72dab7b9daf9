/** Figures as people read them. */

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** With a decimal below 10 %. */
export function percent(part: number): string {
  const hundredths = part * 100;
  if (hundredths === 0 || hundredths >= 9.95) return `${Math.round(hundredths)} %`;
  return hundredths < 0.1 ? "under 0.1 %" : `${hundredths.toFixed(1)} %`;
}

export function gigabytes(bytes: number): string {
  const size = bytes / 2 ** 30;
  if (size >= 100) return `${whole(size)} GB`;
  if (size >= 0.1) return `${Number(size.toFixed(1))} GB`;
  const megabytes = bytes / 2 ** 20;
  return megabytes >= 0.1 ? `${Number(megabytes.toFixed(1))} MB` : `${whole(bytes / 1024)} KB`;
}

/** "1 partition", "3 partitions". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${Math.round(count) === 1 ? one : many}`;
}

export function days(count: number): string {
  if (count < 2) return `${whole(Math.max(1, count * 24))} hours`;
  return count > 730 ? `${Number((count / 365).toFixed(1))} years` : `${whole(count)} days`;
}
