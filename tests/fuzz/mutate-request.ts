/**
 * Changes a request so that it is still one: a value of its body, a header, a name in its path, a word of its query, a
 * character of a token. What is random all over is refused by the first check; this gets behind it.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { RequestHeader } from "../../packages/orrery/src/wire/headers.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import { binaryBody } from "./binary-body.ts";
import type { FuzzRequest } from "./sample-requests.ts";

type Random = () => number;

const ODD_OBJECT = { toString: 1, valueOf: null, length: -1, constructor: {}, toJSON: "x" };
const PROTOTYPE = JSON.parse('{"__proto__": {"polluted": true}}') as JsonObject;

const VALUES: readonly Json[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e-308, 2 ** 31, 2 ** 53, 4294967296, 1e21],
  ...[
    "",
    " ",
    "a",
    "/",
    "/*",
    "/?",
    "/a/[]/?",
    "..",
    "\u0000",
    "\ud800",
    "é",
    "😀",
    "%",
    "%zz",
    "a/b#c?d\\e",
  ],
  ...[
    "[]",
    "{}",
    "true",
    "NaN",
    "Infinity",
    "-1",
    "0x10",
    "__proto__",
    "constructor",
    "toString",
    "id",
    "_rid",
  ],
  ...["x".repeat(300), "y".repeat(5000), '"'.repeat(20), "SELECT * FROM c", "@n", "function () {}"],
  [],
  [[]],
  [null],
  [[[[[[[[1]]]]]]]],
  Array.from({ length: 300 }, (_, i) => i),
  {},
  ODD_OBJECT,
  PROTOTYPE,
  { type: "Point", coordinates: [1e9, -1e9] },
  { type: "Polygon", coordinates: [[]] },
  { a: { b: { c: { d: {} } } } },
];

const WORDS = (
  "SELECT DISTINCT TOP VALUE FROM WHERE GROUP BY ORDER BY RANK OFFSET LIMIT JOIN IN AS EXISTS ARRAY NOT AND OR BETWEEN " +
  "LIKE ESCAPE ?? ? : || = != < > <= >= + - * / % & | ^ ~ ( ) [ ] { } , . c r * 1 -1 1e400 0x 'a' \"b\" @n undefined null " +
  "true c.n c['n'] c[0] c.tags[1] COUNT(1) SUM(c.n) AVG(c.n) ROUND( ABS( CONCAT( SUBSTRING( REPLICATE( LEFT( REPLACE( " +
  "ARRAY_SLICE( SetUnion( ObjectToArray( DateTimeBin( DateTimeFormat( ST_AREA( ST_WITHIN( VectorDistance( FullTextScore( " +
  "RRF( RegexMatch( StringToObject( udf.twice( udf. DocumentId( IIF( CHOOSE( ASC DESC -- /* \u202f"
).split(" ");

const HEADERS = Object.values(RequestHeader).filter(
  (name) => !["authorization", "x-ms-date", "date", "x-ms-activity-id"].includes(name),
);

const HEADER_VALUES = [
  ...[
    "",
    "true",
    "false",
    "True",
    "0",
    "-1",
    "1",
    "2",
    "1e3",
    "99999999999",
    "NaN",
    "*",
    '"',
    '"x"',
    "[]",
    '[""]',
    "[{}]",
  ],
  ...[
    '["a"]',
    '["a","b"]',
    "[null]",
    "[1e400]",
    "[[1]]",
    "{}",
    "null",
    "0:-1#5",
    "0:1#2#3=4",
    "0:-1#99999999999999999999",
  ],
  ...[
    "FF",
    "00",
    "zz",
    "05C1CF",
    "Incremental feed",
    "Full-Fidelity Feed",
    "CosmosBinary",
    "JsonText,CosmosBinary",
  ],
  ...[
    "Session",
    "Strong",
    "Eventual",
    "Include",
    "Exclude",
    "return=minimal",
    "Low",
    "Sun, 06 Nov 1994 08:49:37 GMT",
  ],
  ...[
    "2021-09-15",
    "2018-12-31",
    "x".repeat(3000),
    "sproc,,trigger",
    "trigger",
    "cosmos-js",
    "azsdk-go",
    "é",
    "a b",
  ],
];

const SEGMENTS = [
  ...[
    "dbs",
    "colls",
    "docs",
    "users",
    "permissions",
    "sprocs",
    "triggers",
    "udfs",
    "pkranges",
    "conflicts",
    "offers",
  ],
  ...[
    "db",
    "c",
    "0",
    "nobody",
    "",
    "%",
    "%2F",
    "%00",
    "..",
    "a%20b",
    "AAAAAA==",
    "x".repeat(300),
    "é",
    "addresses",
  ],
];

/** Of ranges that are there, that were split, and that never were. */
const REPLICAS = ["master", "0", "1", "2", "3", "4", "99"];

/** What an answer gave to be sent back in a header: a continuation, a session, a version, a resource token. */
export interface FuzzToken {
  readonly header: string;
  readonly value: string;
}

