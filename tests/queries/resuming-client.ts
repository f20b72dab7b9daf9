/**
 * A client that merges ORDER BY itself and starts anew with every page, as those of Java, .NET and Rust do. Its token
 * is the row at which it goes on: the values it is ordered by, its resource id and its range. To go on, it asks the
 * ranges before that one for rows past those values, the others for those values as well, and in the row's own range
 * it passes over the resource ids that come before the row's: in which direction, a header of the answer tells.
 */
import { ANNOUNCED_FEATURES } from "../harness/announced-features.ts";
import { DATABASE, type TestServer } from "../harness/test-server.ts";
import { rawQuery } from "./raw-queries.ts";

const PLACEHOLDER = "{documentdb-formattableorderbyquery-filter}";
const PAGES_MAX = 1_000;

interface OrderedRow {
  readonly _rid: string;
  readonly orderByItems: readonly { readonly item?: unknown }[];
  readonly payload: unknown;
}

interface RangeRow {
  readonly row: OrderedRow;
  readonly range: string;
}

interface Plan {
  readonly orderBy: readonly ("Ascending" | "Descending")[];
  readonly orderByExpressions: readonly string[];
  readonly rewrittenQuery: string;
}

/** All rows of a query, by a new client for each page. */
export async function resumedRows(
  server: TestServer,
  container: string,
  text: string,
  pageSize: number,
): Promise<unknown[]> {
  const plan = await queryPlan(server, container, text);
  const ranges = await rangeIds(server, container);
  const rows: unknown[] = [];
  let from: RangeRow | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const merged = await mergedRows(server, container, { plan, ranges, from, pageSize });
    rows.push(...merged.slice(0, pageSize).map(({ row }) => row.payload));
    from = merged[pageSize];
    if (from === undefined) return rows;
  }
  throw new Error(`The client does not come to an end: ${text}`);
}

interface Merge {
  readonly plan: Plan;
  readonly ranges: readonly string[];
  readonly from: RangeRow | undefined;
  readonly pageSize: number;
}

async function mergedRows(server: TestServer, container: string, merge: Merge): Promise<RangeRow[]> {
  const { plan, ranges } = merge;
  const parts = await Promise.all(ranges.map((range) => rangeRows(server, container, merge, range)));
  return parts.flat().sort((a, b) => {
    const order = compareRows(a.row, b.row, plan.orderBy);
    return order !== 0 ? order : ranges.indexOf(a.range) - ranges.indexOf(b.range);
  });
}

async function rangeRows(
  server: TestServer,
  container: string,
  { plan, ranges, from, pageSize }: Merge,
  range: string,
): Promise<RangeRow[]> {
  const isPassed = from !== undefined && ranges.indexOf(range) < ranges.indexOf(from.range);
  const filter = from === undefined ? "true" : filterFrom(from.row, plan, isPassed);
  const text = plan.rewrittenQuery.replace(PLACEHOLDER, filter);
  const rows: RangeRow[] = [];
  let continuation: string | undefined;
  do {
    const page = await rawQuery(server, container, {
      text,
      headers: {
        "x-ms-documentdb-partitionkeyrangeid": range,
        "x-ms-max-item-count": String(pageSize),
        ...(continuation !== undefined && { "x-ms-continuation": continuation }),
      },
    });
    if (page.status !== 200) throw new Error(`${page.status}: ${JSON.stringify(page.body)}`);
    const isReversed = areTiesReversed(page.headers["x-ms-cosmos-query-execution-info"], plan);
    for (const row of page.rows as readonly OrderedRow[]) {
      if (from?.range !== range || !isBefore(row, from.row, isReversed)) rows.push({ row, range });
    }
    continuation = page.continuation;
  } while (continuation !== undefined && rows.length <= pageSize);
  return rows;
}

/** Without the header a client takes ties to run as the first key does. */
function areTiesReversed(header: unknown, { orderBy }: Plan): boolean {
  const info = header === undefined ? undefined : JSON.parse(String(header));
  return info === undefined || info.reverseRidEnabled ? orderBy[0] === "Descending" : info.reverseIndexScan;
}

