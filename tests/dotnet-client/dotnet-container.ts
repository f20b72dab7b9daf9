/** A container as the .NET client sees it: its ranges, queries, query plans, reads of many items and change feeds. */
import { randomUUID } from "node:crypto";
import { effectivePartitionKey, type PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { ANNOUNCED_FEATURES } from "../harness/announced-features.ts";
import type { DotnetAnswer, DotnetTransport } from "./dotnet-transport.ts";

export interface EpkRange {
  readonly min: string;
  readonly max: string;
}

interface Range extends EpkRange {
  readonly id: string;
}

export interface QuerySpec {
  readonly query: string;
  readonly parameters?: readonly { readonly name: string; readonly value: unknown }[];
}

export interface QueryOptions {
  readonly key?: readonly (string | number)[];
  readonly range?: EpkRange;
  readonly pageSize?: number;
  readonly continuation?: string;
  /** `EnableOptimisticDirectExecution`, off by default: the query of a single range is sent as the program wrote it. */
  readonly optimistic?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect
export type Document = any;

const WHOLE: EpkRange = { min: "", max: "FF" };
/** What a page has where the program does not say. */
const PAGE_SIZE = 1_000;

export class DotnetContainer {
  readonly transport: DotnetTransport;
  readonly path: string;
  readonly rid: string;
  readonly definition: PartitionKeyDefinition;
  ranges: readonly Range[] = [];

  private constructor(
    transport: DotnetTransport,
    path: string,
    rid: string,
    definition: PartitionKeyDefinition,
  ) {
    this.transport = transport;
    this.path = path;
    this.rid = rid;
    this.definition = definition;
  }

  static async open(transport: DotnetTransport, path: string): Promise<DotnetContainer> {
    const { _rid, partitionKey } = json(await transport.send("GET", path));
    const container = new DotnetContainer(transport, path, _rid, partitionKey);
    await container.readRanges();
    return container;
  }

  /** By resource id, page after page until nothing has changed; then they must cover everything. */
  async readRanges(): Promise<void> {
    // The first four bytes are the database's own id; ids have a minus where base64 has a slash.
    const bytes = Buffer.from(this.rid.replaceAll("-", "/"), "base64");
    const database = bytes.subarray(0, 4).toString("base64").replaceAll("/", "-");
    const path = `/dbs/${database}/colls/${this.rid}/pkranges`;
    const rows: { id: string; minInclusive: string; maxExclusive: string; parents?: string[] }[] = [];
    let known: string | undefined;
    for (let status = 200; status !== 304; ) {
      const answer = await this.transport.send("GET", path, {
        headers: {
          "x-ms-max-item-count": "-1",
          "a-im": "Incremental Feed",
          ...(known === undefined ? {} : { "if-none-match": known }),
        },
        signedAs: { type: "pkranges", rid: this.rid },
      });
      if (answer.headers.etag === undefined) throw new Error(`${answer.status}, or no ETag`);
      known = answer.headers.etag;
      status = answer.status;
      if (status === 200) rows.push(...json(answer).PartitionKeyRanges);
    }
    const gone = new Set(rows.flatMap(({ parents }) => parents ?? []));
    this.ranges = rows
      .filter(({ id }) => !gone.has(id))
      .map(({ id, minInclusive, maxExclusive }) => ({ id, min: minInclusive, max: maxExclusive }))
      .toSorted((a, b) => (a.min < b.min ? -1 : 1));
    const isWhole = this.ranges.every(({ min }, i) => min === (this.ranges[i - 1]?.max ?? WHOLE.min));
    if (!isWhole || this.ranges.at(-1)?.max !== WHOLE.max) throw new Error("the ranges are not complete");
  }

  rangeOf(key: readonly unknown[]): Range {
    const epk = effectivePartitionKey(key as never, this.definition);
    return this.ranges.find(({ min, max }) => min <= epk && epk < max)!;
  }

  /** What is less than a range is filtered within it; what is more is gone, and the ranges are to be read again. */
  rangeHeaders({ min, max }: EpkRange): Record<string, string> {
    const overlapping = this.ranges.filter((range) => range.min < max && min < range.max);
    const [range] = overlapping as [Range];
    if (overlapping.length > 1) throw new Error(`${min} to ${max} is gone`);
    return {
      "x-ms-documentdb-partitionkeyrangeid": range.id,
      ...this.#session(range),
      ...(range.min === min && range.max === max
        ? {}
        : { "x-ms-read-key-type": "EffectivePartitionKeyRange", "x-ms-start-epk": min, "x-ms-end-epk": max }),
    };
  }

  #session({ id }: Range): Record<string, string> {
    const session = this.transport.sessions.get(this.rid)?.get(id);
    return session === undefined ? {} : { "x-ms-session-token": `${id}:${session}` };
  }

  /** Reads carry the session of the range; writes do not, as the account has one region to write to. */
  point(
    method: string,
    key: readonly unknown[],
    id?: string,
    body?: unknown,
    headers = {},
  ): Promise<DotnetAnswer> {
    return this.transport.send(method, `${this.path}/docs${id === undefined ? "" : `/${escaped(id)}`}`, {
      headers: {
        "x-ms-documentdb-partitionkey": JSON.stringify(key),
        ...(method === "GET" ? this.#session(this.rangeOf(key)) : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** On Linux the plan comes from the gateway. */
  async plan(spec: QuerySpec, key?: readonly unknown[]) {
    const answer = await this.transport.send("POST", `${this.path}/docs`, {
      headers: {
        "content-type": "application/query+json",
        "x-ms-cosmos-is-query-plan-request": "True",
        "x-ms-cosmos-supported-query-features": ANNOUNCED_FEATURES[".NET 3.51.0"],
        "x-ms-cosmos-query-version": "1.0",
        "x-ms-cosmos-correlated-activityid": randomUUID(),
        ...(key === undefined ? {} : { "x-ms-documentdb-partitionkey": JSON.stringify(key) }),
      },
      body: spec,
    });
    if (answer.status !== 200) throw new Error(answer.error?.message);
    const plan = json(answer);
    if (plan.partitionedQueryExecutionInfoVersion > 2) throw new Error("a plan of a later version");
    return plan;
  }

  async queryPage(spec: QuerySpec, { key, range = WHOLE, pageSize, continuation, optimistic }: QueryOptions) {
    const isPart =
      range !== WHOLE && !this.ranges.some(({ min, max }) => min === range.min && max === range.max);
    const answer = await this.transport.send("POST", `${this.path}/docs`, {
      headers: {
        ...(key === undefined
          ? this.rangeHeaders(range)
          : { "x-ms-documentdb-partitionkey": JSON.stringify(key), ...this.#session(this.rangeOf(key)) }),
        // The prefix of a hierarchical key is a part of a range, and does not cross.
        ...(key === undefined && !isPart ? { "x-ms-documentdb-query-enablecrosspartition": "True" } : {}),
        "content-type": "application/query+json",
        "x-ms-documentdb-isquery": "True",
        "x-ms-documentdb-query-iscontinuationexpected": "False",
        "x-ms-documentdb-populatequerymetrics": "True",
        "x-ms-max-item-count": String(pageSize ?? PAGE_SIZE),
        "x-ms-cosmos-supported-serialization-formats": "JsonText,CosmosBinary",
        "x-ms-cosmos-correlated-activityid": randomUUID(),
        "x-ms-cosmos-query-optimisticdirectexecute": optimistic === true ? "True" : "False",
        ...(continuation === undefined ? {} : { "x-ms-continuation": continuation }),
      },
      body: optimistic === true ? { ...spec, clientQLCompatibilityLevel: 0 } : spec,
    });
    if (answer.status !== 200)
      throw new Error(`${answer.status}/${answer.subStatus} ${answer.error?.message}`);
    const { Documents } = json(answer);
    if (!Array.isArray(Documents)) throw new Error("no Documents");
    return {
      documents: Documents as Document[],
      continuation: answer.headers["x-ms-continuation"] as string | undefined,
    };
  }

  async query(spec: QuerySpec, options: QueryOptions = {}): Promise<Document[]> {
    const found: Document[] = [];
    let continuation: string | undefined;
    do {
      const page = await this.queryPage(spec, {
        ...options,
        ...(continuation === undefined ? {} : { continuation }),
      });
      found.push(...page.documents);
      continuation = page.continuation;
    } while (continuation !== undefined);
    return found;
  }

  /** By range: one item by a read, more by a query. Who is not there is left out. */
  async readMany(items: readonly { readonly id: string; readonly key: string }[]): Promise<Document[]> {
    const found = this.ranges.map(async (range) => {
      const wanted = items.filter(({ key }) => this.rangeOf([key]) === range);
      if (wanted.length === 0) return [];
      if (wanted.length > 1) return this.query(readManyQuery(wanted), { range });
      const answer = await this.point("GET", [wanted[0]!.key], wanted[0]!.id);
      return answer.status === 404 ? [] : [json(answer)];
    });
    return (await Promise.all(found)).flat();
  }

  /** A page of changes: items, where to go on, and whether that was all. */
  async changes(range: EpkRange, start: Record<string, string>, headers: Record<string, string> = {}) {
    const answer = await this.transport.send("GET", `${this.path}/docs`, {
      headers: { ...this.rangeHeaders(range), "a-im": "Incremental Feed", ...start, ...headers },
    });
    const { status, subStatus } = answer;
    if (status === 410) return { status, subStatus, items: [] as Document[], etag: "", answer };
    if (status !== 200 && status !== 304) throw new Error(`${status} ${answer.error?.message}`);
    const count = Number.parseInt(answer.headers["x-ms-item-count"] as string, 10);
    const items: Document[] = status === 200 ? json(answer).Documents : [];
    if (count !== items.length || answer.headers.etag === undefined) throw new Error("no count, or no ETag");
    return { status, subStatus, items, etag: answer.headers.etag, answer };
  }

  /** As the estimator counts: the LSN of the session, less the one before the first item's. */
  async lag(range: EpkRange, etag: string): Promise<number> {
    const { items, answer } = await this.changes(
      range,
      { "if-none-match": etag },
      { "x-ms-max-item-count": "1" },
    );
    const token = answer.headers["x-ms-session-token"] as string;
    const lsn = Number(token.slice(token.indexOf(":") + 1).split("#")[1]);
    const last = items.length === 0 ? lsn : Number(items[0]._lsn) - 1;
    return lsn - last;
  }
}

function readManyQuery(items: readonly { readonly id: string; readonly key: string }[]): QuerySpec {
  const terms = items.map((_, i) => `( c.id = @param_id${i} AND c["pk"] = @param_pk${i}0 )`);
  return {
    query: `SELECT * FROM c WHERE ( ${terms.join(" OR ")} )`,
    parameters: items.flatMap(({ id, key }, i) => [
      { name: `@param_id${i}`, value: id },
      { name: `@param_pk${i}0`, value: key },
    ]),
  };
}

/** .NET leaves characters that are reserved in a URI as they are, brackets too. */
function escaped(id: string): string {
  return encodeURI(id).replaceAll("%5B", "[").replaceAll("%5D", "]");
}

export function json(answer: DotnetAnswer): Document {
  if (answer.status >= 400) throw new Error(`${answer.status}/${answer.subStatus} ${answer.error?.message}`);
  return JSON.parse(answer.content.toString());
}
