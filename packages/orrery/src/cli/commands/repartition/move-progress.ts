/** How far a move is, in one line of a terminal. */
import type { Progress } from "@orrerydb/repartition";

const BAR = 24;

export interface ProgressFacts {
  readonly progress: Progress;
  /** Of items; undefined where nobody knows. */
  readonly total: number | undefined;
  readonly elapsedMs: number;
}

export function moveProgressLine({ progress, total, elapsedMs }: ProgressFacts): string {
  const { stage, items, spentRu, throttled, lagMs } = progress;
  const seconds = Math.max(elapsedMs / 1000, 0.001);
  const parts = [
    stage.padEnd(6),
    ...(stage === "copy" && total !== undefined && total > 0 ? [bar(items / total)] : []),
    `${items.toLocaleString("en")} items`,
    `${Math.round(spentRu / seconds).toLocaleString("en")} RU/s`,
    `${throttled} × 429`,
    ...(stage === "follow" ? [`${(lagMs / 1000).toFixed(1)} s behind`] : []),
    ...(stage === "copy" && total !== undefined && items > 0
      ? [`${timeLeft(items, total, seconds)} left`]
      : []),
  ];
  return parts.join("  ");
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR);
  return `[${"#".repeat(full)}${"-".repeat(BAR - full)}] ${Math.floor(Math.min(1, share) * 100)} %`;
}

function timeLeft(items: number, total: number, seconds: number): string {
  const left = Math.max(0, Math.round(((total - items) / items) * seconds));
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60)];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}
