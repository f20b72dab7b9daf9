/** All pieces, where nothing may come in between. */
export function atOnce<T>(pieces: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}