/** A changed copy; `tokens` were answered before. */
export function mutateRequest(
  request: FuzzRequest,
  random: Random,
  tokens: readonly FuzzToken[],
): FuzzRequest {
  let changed = request;
  const changes = 1 + integerBelow(random, 3);
  for (let i = 0; i < changes; i++) changed = mutateOnce(changed, random, tokens);
  return changed;
}

function mutateOnce(request: FuzzRequest, random: Random, tokens: readonly FuzzToken[]): FuzzRequest {
  const kind = random();
  if (kind < 0.03 && request.body !== undefined) {
    return { ...request, text: mutateBytes(JSON.stringify(request.body), random) };
  }
  if (kind < 0.06 && request.body !== undefined) {
    const text = binaryBody(request, random);
    return { ...request, text: random() < 0.5 ? text : mutateBytes(text, random) };
  }
  if (kind < 0.09) return { ...request, replica: pick(REPLICAS, random) };
  if (kind < 0.5 && request.body !== undefined) {
    return { ...request, body: mutateValue(request.body, random) };
  }
  if (kind < 0.75) {
    const name = pick(HEADERS, random);
    return { ...request, headers: { ...request.headers, [name]: pick(HEADER_VALUES, random) } };
  }
  if (kind < 0.82 && tokens.length > 0) {
    const { header, value } = pick(tokens, random);
    return { ...request, headers: { ...request.headers, [header]: mutateToken(value, random) } };
  }
  if (kind < 0.88) {
    const headers = { ...request.headers };
    const names = Object.keys(headers);
    if (names.length > 0) delete headers[pick(names, random)];
    return { ...request, headers };
  }
  if (kind < 0.95) return { ...request, path: mutatePath(request.path, random) };
  return { ...request, method: pick(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"], random) };
}

/** Replaces, removes or adds one value, anywhere in it. */
function mutateValue(value: Json, random: Random): Json {
  if (Array.isArray(value) && random() < 0.8) return mutateArray(value, random);
  if (typeof value === "object" && value !== null && !Array.isArray(value) && random() < 0.85)
    return mutateObject(value as JsonObject, random);
  if (typeof value === "string" && random() < 0.7) return mutateText(value, random);
  return pick(VALUES, random);
}

function mutateArray(array: readonly Json[], random: Random): Json {
  const copy = [...array];
  const at = integerBelow(random, copy.length + 1);
  const kind = random();
  if (kind < 0.7 && at < copy.length) copy[at] = mutateValue(copy[at]!, random);
  else if (kind < 0.85) copy.splice(at, 1);
  else copy.splice(at, 0, copy[at] ?? pick(VALUES, random));
  return copy;
}

function mutateObject(object: JsonObject, random: Random): Json {
  const names = Object.keys(object);
  const kind = random();
  if (kind < 0.75 && names.length > 0) {
    const name = pick(names, random);
    return { ...object, [name]: mutateValue(object[name]!, random) };
  }
  if (kind < 0.88 && names.length > 0) {
    const { [pick(names, random)]: _removed, ...rest } = object;
    return rest;
  }
  return {
    ...object,
    [String(
      pick(
        VALUES.filter((one) => typeof one === "string"),
        random,
      ),
    )]: pick(VALUES, random),
  };
}

/** A query by its words, another text by its characters. */
function mutateText(text: string, random: Random): string {
  const words = text.split(/\b/);
  if (words.length < 4) return mutateToken(text, random);
  const at = integerBelow(random, words.length);
  const kind = random();
  if (kind < 0.35) words[at] = ` ${pick(WORDS, random)} `;
  else if (kind < 0.6) words.splice(at, 0, ` ${pick(WORDS, random)} `);
  else if (kind < 0.75) words.splice(at, 1 + integerBelow(random, 3));
  else words.splice(at, 0, ...words.slice(integerBelow(random, words.length)).slice(0, 8));
  return words.join("");
}

function mutateToken(token: string, random: Random): string {
  if (token === "") return "x";
  const at = integerBelow(random, token.length);
  const kind = random();
  if (kind < 0.4)
    return (
      token.slice(0, at) +
      pick(["0", "A", '"', "}", "{", "-", "é", "\\", "9".repeat(20)], random) +
      token.slice(at + 1)
    );
  if (kind < 0.6) return token.slice(0, at);
  if (kind < 0.8) return token.slice(0, at) + token.slice(integerBelow(random, token.length));
  return token;
}

/** A body that is no JSON any more, no UTF-8, or the beginning of a binary form. */
function mutateBytes(text: string, random: Random): string {
  const kind = random();
  if (kind < 0.2) return pick(["\x80", "\x81", "\xc3\xa9"], random) + text;
  if (kind < 0.4) return text.replace(/./gu, (character) => (random() < 0.02 ? "\xff" : character));
  return mutateToken(text, random);
}

function mutatePath(path: string, random: Random): string {
  const segments = path.split("/");
  const at = 1 + integerBelow(random, segments.length);
  const kind = random();
  if (kind < 0.6) segments[at] = pick(SEGMENTS, random);
  else if (kind < 0.8) segments.splice(at, 1);
  else segments.splice(at, 0, pick(SEGMENTS, random));
  return segments.join("/");
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[integerBelow(random, list.length)]!;
}
