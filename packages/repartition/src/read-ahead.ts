/** The same pages, with the next one being read while one is worked on. */
export async function* readAhead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = pages.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = pages.next();
      // Nobody waits for it until the page before is done.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await pages.return(undefined).catch(() => {});
  }
}
