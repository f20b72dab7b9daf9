/** One request or more for each route, as clients send them: what the fuzzer starts from. */
import type { Json } from "@orrerydb/exact-json";
import { ANNOUNCED_FEATURES } from "../harness/announced-features.ts";

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
  /** Sent instead of the body, a byte for each character. */
  readonly text?: string | undefined;
  /** Sent in direct mode, to this range of the container or to what is above containers. */
  readonly replica?: string | undefined;
}

const ITEMS = "/dbs/db/colls/c/docs";
const KEY = { "x-ms-documentdb-partitionkey": '["a"]' };
const QUERY = { "x-ms-documentdb-isquery": "true", "content-type": "application/query+json" };
const ACROSS = { "x-ms-documentdb-query-enablecrosspartition": "true" };

function get(path: string, headers: FuzzRequest["headers"] = {}): FuzzRequest {
  return { method: "GET", path, headers };
}

function post(path: string, body: Json, headers: FuzzRequest["headers"] = {}): FuzzRequest {
  return { method: "POST", path, headers, body };
}

function query(text: string, parameters: Json = [], headers: FuzzRequest["headers"] = ACROSS): FuzzRequest {
  return post(ITEMS, { query: text, parameters }, { ...QUERY, ...headers });
}

const CONTAINER = {
  id: "made",
  partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
  indexingPolicy: {
    indexingMode: "consistent",
    automatic: true,
    includedPaths: [{ path: "/*" }, { path: "/low/?" }],
    excludedPaths: [{ path: '/"_etag"/?' }],
    compositeIndexes: [
      [
        { path: "/a", order: "ascending" },
        { path: "/b", order: "descending" },
      ],
    ],
    spatialIndexes: [{ path: "/place/*", types: ["Point", "Polygon"] }],
    vectorIndexes: [{ path: "/v", type: "quantizedFlat" }],
    fullTextIndexes: [{ path: "/text" }],
  },
  vectorEmbeddingPolicy: {
    vectorEmbeddings: [{ path: "/v", dataType: "float32", distanceFunction: "cosine", dimensions: 3 }],
  },
  fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/text", language: "en-US" }] },
  uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/mail"] }] },
  computedProperties: [{ name: "low", query: "SELECT VALUE LOWER(c.name) FROM c" }],
  conflictResolutionPolicy: { mode: "LastWriterWins", conflictResolutionPath: "/_ts" },
  geospatialConfig: { type: "Geography" },
  changeFeedPolicy: { retentionDuration: 10 },
  clientEncryptionPolicy: { policyFormatVersion: 1, includedPaths: [] },
  defaultTtl: 100,
};

/** What every run begins with: what others speak of is there. */
export const SET_UP: readonly FuzzRequest[] = [
  post("/dbs", { id: "db" }),
  post("/dbs/db/colls", { ...CONTAINER, id: "c", uniqueKeyPolicy: {} }, { "x-ms-offer-throughput": "12000" }),
  post("/dbs/db/users", { id: "user" }),
  post("/dbs/db/users/user/permissions", { id: "p", permissionMode: "All", resource: "dbs/db/colls/c" }),
  post("/dbs/db/colls/c/sprocs", {
    id: "sproc",
    body: "function (x) { getContext().getResponse().setBody(x); }",
  }),
  post("/dbs/db/colls/c/triggers", {
    id: "trigger",
    body: "function () { getContext().getRequest().setBody(getContext().getRequest().getBody()); }",
    triggerType: "Pre",
    triggerOperation: "All",
  }),
  post("/dbs/db/colls/c/udfs", { id: "twice", body: "function (x) { return x + x; }" }),
  ...Array.from({ length: 40 }, (_, i) =>
    post(
      ITEMS,
      {
        id: `${i}`,
        pk: "abc"[i % 3]!,
        n: i,
        name: `Name ${i}`,
        tags: ["x", { y: i }],
        text: `red bicycles number ${i}`,
        v: [i, 1, 2],
        place: { type: "Point", coordinates: [i, i] },
      },
      { "x-ms-documentdb-partitionkey": JSON.stringify(["abc"[i % 3]]) },
    ),
  ),
];

