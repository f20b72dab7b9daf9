/** No value that is kept has more levels of objects and arrays. */
export const NESTING_LEVELS_MAX = 128;
