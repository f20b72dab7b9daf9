/** Test support: containers with a vector index, vectors that lie in clusters, and what the nearest of them really are. */
import { seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import type { VectorMetric } from "../../value/rows/vector-search.ts";
import type { Container } from "../container/container.ts";
import { newContainer, plain } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne, type ItemRequest } from "../items/items.ts";
import { type QueryAnswer, queryContainer } from "./query-container.ts";

export interface VectorContainer {
  readonly type: "flat" | "quantizedFlat" | "diskANN";
  readonly dimensions: number;
  readonly distanceFunction?: VectorMetric;
  readonly ruPerSecond?: number;
}

export function newVectorContainer(engine: Engine, options: VectorContainer): Promise<Container> {
  const { type, dimensions, distanceFunction = "cosine", ruPerSecond = 5_000 } = options;
  const embedding = { path: "/v", dataType: "float32", dimensions, distanceFunction };
  return newContainer(
    engine,
    {
      vectorEmbeddingPolicy: { vectorEmbeddings: [embedding] },
      indexingPolicy: {
        includedPaths: [{ path: "/*" }],
        excludedPaths: [{ path: "/v/*" }],
        vectorIndexes: [{ path: "/v", type }],
      },
    },
    ruPerSecond,
  );
}

/** Items by number, in twenty logical partitions. */
export async function fillWithVectors(
  container: Container,
  vectors: readonly (readonly number[])[],
  first = 0,
): Promise<void> {
  for (const [i, v] of vectors.entries()) {
    const n = first + i;
    await createOne(container, { id: `${n}`, pk: `${n % 20}`, n, rare: n % 500, v }, plain);
  }
}

/** Vectors around centres, as those of texts or pictures are. */
export function clusteredVectors(count: number, dimensions: number, seed: number): number[][] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const centres = Array.from({ length: 40 }, () => Array.from({ length: dimensions }, normal));
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(random() * centres.length)]!;
    return centre.map((component) => Math.round((component + 0.6 * normal()) * 1e6) / 1e6);
  });
}

/** The numbers of the nearest vectors, by all of them. */
export function nearestOf(
  vectors: readonly (readonly number[] | undefined)[],
  query: readonly number[],
  count: number,
  metric: VectorMetric = "cosine",
): number[] {
  const scored = vectors.flatMap((vector, number) =>
    vector === undefined ? [] : [{ number, closeness: closeness(vector, query, metric) }],
  );
  scored.sort((a, b) => b.closeness - a.closeness);
  return scored.slice(0, count).map(({ number }) => number);
}

function closeness(a: readonly number[], b: readonly number[], metric: VectorMetric): number {
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, c, i) => sum + c * y[i]!, 0);
  if (metric === "dotproduct") return product(a, b);
  if (metric === "cosine") return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
  return -a.reduce((sum, c, i) => sum + (c - b[i]!) ** 2, 0);
}

/** One page. */
export function runQuery(
  container: Container,
  text: string,
  vector: readonly number[],
  request: Partial<ItemRequest> & { readonly maxItems?: number; readonly continuation?: string } = {},
): Promise<QueryAnswer> {
  return queryContainer(
    container,
    { text, parameters: [{ name: "@q", value: vector }] },
    { ...plain, ...request },
  );
}

export async function rowsOf(
  container: Container,
  text: string,
  vector: readonly number[],
  request: Partial<ItemRequest> & { readonly maxItems?: number } = {},
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let continuation: string | undefined;
  do {
    const page = await runQuery(container, text, vector, {
      ...request,
      ...(continuation !== undefined && { continuation }),
    });
    rows.push(...page.rows.map((row) => row.value()));
    continuation = page.continuation;
  } while (continuation !== undefined);
  return rows;
}
