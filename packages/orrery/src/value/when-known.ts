/**
 * What follows from a value: at once if it is here, else when it comes. Most writes wait for nothing on most of their way,
 * and each promise costs about as much as an index entry.
 */
export function whenKnown<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
