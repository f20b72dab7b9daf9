/** What one client or a crowd may send to hurt the others. Each is repeated for as long as it is told to. */
import { DATABASE } from "../query/fill-container.ts";
import { LARGE, PLAIN, SPUN, UDF_CALLS, WIDE_VALUES, wideItem } from "./data.ts";

export interface AttackRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Attack {
  readonly name: string;
  /** Clients that send the same request, each again and again, and follow its pages to the end. */
  readonly clients: number;
  readonly request: () => AttackRequest;
  /** Clients beside them that make a new connection for each point read. */
  readonly connecting?: number;
  /** Options of Node for the server. */
  readonly nodeOptions?: string;
}

function query(container: string, text: string, parameters: readonly unknown[] = []): AttackRequest {
  return {
    method: "POST",
    path: `/dbs/${DATABASE}/colls/${container}/docs`,
    headers: {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      "x-ms-documentdb-query-enablecrosspartition": "true",
      "x-ms-max-item-count": "-1",
    },
    body: JSON.stringify({ query: text, parameters }),
  };
}

function withKey(request: AttackRequest, key: string): AttackRequest {
  return {
    ...request,
    headers: { ...request.headers, "x-ms-documentdb-partitionkey": JSON.stringify([key]) },
  };
}

const setUnion = () =>
  withKey(
    query(LARGE, "SELECT VALUE ARRAY_LENGTH(SetUnion(c.numbers, @others)) FROM c WHERE c.id = 'numbers'", [
      { name: "@others", value: Array.from({ length: WIDE_VALUES }, (_, i) => -i - 1) },
    ]),
    "numbers",
  );

const functionArguments = () =>
  withKey(query(LARGE, "SELECT VALUE udf.size(c.parts) FROM c"), `${UDF_CALLS} calls`);

const wideUpsert = (): AttackRequest =>
  withKey(
    {
      method: "POST",
      path: `/dbs/${DATABASE}/colls/${LARGE}/docs`,
      headers: { "x-ms-documentdb-is-upsert": "true" },
      body: JSON.stringify(wideItem()),
    },
    "wide",
  );

const scan = () => query(PLAIN, "SELECT VALUE COUNT(1) FROM c WHERE CONTAINS(c.text, 'nowhere')");

const groupBy = () =>
  query(PLAIN, "SELECT c.word, COUNT(1) AS n, SUM(c.n) AS sum, MAX(c.text) AS last FROM c GROUP BY c.word");

const orderBy = () => withKey(query(LARGE, "SELECT * FROM c ORDER BY c.n"), `${UDF_CALLS} calls`);

const spin = (): AttackRequest =>
  withKey(
    { method: "POST", path: `/dbs/${DATABASE}/colls/${PLAIN}/sprocs/spin`, headers: {}, body: "[]" },
    SPUN,
  );

export const ATTACKS: readonly Attack[] = [
  { name: "SetUnion over 150,000 values", clients: 2, request: setUnion },
  { name: "15 UDF arguments of 1.9 MB", clients: 2, request: functionArguments },
  { name: "item of 110,000 properties", clients: 2, request: wideUpsert },
  { name: "20 CONTAINS scans", clients: 20, request: scan },
  { name: "100 GROUP BYs", clients: 100, request: groupBy },
  { name: "50 ORDER BYs, items of 2 MB", clients: 50, request: orderBy },
  {
    name: "100 ORDER BYs, heap of 128 MB",
    clients: 100,
    request: orderBy,
    nodeOptions: "--max-old-space-size=128",
  },
  { name: "100 spinning procedures, one key", clients: 100, request: spin },
  { name: "new connections beside 20 scans", clients: 20, request: scan, connecting: 32 },
];
