/** Asks a query by raw requests to the end of its last page. */
import { setTimeout } from "node:timers/promises";
import type { Answer, SignedClient } from "../../tests/harness/signed-client.ts";
import { DATABASE } from "./fill-container.ts";

export interface BenchQuery {
  readonly text: string;
  readonly parameters?: readonly { readonly name: string; readonly value: unknown }[];
  readonly partitionKey?: string;
  /** Rows on a page; absent: as many as fit. */
  readonly pageRows?: number;
  /** Its first page must contain one of them: some servers answer with any rows where they cannot choose them. */
  readonly holds?: readonly string[];
}

/** A query that was given up; `settled` when the server is done with its last request. */
export class SlowQuery extends Error {
  override readonly name = "SlowQuery";
  readonly settled: Promise<unknown>;

  constructor(settled: Promise<unknown>) {
    super("given up");
    this.settled = settled;
  }
}

export interface QueryOutcome {
  readonly rows: number;
  /** The text of each page. */
  readonly pages: readonly string[];
  readonly charge: number;
}

const PAGES_MAX = 10_000;

export async function askToEnd(
  client: SignedClient,
  container: string,
  { text, parameters = [], partitionKey, pageRows = -1 }: BenchQuery,
  giveUpMs = Number.POSITIVE_INFINITY,
): Promise<QueryOutcome> {
  const startMs = performance.now();
  const body = JSON.stringify({ query: text, parameters });
  const pages: string[] = [];
  let rows = 0;
  let charge = 0;
  let continuation: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const request = client.send("POST", `/dbs/${DATABASE}/colls/${container}/docs`, {
      body,
      headers: {
        "content-type": "application/query+json",
        "x-ms-documentdb-isquery": "true",
        "x-ms-documentdb-query-enablecrosspartition": "true",
        "x-ms-max-item-count": String(pageRows),
        ...(partitionKey && { "x-ms-documentdb-partitionkey": JSON.stringify([partitionKey]) }),
        ...(continuation && { "x-ms-continuation": continuation }),
      },
    });
    const answer = await within(request, giveUpMs - (performance.now() - startMs));
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text.slice(0, 200)}`);
    pages.push(answer.text);
    rows += rowCount(answer);
    charge += Number(answer.headers["x-ms-request-charge"]);
    continuation = answer.headers["x-ms-continuation"] as string | undefined;
    if (!continuation) return { rows, pages, charge };
  }
  throw new Error(`more than ${PAGES_MAX} pages: ${text}`);
}

async function within(request: Promise<Answer>, limitMs: number): Promise<Answer> {
  if (limitMs === Number.POSITIVE_INFINITY) return request;
  const timer = new AbortController();
  const tooLate = setTimeout(Math.max(limitMs, 0), undefined, { signal: timer.signal }).catch(
    () => undefined,
  );
  const answer = await Promise.race([request, tooLate]).finally(() => timer.abort());
  if (answer === undefined) throw new SlowQuery(request.catch(() => undefined));
  return answer;
}

/** Rivals give no count in a header. */
function rowCount({ headers, text }: Answer): number {
  const count = headers["x-ms-item-count"];
  return count === undefined ? (JSON.parse(text) as { _count: number })._count : Number(count);
}
