/** Runs work that comes in slices without a pause between them: for callers that cannot pause, and for short work. */
export function runToEnd<T>(slices: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}
