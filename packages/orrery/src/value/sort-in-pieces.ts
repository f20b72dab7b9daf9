/** About a millisecond's work. */
const RUN = 1_000;

/** Sorts as `toSorted` does, in runs that are merged then, so that others may go in between. */
export function* sortInPieces<T>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < list.length; at += RUN) {
    runs.push(list.slice(at, at + RUN).sort(compare));
    if (list.length > RUN) yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [a, b] = [runs[i]!, runs[i + 1]];
      merged.push(b === undefined ? a : yield* merge(a, b, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const merged: T[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const isFirst = j === b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0);
    merged.push(isFirst ? a[i++]! : b[j++]!);
    if (merged.length % RUN === 0) yield;
  }
  return merged;
}
