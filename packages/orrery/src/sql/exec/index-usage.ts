/** Which indexes a query used, and which it could have used if they existed. */
export interface IndexUsageReport {
  readonly used: { readonly paths: readonly string[]; readonly composites: readonly (readonly string[])[] };
  readonly potential: {
    readonly paths: readonly string[];
    readonly composites: readonly (readonly string[])[];
  };
}

export class IndexUsage {
  readonly #used = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #composites = new Map<string, readonly string[]>();

  use(path: string): void {
    this.#used.add(path);
  }

  /** Each part as "/path ASC" or "/path DESC". */
  useComposite(parts: readonly string[]): void {
    this.#composites.set(parts.join(), parts);
  }

  miss(path: string): void {
    this.#missing.add(path);
  }

  report(): IndexUsageReport {
    return {
      used: { paths: [...this.#used], composites: [...this.#composites.values()] },
      potential: { paths: [...this.#missing], composites: [] },
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