const QUERIES: readonly FuzzRequest[] = [
  query("SELECT * FROM c WHERE c.n > @n AND c.pk = 'a' ORDER BY c.n DESC", [{ name: "@n", value: 3 }]),
  query(
    "SELECT TOP 5 c.id, c.n + 1 AS m, {a: c.n, b: [c.pk]} AS o FROM c WHERE c.name LIKE 'Name 1%'",
    [],
    KEY,
  ),
  query("SELECT c.pk, COUNT(1) AS n, SUM(c.n), AVG(c.n), MIN(c.name) FROM c GROUP BY c.pk"),
  query("SELECT DISTINCT VALUE c.pk FROM c ORDER BY c.pk OFFSET 1 LIMIT 2"),
  query("SELECT c.id, t FROM c JOIN t IN c.tags WHERE EXISTS(SELECT VALUE u FROM u IN c.tags WHERE u.y > 3)"),
  query("SELECT VALUE ARRAY(SELECT VALUE x FROM x IN c.tags) FROM c WHERE c.id IN ('1', '2', @x)", [
    { name: "@x", value: "7" },
  ]),
  query(
    "SELECT TOP 3 c.id FROM c ORDER BY VectorDistance(c.v, [1, 2, 3], false, {distanceFunction: 'cosine'})",
  ),
  query(
    "SELECT TOP 3 c.id FROM c ORDER BY RANK RRF(FullTextScore(c.text, 'red'), VectorDistance(c.v, [1,2,3]))",
  ),
  query("SELECT * FROM c WHERE FullTextContainsAny(c.text, 'red', {term: 'bycicle', distance: 2})"),
  query("SELECT * FROM c WHERE ST_DISTANCE(c.place, {'type': 'Point', 'coordinates': [3, 3]}) < 1000000"),
  query("SELECT VALUE udf.twice(c.n) FROM c WHERE c.low = 'name 3' AND IS_DEFINED(c.place.type)"),
  query(
    "SELECT DateTimeAdd('hh', 1, '2020-01-01T00:00:00.0000000Z'), RegexMatch(c.name, '^N.*[0-9]+$', 'i') FROM c",
  ),
  query(
    "SELECT VALUE SetUnion(c.tags, ARRAY_CONCAT(c.tags, [1])) FROM c WHERE ARRAY_CONTAINS(c.tags, {y: 3}, true)",
  ),
  query("SELECT * FROM c WHERE (c.pk = 'a' AND c.id = '0') OR (c.pk = 'b' AND c.id = '1')"),
];

const FEATURES = ANNOUNCED_FEATURES["JavaScript 4.10.0"];

