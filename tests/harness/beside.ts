/**
 * Work that goes on beside a test, which awaits it at its end. A test that fails before takes the server away under it: what comes
 * of that is not the failure to tell, and must not fail the run after a second try that passed.
 */
export function beside<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
