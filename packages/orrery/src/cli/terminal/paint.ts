/** Colours, on a terminal alone, and not where NO_COLOR asks for none. */

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const plain = (text: string) => text;
export const NO_PAINT: Paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };

const code = (number: number) => (text: string) => `\x1b[${number}m${text}\x1b[0m`;
export const PAINT: Paint = { bold: code(1), dim: code(2), red: code(31), green: code(32), yellow: code(33) };

export function paintFor(stream: { readonly isTTY?: boolean }): Paint {
  return stream.isTTY === true && !process.env.NO_COLOR ? PAINT : NO_PAINT;
}
