/** Queries without an SDK: every header and every page as it comes. */
import type { Container, ItemDefinition } from "@azure/cosmos";
import type { Answer } from "../harness/signed-client.ts";
import { DATABASE, type TestServer } from "../harness/test-server.ts";

const WRITES_AT_ONCE = 50;
const PAGES_MAX = 10_000;

export interface RawQuery {
  readonly text: string;
  readonly parameters?: readonly { readonly name: string; readonly value: unknown }[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly rows: readonly unknown[];
  readonly charge: number;
  readonly continuation?: string;
}

type Headers = Readonly<Record<string, string>>;

/** One page. The path is that of a feed, such as `dbs/a/colls/b/docs`. */
export async function rawQueryFeed(
  { raw }: TestServer,
  path: string,
  { text, parameters = [], headers = {} }: RawQuery,
): Promise<RawPage> {
  const answer = await raw.send("POST", `/${path}`, {
    headers: {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      "x-ms-documentdb-query-enablecrosspartition": "true",
      ...headers,
    },
    body: { query: text, parameters },
  });
  return pageOf(answer);
}

export function rawQuery(server: TestServer, container: string, query: RawQuery): Promise<RawPage> {
  return rawQueryFeed(server, `dbs/${DATABASE}/colls/${container}/docs`, query);
}

/** The plain feed of items, without a query. */
export async function rawList({ raw }: TestServer, container: string, headers: Headers): Promise<RawPage> {
  return pageOf(await raw.send("GET", `/dbs/${DATABASE}/colls/${container}/docs`, { headers }));
}

/** Follows the continuation tokens to the end. */
export async function allPages(
  next: (headers: Headers) => Promise<RawPage>,
): Promise<{ readonly rows: unknown[]; readonly charge: number; readonly pages: readonly RawPage[] }> {
  const pages: RawPage[] = [];
  let continuation: string | undefined;
  do {
    const page = await next(continuation === undefined ? {} : { "x-ms-continuation": continuation });
    if (page.status !== 200) throw new Error(`${page.status}: ${JSON.stringify(page.body)}`);
    pages.push(page);
    if (pages.length > PAGES_MAX) throw new Error("The query does not end.");
    continuation = page.continuation;
  } while (continuation !== undefined);
  return {
    rows: pages.flatMap(({ rows }) => rows),
    charge: pages.reduce((sum, { charge }) => sum + charge, 0),
    pages,
  };
}

function pageOf(answer: Answer): RawPage {
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  const continuation = answer.headers["x-ms-continuation"] as string | undefined;
  return {
    status: answer.status,
    headers: answer.headers,
    body,
    rows: (Object.values(body).find(Array.isArray) as unknown[] | undefined) ?? [],
    charge: Number(answer.headers["x-ms-request-charge"]),
    ...(continuation ? { continuation } : {}),
  };
}

export async function fill(container: Container, items: readonly ItemDefinition[]): Promise<void> {
  for (let from = 0; from < items.length; from += WRITES_AT_ONCE) {
    await Promise.all(items.slice(from, from + WRITES_AT_ONCE).map((item) => container.items.create(item)));
  }
}

/** Options of a client that shows the headers of every request. The SDK's types don't tell of plugins. */
export function seeingRequests(see: (headers: Headers) => void): object {
  const plugin = (
    request: { headers: Record<string, string> },
    _diagnostics: unknown,
    next: (request: unknown) => unknown,
  ) => {
    see(request.headers);
    return next(request);
  };
  return { plugins: [{ on: "request", plugin }] };
}
