/*
 * Which way is cheaper for a query of many keys: each key by itself, or one query over all physical partitions?
 *
 * It depends on the query and the data, so it is measured: the number of keys and of physical partitions gives the
 * first guess, then each way's charge is remembered by query text, and the cheaper one is taken. The other is
 * measured again now and then, because data grows.
 */

export type QueryMode = "fan-out" | "cross-partition";

interface Measured {
  runs: number;
  readonly charge: Partial<Record<QueryMode, number>>;
}

/** A query of one key, or of one physical partition, costs at least about this much. */
const CHARGE_MIN = 2.5;
const QUERIES_MAX = 500;
const RUNS_BETWEEN_PROBES = 50;
/** Weight of the newest measurement. */
const WEIGHT = 0.3;

export class CheaperWay {
  readonly #measured = new Map<string, Measured>();

  choose(query: string, keys: number, physicalPartitions: number): QueryMode {
    const guess: QueryMode = keys <= physicalPartitions ? "fan-out" : "cross-partition";
    const known = this.#measured.get(query);
    if (known === undefined) return guess;
    known.runs++;
    const { "fan-out": fanOut, "cross-partition": cross } = known.charge;
    if (fanOut !== undefined && cross !== undefined) {
      const cheaper: QueryMode = fanOut <= cross ? "fan-out" : "cross-partition";
      const isProbe = known.runs % RUNS_BETWEEN_PROBES === 0 && Number.isFinite(fanOut + cross);
      return isProbe ? other(cheaper) : cheaper;
    }
    // Only one way is measured. The other is worth a try when even its least charge is below that.
    const [tried, charge, leastOfOther] =
      fanOut !== undefined
        ? (["fan-out", fanOut, physicalPartitions * CHARGE_MIN] as const)
        : (["cross-partition", cross ?? 0, keys * CHARGE_MIN] as const);
    return leastOfOther < charge ? other(tried) : tried;
  }

  /** What a whole run cost; infinity for a way that can't answer the query. */
  record(query: string, mode: QueryMode, charge: number): void {
    let known = this.#measured.get(query);
    if (known === undefined) {
      if (this.#measured.size >= QUERIES_MAX) this.#measured.clear();
      this.#measured.set(query, (known = { runs: 0, charge: {} }));
    }
    const before = known.charge[mode];
    known.charge[mode] = before === undefined ? charge : before + (charge - before) * WEIGHT;
  }

  /** The remembered charges of a query, for people to look at. */
  measured(query: string): Readonly<Partial<Record<QueryMode, number>>> {
    return { ...this.#measured.get(query)?.charge };
  }
}

function other(mode: QueryMode): QueryMode {
  return mode === "fan-out" ? "cross-partition" : "fan-out";
}
