/** What a seed holds. A file of its own, so that the published declarations are few. */

/** Databases by their names, in them containers by theirs. */
export interface Seed {
  readonly [database: string]: { readonly [container: string]: SeedContainer };
}

/** A definition as the SDK takes it, without its id; `throughput` in RU/s. */
export interface SeedContainer {
  readonly partitionKey: string | { readonly paths: readonly string[]; readonly version?: number };
  readonly throughput?: number;
  /** How many physical ones it begins with, whatever the throughput needs. */
  readonly partitions?: number;
  readonly items?: readonly object[];
  readonly [member: string]: unknown;
}
