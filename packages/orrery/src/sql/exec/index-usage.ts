/** Which indexes a query used: those of its plan, and those that were chosen when its ranges were opened. */
import { type IndexIdentity, indexName } from "../../value/rows/index-identity.ts";
import { type IndexUsageReport, type IndexUse, onceEach } from "../plan/index-advice.ts";

export class IndexUsage {
  readonly #planned: IndexUsageReport;
  readonly #used: Map<string, IndexUse>;

  constructor(planned: IndexUsageReport) {
    this.#planned = planned;
    this.#used = new Map(planned.used.map((use) => [indexName(use.index), use]));
  }

  use(index: IndexIdentity, isPrecise: boolean): void {
    const name = indexName(index);
    if (!this.#used.has(name)) this.#used.set(name, { index, isPrecise, impact: "High" });
  }

  report(): IndexUsageReport {
    return { used: [...this.#used.values()], potential: this.#planned.potential };
  }
}

/** What several queries used together. */
export function mergeReports(reports: readonly IndexUsageReport[]): IndexUsageReport {
  return {
    used: onceEach(reports.flatMap(({ used }) => used)),
    potential: onceEach(reports.flatMap(({ potential }) => potential)),
  };
}
