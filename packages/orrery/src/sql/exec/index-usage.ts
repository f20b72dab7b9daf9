/** Which indexes a query used, and which it could have used if they existed. */
import { type IndexIdentity, indexName, partNames } from "../../value/index-identity.ts";

/** A path by its text; a composite index by its parts, each as "/path ASC" or "/path DESC". */
export interface IndexUsageReport {
  readonly used: { readonly paths: readonly string[]; readonly composites: readonly (readonly string[])[] };
  readonly potential: {
    readonly paths: readonly string[];
    readonly composites: readonly (readonly string[])[];
  };
}

export class IndexUsage {
  readonly #used = new Set<string>();
  readonly #composites = new Map<string, readonly string[]>();
  readonly #missing: readonly string[];

  /** `missing`: paths of indexes that do not exist, and would help. */
  constructor(missing: readonly string[]) {
    this.#missing = missing;
  }

  use(index: IndexIdentity): void {
    if (index.kind === "path") this.#used.add(index.path);
    else this.#composites.set(indexName(index), partNames(index.parts));
  }

  report(): IndexUsageReport {
    return {
      used: { paths: [...this.#used], composites: [...this.#composites.values()] },
      potential: { paths: this.#missing, composites: [] },
    };
  }
}

/** What several queries used together. */
export function mergeReports(reports: readonly IndexUsageReport[]): IndexUsageReport {
  const together = (part: "used" | "potential"): IndexUsageReport["used"] => ({
    paths: [...new Set(reports.flatMap((report) => report[part].paths))],
    composites: reports.flatMap((report) => report[part].composites),
  });
  return { used: together("used"), potential: together("potential") };
}
