/** Which indexes a query used, and which it could have used if they existed. */
import { type IndexIdentity, indexName, pathIndex } from "../../value/index-identity.ts";

interface IndexUse {
  readonly index: IndexIdentity;
  /** Whether its entries alone tell which items pass; else they only narrow what has to be looked at. */
  readonly isPrecise: boolean;
}

export interface IndexUsageReport {
  readonly used: readonly IndexUse[];
  readonly potential: readonly IndexUse[];
}

export class IndexUsage {
  readonly #used = new Map<string, IndexUse>();
  readonly #missing: IndexUsageReport["potential"];

  /** `missing`: paths of indexes that do not exist and would help, each with whether it would be precise. */
  constructor(missing: ReadonlyMap<string, boolean>) {
    this.#missing = [...missing].map(([path, isPrecise]) => ({ index: pathIndex(path), isPrecise }));
  }

  use(index: IndexIdentity, isPrecise: boolean): void {
    const name = indexName(index);
    if (this.#used.get(name)?.isPrecise !== true) this.#used.set(name, { index, isPrecise });
  }

  report(): IndexUsageReport {
    return { used: [...this.#used.values()], potential: this.#missing };
  }
}

/** What several queries used together. */
export function mergeReports(reports: readonly IndexUsageReport[]): IndexUsageReport {
  const together = (part: keyof IndexUsageReport): readonly IndexUse[] => {
    const byName = new Map<string, IndexUse>();
    for (const use of reports.flatMap((report) => report[part])) {
      const name = indexName(use.index);
      if (byName.get(name)?.isPrecise !== true) byName.set(name, use);
    }
    return [...byName.values()];
  };
  return { used: together("used"), potential: together("potential") };
}
