/** One line on a terminal that says how far long work has come; nothing where nobody watches. */
import type { Progress } from "./backup-folder.ts";

export function progressLine(what: string): Progress {
  if (process.stderr.isTTY !== true) return () => {};
  let shown = -1;
  return (done, all) => {
    const percent = Math.floor((100 * done) / all);
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(`\r${what}: ${percent} %${done === all ? "\n" : ""}`);
  };
}