function isBefore(row: OrderedRow, from: OrderedRow, isReversed: boolean): boolean {
  const isTie = row.orderByItems.every(({ item }, i) => compareItems(item, from.orderByItems[i]!.item) === 0);
  const [a, b] = [documentNumber(row._rid), documentNumber(from._rid)];
  return isTie && (isReversed ? a > b : a < b);
}

function documentNumber(rid: string): bigint {
  return Buffer.from(rid.replaceAll("-", "/"), "base64").readBigUInt64LE(8);
}

function compareRows(a: OrderedRow, b: OrderedRow, directions: Plan["orderBy"]): number {
  for (const [i, direction] of directions.entries()) {
    const order = compareItems(a.orderByItems[i]!.item, b.orderByItems[i]!.item);
    if (order !== 0) return direction === "Ascending" ? order : -order;
  }
  return 0;
}

const TYPES = ["undefined", "null", "boolean", "number", "string"];
const TYPE_TESTS = [
  "NOT IS_DEFINED",
  "IS_NULL",
  "IS_BOOLEAN",
  "IS_NUMBER",
  "IS_STRING",
  "IS_ARRAY",
  "IS_OBJECT",
];

function typeOf(item: unknown): number {
  return TYPES.indexOf(item === null ? "null" : typeof item);
}

function compareItems(a: unknown, b: unknown): number {
  if (typeOf(a) !== typeOf(b)) return typeOf(a) - typeOf(b);
  return a === b ? 0 : (a as number) < (b as number) ? -1 : 1;
}

/** The first key is past its value; or it is equal, and the second is past its own; and so on, with the last one's. */
function filterFrom({ orderByItems }: OrderedRow, plan: Plan, isPassed: boolean): string {
  const cases = orderByItems.map(({ item }, last) => {
    const equal = orderByItems
      .slice(0, last)
      .map((earlier, i) => equalTo(plan.orderByExpressions[i]!, earlier.item));
    const orEqual = last === orderByItems.length - 1 && !isPassed;
    const past = pastItem(plan.orderByExpressions[last]!, item, plan.orderBy[last] === "Ascending", orEqual);
    return `(${[...equal, past].join(" AND ")})`;
  });
  return cases.join(" OR ");
}

function equalTo(expression: string, item: unknown): string {
  return item === undefined ? `NOT IS_DEFINED(${expression})` : `${expression} = ${JSON.stringify(item)}`;
}

function pastItem(expression: string, item: unknown, isAscending: boolean, orEqual: boolean): string {
  const type = typeOf(item);
  const types = isAscending ? TYPE_TESTS.slice(type + 1) : TYPE_TESTS.slice(0, type);
  const compared = `${expression} ${isAscending ? ">" : "<"}${orEqual ? "=" : ""} ${JSON.stringify(item)}`;
  const within = item !== undefined ? compared : orEqual ? equalTo(expression, item) : "false";
  return `(${[within, ...types.map((test) => `${test}(${expression})`)].join(" OR ")})`;
}

async function queryPlan(server: TestServer, container: string, text: string): Promise<Plan> {
  const { status, body } = await rawQuery(server, container, {
    text,
    headers: {
      "x-ms-cosmos-is-query-plan-request": "True",
      "x-ms-cosmos-supported-query-features": ANNOUNCED_FEATURES["Java 4.81.0"],
    },
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.queryInfo as Plan;
}

/** In the order of their hash ranges. */
async function rangeIds({ raw }: TestServer, container: string): Promise<string[]> {
  const { text } = await raw.send("GET", `/dbs/${DATABASE}/colls/${container}/pkranges`);
  const { PartitionKeyRanges: ranges } = JSON.parse(text) as {
    readonly PartitionKeyRanges: readonly { readonly id: string; readonly minInclusive: string }[];
  };
  return ranges.toSorted((a, b) => (a.minInclusive < b.minInclusive ? -1 : 1)).map(({ id }) => id);
}
