/** Test support: a container in memory, cut into any number of partitions, and queries on it page by page. */

import type { Json, JsonObject } from "@orrerydb/exact-json";
import { parseEpk } from "@orrerydb/keys/hash";
import { schedulerOf } from "../../schedule/test-loop.fixture.ts";
import type { ShapeCells } from "../../spatial/shape-cells.ts";
import { spatialIndex } from "../../spatial/spatial-index.ts";
import { toByteString } from "../../value/byte-string.ts";
import type { CompositeParts, IndexIdentity } from "../../value/rows/index-identity.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { UdfHost } from "../bind/bind-context.ts";
import { compileComputed } from "../bind/computed/compile-computed.ts";
import type { VectorEmbedding } from "../bind/vector-metric.ts";
import type { FunctionContext } from "../functions/builtin-function.ts";
import type { AccessTuning } from "../plan/access/choose-access.ts";
import type { IndexingView } from "../plan/predicates/indexing-view.ts";
import { cachedQuery } from "../syntax/cached-query.ts";
import { ArraySource } from "./array-source.ts";
import { executeQuery } from "./execute-query.ts";
import type { KeptResults } from "./kept-results.ts";
import { limitedRows } from "./limited-rows.fixture.ts";
import type { QueryStop } from "./pacer.ts";
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
  /** Of the spatial index at a path. */
  readonly shapeCells?: (path: string) => ShapeCells | undefined;
  readonly computedProperties?: readonly { readonly name: string; readonly query: string }[];
  /** Whether the entries of these are of their values; otherwise nobody reads them. */
  readonly indexesComputed?: boolean;
  readonly known?: readonly { readonly path: string; readonly value: Json }[];
  readonly vectorEmbeddings?: readonly VectorEmbedding[];
  readonly udf?: UdfHost;
  /** Paths whose texts are indexed. */
  readonly fullTextPaths?: readonly string[];
  /** Texts with more terms are not held by full-text indexes. */
  readonly textTermsMax?: number;
  /** By path; en-US where it has none. */
  readonly fullTextLanguages?: ReadonlyMap<string, string>;
  readonly chunkRows?: number;
  /** As if so many times as many entries were out of scope as in it. */
  readonly entriesPerItem?: number;
  /** Absent: the planner is eager to use indexes, even for few items. */
  readonly tuning?: AccessTuning;
}

/** Indexes are used wherever they can be. */
export const EAGER: AccessTuning = { walkedItems: 0, estimateMax: 8, scannedItems: 0 };

interface FixtureQuery {
  readonly parameters?: readonly { readonly name: string; readonly value: Json }[];
  readonly page?: PageLimits;
  readonly continuation?: string;
  readonly kept?: KeptResults;
  /** Absent: time stands still. */
  readonly clock?: { now(): number };
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
  /** By their ranges: indexes are made once, however many pages are read. */
  readonly #sources = new Map<string, ArraySource>();

  constructor(options: FixtureOptions) {
    this.#options = options;
    this.#placed = (options.items ?? []).map((item, i) => ({ item, ref: refOf(i), hash: hashOf(i) }));
  }

  /** The same items in other partitions. */
  repartitioned(borders: readonly string[]): QueryFixture {
    return new QueryFixture({ ...this.#options, borders });
  }

  partitions(): readonly QueryPartition[] {
    const cuts = ["", ...(this.#options.borders ?? []), "FF"].map(parseEpk);
    return cuts.slice(1).map((max, i) => ({
      min: cuts[i]!,
      max,
      open: (from, to) => limitedRows(this.#source(from, to)),
    }));
  }

  #source(from: string, to: string): ArraySource {
    const range = `${from} ${to}`;
    const source = this.#sources.get(range) ?? this.#newSource(from, to);
    this.#sources.set(range, source);
    return source;
  }

  #newSource(from: string, to: string): ArraySource {
    const rows = this.#placed.filter(({ hash }) => hash >= from && hash < to);
    const { explicitPaths = [], chunkRows, textTermsMax, entriesPerItem } = this.#options;
    return new ArraySource(
      rows.map(({ item }) => item),
      {
        refs: rows.map(({ ref }) => ref),
        isExplicit: (path) => explicitPaths.includes(path),
        indexedAs: (object) => this.#indexedAs(object),
        ...(chunkRows !== undefined && { chunkRows }),
        ...(textTermsMax !== undefined && { textTermsMax }),
        ...(entriesPerItem !== undefined && { entriesPerItem }),
      },
    );
  }

  get indexing(): IndexingView {
    const { isIndexed = () => true, explicitPaths = [], composites = [], shapeCells } = this.#options;
    const { fullTextPaths = [], fullTextLanguages } = this.#options;
    const indexAt = (kind: string, path: string): IndexIdentity | undefined => {
      const cells = kind === "spatial" ? shapeCells?.(path) : undefined;
      if (cells !== undefined) return spatialIndex(path, cells);
      if (kind !== "fullText" || !fullTextPaths.includes(path)) return undefined;
      return { kind, path, language: fullTextLanguages?.get(path) ?? "en-US" };
    };
    return {
      isIndexed,
      isExplicit: (path) => explicitPaths.includes(path),
      composites,
      indexAt: (kind, path) => indexAt(kind, path) as never,
      holdsComputed: () => this.#options.indexesComputed ?? false,
    };
  }

  #indexedAs(object: JsonObject): JsonObject {
    const { computedProperties = [], indexesComputed = false } = this.#options;
    if (!indexesComputed) return object;
    const indexed: Record<string, Json> = { ...object };
    for (const { name, query } of computedProperties) {
      const value = compileComputed(query)(object);
      if (value === undefined) delete indexed[name];
      else indexed[name] = value;
    }
    return indexed;
  }

  async page(text: string, query: FixtureQuery = {}): Promise<QueryPage> {
    const { parameters, page = {}, continuation, kept, clock = { now: () => 0 }, stop } = query;
    const { computedProperties = [], known, vectorEmbeddings, udf, fullTextLanguages } = this.#options;
    return executeQuery({
      query: cachedQuery(text),
      ...(parameters && { parameters }),
      partitions: this.partitions(),
      indexing: this.indexing,
      computedProperties: computedProperties.map(({ name, query }) => ({ name, query: cachedQuery(query) })),
      ...(known && { known }),
      ...(vectorEmbeddings && { vectorEmbeddings }),
      ...(udf && { udf }),
      functions: { ...FIXED_FUNCTIONS, ...(fullTextLanguages && { fullTextLanguages }) },
      page,
      ...(continuation !== undefined && { continuation }),
      ...(kept && { kept }),
      task: schedulerOf(() => clock.now()).begin("test"),
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
  return toByteString(bytes);
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
