/** Test support: a container in memory, cut into any number of partitions, and queries on it page by page. */
import type { CompositeParts } from "../../value/index-identity.ts";
import type { Json, JsonObject } from "../../value/json.ts";
import type { ItemRef } from "../../value/row-source.ts";
import type { UdfHost } from "../bind/bind-context.ts";
import type { VectorEmbedding } from "../bind/vector-metric.ts";
import type { FunctionContext } from "../functions/builtin-function.ts";
import type { AccessTuning } from "../plan/choose-access.ts";
import type { IndexingView } from "../plan/indexing-view.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { ArraySource } from "./array-source.ts";
import { executeQuery } from "./execute-query.ts";
import type { QueryClock, QueryStop } from "./pacer.ts";
import type { PageLimits } from "./page-builder.ts";
import type { QueryPage } from "./query-request.ts";
import type { QueryPartition } from "./stream/query-range.ts";

export interface FixtureOptions {
  readonly items?: readonly JsonObject[];
  /** Borders inside the hash space; one fewer than the partitions. */
  readonly borders?: readonly string[];
  readonly isIndexed?: (path: string) => boolean;
  readonly explicitPaths?: readonly string[];
  readonly composites?: readonly CompositeParts[];
  readonly computedProperties?: readonly { readonly name: string; readonly query: string }[];
  readonly known?: readonly { readonly path: string; readonly value: Json }[];
  readonly vectorEmbeddings?: readonly VectorEmbedding[];
  readonly udf?: UdfHost;
  readonly chunkRows?: number;
  /** Absent: the planner is eager to use indexes, even for few items. */
  readonly tuning?: AccessTuning;
}

/** Indexes are used wherever they can be. */
export const EAGER: AccessTuning = { walkedItems: 0, estimateMax: 8, scannedItems: 0 };

interface FixtureQuery {
  readonly parameters?: readonly { readonly name: string; readonly value: Json }[];
  readonly page?: PageLimits;
  readonly continuation?: string;
  /** Absent: time stands still. */
  readonly clock?: QueryClock;
  readonly stop?: QueryStop;
}

export const FIXED_FUNCTIONS: FunctionContext = {
  nowMs: () => 1_600_000_000_000,
  boundAtMs: 1_600_000_000_000,
  random: () => 0.5,
  geospatialType: "Geography",
  fullTextLanguage: "en-US",
};

interface Placed {
  readonly item: JsonObject;
  readonly ref: ItemRef;
  readonly hash: string;
}

export class QueryFixture {
  readonly #options: FixtureOptions;
  readonly #placed: readonly Placed[];

  constructor(options: FixtureOptions) {
    this.#options = options;
    this.#placed = (options.items ?? []).map((item, i) => ({ item, ref: refOf(i), hash: hashOf(i) }));
  }

  /** The same items in other partitions. */
  repartitioned(borders: readonly string[]): QueryFixture {
    return new QueryFixture({ ...this.#options, borders });
  }

  partitions(): readonly QueryPartition[] {
    const cuts = ["", ...(this.#options.borders ?? []), "FF"];
    return cuts.slice(1).map((max, i) => ({
      min: cuts[i]!,
      max,
      open: (from: string, to: string) => {
        const rows = this.#placed.filter(({ hash }) => hash >= from && hash < to);
        const { explicitPaths = [], chunkRows } = this.#options;
        return new ArraySource(
          rows.map(({ item }) => item),
          {
            refs: rows.map(({ ref }) => ref),
            isExplicit: (path) => explicitPaths.includes(path),
            ...(chunkRows !== undefined && { chunkRows }),
          },
        );
      },
    }));
  }

  get indexing(): IndexingView {
    const { isIndexed = () => true, explicitPaths = [], composites = [] } = this.#options;
    return { isIndexed, isExplicit: (path) => explicitPaths.includes(path), composites };
  }

  async page(text: string, query: FixtureQuery = {}): Promise<QueryPage> {
    const { parameters, page = {}, continuation, clock = { now: () => 0 }, stop } = query;
    const { computedProperties = [], known, vectorEmbeddings, udf } = this.#options;
    return executeQuery({
      query: parseQuery(text),
      ...(parameters && { parameters }),
      partitions: this.partitions(),
      indexing: this.indexing,
      computedProperties: computedProperties.map(({ name, query }) => ({ name, query: parseQuery(query) })),
      ...(known && { known }),
      ...(vectorEmbeddings && { vectorEmbeddings }),
      ...(udf && { udf }),
      functions: FIXED_FUNCTIONS,
      page,
      ...(continuation !== undefined && { continuation }),
      clock,
      ...(stop && { stop }),
      tuning: this.#options.tuning ?? EAGER,
    });
  }

  /** All rows, over as many pages as it takes. */
  async rows(text: string, query: FixtureQuery = {}): Promise<readonly Json[]> {
    const rows: Json[] = [];
    let continuation: string | undefined;
    do {
      const page = await this.page(text, { ...query, ...(continuation !== undefined && { continuation }) });
      rows.push(...page.rows.map((row) => JSON.parse(row.bytes().toString()) as Json));
      continuation = page.continuation;
    } while (continuation !== undefined);
    return rows;
  }
}

function refOf(number: number): ItemRef {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(number, 4);
  return bytes.toString("latin1");
}

/** Scatters items over the hash space, the same way every time; like real hashes, below 0x40…. */
function hashOf(number: number): string {
  return (Math.imul(number + 1, 0x9e3779b1) >>> 2).toString(16).toUpperCase().padStart(8, "0");
}

/** Borders that cut the hash space into equal parts. */
export function equalBorders(parts: number): readonly string[] {
  return Array.from({ length: parts - 1 }, (_, i) =>
    Math.floor(((i + 1) * 2 ** 30) / parts)
      .toString(16)
      .toUpperCase()
      .padStart(8, "0"),
  );
}
