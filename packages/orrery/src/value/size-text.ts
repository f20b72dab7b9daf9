const UNITS = ["bytes", "KB", "MB", "GB", "TB"];
const STEP = 1024;

/** A number of bytes as people read it, in the largest unit of which there is at least one: `20 GB`, `195 KB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit++;
  }
  return `${Number(size.toPrecision(4))} ${UNITS[unit]}`;
}
