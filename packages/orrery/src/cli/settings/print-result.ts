/** What a command has found: as one line of JSON with `--json`, else as text. */
import type { Flags } from "./flags.ts";

export function printResult(flags: Flags, result: object, text: string): void {
  process.stdout.write(flags.json === true ? `${JSON.stringify(result)}\n` : text);
}
