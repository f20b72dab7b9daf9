/**
 * Whether a curve grows. The slope is the median of the slopes between all pairs of points (Theil and Sen): a third of
 * the points may be anything, so neither a compaction nor a collection of garbage makes a trend. What counts is how much
 * it has risen over the time that was watched, against a part of its median and a floor below which nothing counts.
 */
import { median } from "../print-table.ts";

export interface Bound {
  /** Of the median. */
  readonly share: number;
  readonly floor: number;
}

export interface Growth {
  readonly median: number;
  readonly rise: number;
  readonly allowed: number;
  readonly isTooMuch: boolean;
}

/** Points are equally far apart. */
export function growthOf(points: readonly number[], { share, floor }: Bound): Growth {
  const slopes: number[] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++) slopes.push((points[j]! - points[i]!) / (j - i));
  const rise = slopes.length === 0 ? 0 : median(slopes) * (points.length - 1);
  const middle = median(points);
  const allowed = Math.max(share * middle, floor);
  return { median: middle, rise, allowed, isTooMuch: rise > allowed };
}
