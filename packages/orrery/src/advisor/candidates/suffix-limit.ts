/** More suffixes than this make every read of a whole key a query over all partitions. */
export const SUFFIXES_MAX = 1_000;