export const SAMPLES: readonly FuzzRequest[] = [
  get("/"),
  get("/dbs"),
  post("/dbs", { query: "SELECT * FROM r WHERE r.id = 'db'" }, QUERY),
  post("/dbs", { id: "other" }, { "x-ms-offer-throughput": "400" }),
  get("/dbs/db"),
  { method: "DELETE", path: "/dbs/other", headers: {} },
  get("/dbs/db/colls"),
  post("/dbs/db/colls", CONTAINER, {
    "x-ms-cosmos-offer-autopilot-settings": '{"maxThroughput": 4000}',
  }),
  get("/dbs/db/colls/c", {
    "x-ms-documentdb-populatequotainfo": "true",
    "x-ms-documentdb-populatepartitionstatistics": "true",
  }),
  { method: "PUT", path: "/dbs/db/colls/made", headers: {}, body: CONTAINER },
  { method: "DELETE", path: "/dbs/db/colls/made", headers: {} },
  get("/dbs/db/colls/c/pkranges", { "a-im": "Incremental feed" }),
  get("/dbs/db/colls/c/conflicts"),
  get("//addresses/?$resolveFor=dbs%2Fdb%2Fcolls%2Fc%2Fdocs&$partitionKeyRangeIds=0"),
  get("/offers"),
  post("/offers", { query: "SELECT * FROM o" }, QUERY),
  get("/dbs/db/users"),
  post("/dbs/db/users", { id: "someone" }, { "x-ms-documentdb-is-upsert": "true" }),
  { method: "PUT", path: "/dbs/db/users/user", headers: {}, body: { id: "user" } },
  get("/dbs/db/users/user/permissions/p", { "x-ms-documentdb-expiry-seconds": "60" }),
  post(
    "/dbs/db/users/user/permissions",
    { id: "q", permissionMode: "Read", resource: "dbs/db/colls/c/docs/1", resourcePartitionKey: ["a"] },
    { "x-ms-documentdb-is-upsert": "true" },
  ),
  post("/dbs/db/clientencryptionkeys", {
    id: "k",
    encryptionAlgorithm: "AEAD_AES_256_CBC_HMAC_SHA256",
    wrappedDataEncryptionKey: "AAAA",
    keyWrapMetadata: { name: "n", type: "t", value: "v", algorithm: "RSA-OAEP" },
  }),
  get("/dbs/db/colls/c/sprocs"),
  post("/dbs/db/colls/c/sprocs/sproc", [1, { a: [2] }], {
    ...KEY,
    "x-ms-documentdb-script-enable-logging": "true",
  }),
  {
    method: "PUT",
    path: "/dbs/db/colls/c/udfs/twice",
    headers: {},
    body: { id: "twice", body: "function () {}" },
  },
  get("/dbs/db/colls/c/triggers/trigger"),
  get(ITEMS, { "x-ms-max-item-count": "5" }),
  get(ITEMS, {
    "a-im": "Incremental feed",
    "x-ms-documentdb-partitionkeyrangeid": "0",
    "if-none-match": "*",
  }),
  get(ITEMS, {
    "a-im": "Full-Fidelity Feed",
    "if-none-match": "*",
    "x-ms-documentdb-partitionkeyrangeid": "1",
    "x-ms-cosmos-changefeed-wire-format-version": "2021-09-15",
  }),
  get(`${ITEMS}/0`, { ...KEY, "if-none-match": '"x"', "x-ms-session-token": "0:-1#5" }),
  post(ITEMS, { id: "new", pk: "a", n: 1.5, ttl: 100, tags: ["a"], v: [1, 2, 3], text: "words" }, KEY),
  post(
    ITEMS,
    {
      id: "0",
      pk: "a",
      place: {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    },
    { ...KEY, "x-ms-documentdb-is-upsert": "true", "x-ms-documentdb-pre-trigger-include": "trigger" },
  ),
  {
    method: "PUT",
    path: `${ITEMS}/0`,
    headers: { ...KEY, "if-match": "*" },
    body: { id: "0", pk: "a", n: 2 },
  },
  {
    method: "PATCH",
    path: `${ITEMS}/6`,
    headers: KEY,
    body: {
      condition: "from c where c.n > 1",
      operations: [
        { op: "set", path: "/a", value: 1 },
        { op: "incr", path: "/n", value: 5 },
        { op: "move", from: "/name", path: "/title" },
        { op: "add", path: "/tags/-", value: { z: 1 } },
        { op: "remove", path: "/v" },
      ],
    },
  },
  { method: "DELETE", path: `${ITEMS}/3`, headers: KEY },
  post(
    ITEMS,
    [
      { operationType: "Create", resourceBody: { id: "b1", pk: "a" } },
      { operationType: "Upsert", resourceBody: { id: "b2", pk: "a" }, ifMatch: "*" },
      {
        operationType: "Patch",
        id: "0",
        resourceBody: { operations: [{ op: "set", path: "/x", value: 1 }] },
      },
      { operationType: "Read", id: "0" },
      { operationType: "Delete", id: "b1" },
    ],
    { ...KEY, "x-ms-cosmos-is-batch-request": "true", "x-ms-cosmos-batch-atomic": "true" },
  ),
  post(
    ITEMS,
    [
      { operationType: "Create", partitionKey: '["b"]', resourceBody: { id: "c1", pk: "b" } },
      { operationType: "Replace", id: "1", partitionKey: '["b"]', resourceBody: { id: "1", pk: "b" } },
    ],
    {
      "x-ms-cosmos-is-batch-request": "true",
      "x-ms-cosmos-batch-atomic": "false",
      "x-ms-documentdb-partitionkeyrangeid": "0",
    },
  ),
  post("/dbs/db/colls/c/operations/partitionkeydelete", {}, KEY),
  ...QUERIES,
  ...QUERIES.map((one) => ({
    ...one,
    headers: {
      ...one.headers,
      "x-ms-cosmos-is-query-plan-request": "True",
      "x-ms-cosmos-supported-query-features": FEATURES,
    },
  })),
  ...QUERIES.map((one) => ({
    ...one,
    headers: {
      ...one.headers,
      "x-ms-max-item-count": "2",
      "x-ms-cosmos-populateindexmetrics": "true",
      "x-ms-documentdb-populatequerymetrics": "true",
    },
  })),
  get("/_explorer/emulator.pem"),
  get("/_orrery/containers"),
  get("/_orrery/dbs/db/colls/c/partitions"),
  get("/_orrery/dbs/db/colls/c/keys"),
  get("/_orrery/dbs/db/colls/c/history"),
  { method: "PUT", path: "/_orrery/dbs/db/colls/c/throttle", headers: {}, body: { mode: "observe" } },
  {
    method: "PUT",
    path: "/_orrery/dbs/db/colls/c/buckets",
    headers: {},
    body: { buckets: [{ id: 1, maxThroughputPercentage: 50 }] },
  },
  post("/_orrery/dbs/db/colls/c/partitions/0/split", { at: "midpoint" }),
  post("/_orrery/dbs/db/colls/c/merge", { partitions: ["2", "3"], force: true }),
  post("/_orrery/dbs/db/colls/c/redistribute", { targets: { "1": 8000 } }),
  post("/_orrery/clock", { advanceMs: 1000 }),
];
