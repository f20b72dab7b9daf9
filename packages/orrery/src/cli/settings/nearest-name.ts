/** Names that differ by so many letters, and by no more than half of the shorter one, are taken for each other. */
const LETTERS_APART_MAX = 3;

/** The known name that was probably meant; undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestApart = LETTERS_APART_MAX + 1;
  for (const each of known) {
    const apart = lettersApart(name, each);
    if (2 * apart > Math.min(name.length, each.length)) continue;
    if (apart < bestApart) [best, bestApart] = [each, apart];
  }
  return best;
}

/** Letters to insert, to remove or to replace until they are the same. */
function lettersApart(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 0; i < left.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (left[i] === right[j] ? 0 : 1)));
    row = next;
  }
  return row[right.length]!;
}
