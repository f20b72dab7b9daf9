/** The first of some whole numbers for which it is true, as it is for all after it; `to` where there is none. */
export function firstWhere(from: number, to: number, isTrue: (number: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
