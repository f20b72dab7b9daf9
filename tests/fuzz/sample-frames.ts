/** Frames of direct mode, as clients send them and then changed: what the frame fuzzer sends. */
import { crc32 } from "node:zlib";
import { encodeFrame, requestCode } from "../../packages/orrery/src/wire/rntbd/frame.ts";
import { replicaPath } from "../../packages/orrery/src/wire/rntbd/replica-path.ts";
import {
  HEADER_TOKENS,
  OPERATIONS,
  RESOURCE_TYPES,
} from "../../packages/orrery/src/wire/rntbd/request-tokens.ts";
import { type Token, TokenType } from "../../packages/orrery/src/wire/rntbd/tokens.ts";
import { batchBody, type DotnetOperation } from "../dotnet-client/dotnet-batch.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import { randomBinaryJson, withErrors } from "./binary-json.ts";

type Random = () => number;

const ITEM = 3;
const OPERATION = {
  create: 1,
  patch: 2,
  read: 3,
  readFeed: 4,
  delete: 5,
  replace: 6,
  query: 15,
  upsert: 19,
  batch: 37,
};

export interface FrameContext {
  readonly authorization: string;
  readonly containerRid: string;
}

/** A frame that a server can read, whatever it asks; `id` is the transport request id. */
export function randomFrame(random: Random, context: FrameContext, id: number): Buffer {
  const names = Object.keys(OPERATION) as (keyof typeof OPERATION)[];
  const operation = names[integerBelow(random, names.length)]!;
  const isOfItem = ["read", "replace", "delete", "patch"].includes(operation);
  const key = "abc"[integerBelow(random, 3)]!;
  const payload = payloadOf(operation, key, random);
  const tokens: Token[] = [
    text(0x01, context.authorization),
    { id: 0x02, type: TokenType.byte, value: payload === undefined ? 0 : 1 },
    { id: 0x03, type: TokenType.smallString, value: new Date(0).toUTCString() },
    text(0x13, replicaPath({ containerRid: context.containerRid, rangeId: "0" }, "1p")),
    { id: 0x4d, type: TokenType.ulong, value: id },
    text(0x15, "db"),
    text(0x16, "c"),
    ...(isOfItem ? [text(0x17, `${integerBelow(random, 60)}`)] : []),
    ...(random() < 0.9 ? [text(0x2b, `["${key}"]`)] : []),
    ...(operation === "readFeed" && random() < 0.5 ? [text(0x3f, "Incremental Feed")] : []),
    ...(operation === "batch" ? [flag(0x73, random() < 0.5)] : []),
    ...(random() < 0.3 ? [{ id: 0xc4, type: TokenType.byte, value: 1 + integerBelow(random, 7) }] : []),
  ];
  if (random() < 0.3) changeTokens(tokens, random);
  const code = random() < 0.05 ? randomCode(random) : requestCode(ITEM, OPERATION[operation]);
  return encodeFrame({ code, activityId: "00112233-4455-6677-8899-aabbccddeeff", tokens, payload });
}

function text(id: number, value: string): Token {
  return { id, type: TokenType.string, value };
}

function flag(id: number, value: boolean): Token {
  return { id, type: TokenType.byte, value: value ? 1 : 0 };
}

function randomCode(random: Random): number {
  const types = [...RESOURCE_TYPES.keys(), integerBelow(random, 0x10000)];
  // Refusals of HEAD have no body, and a deleted container leaves nothing to try.
  const served = [...OPERATIONS]
    .filter(([, { method }]) => method !== "HEAD" && method !== "DELETE")
    .map(([operation]) => operation);
  const operations = [...served, integerBelow(random, 0x10000)];
  return requestCode(
    types[integerBelow(random, types.length)]!,
    operations[integerBelow(random, operations.length)]!,
  );
}

function payloadOf(operation: keyof typeof OPERATION, key: string, random: Random): Buffer | undefined {
  switch (operation) {
    case "read":
    case "readFeed":
    case "delete":
      return random() < 0.02 ? randomBinaryJson(random, key) : undefined;
    case "query":
      return json(
        { query: "SELECT * FROM c WHERE c.n < @n", parameters: [{ name: "@n", value: 5 }] },
        random,
      );
    case "patch":
      return json({ operations: [{ op: "set", path: "/n", value: integerBelow(random, 9) }] }, random);
    case "batch":
      return batch(key, random);
    case "create":
    case "replace":
    case "upsert":
      return randomBinaryJson(random, key);
  }
}

function json(value: object, random: Random): Buffer {
  const bytes = Buffer.from(JSON.stringify(value));
  if (random() < 0.2) return randomBinaryJson(random, "a");
  return random() < 0.1 ? withErrors(bytes, random) : bytes;
}

/** Rows of operations, some with errors behind a right checksum. */
function batch(key: string, random: Random): Buffer {
  const types = ["Create", "Patch", "Read", "Delete", "Replace", "Upsert"] as const;
  const operations = Array.from({ length: integerBelow(random, 4) }, (): DotnetOperation => {
    const type = types[integerBelow(random, types.length)]!;
    const id = `${integerBelow(random, 60)}`;
    return { type, id, partitionKey: `["${key}"]`, body: randomBinaryJson(random, key) };
  });
  const bytes = batchBody(operations);
  if (random() < 0.7) return bytes;
  const changed = withErrors(bytes, random);
  return random() < 0.7 ? withChecksums(changed) : changed;
}

const SEGMENT_BYTES = 10;
const RECORD_HEAD_BYTES = 13;

function withChecksums(bytes: Buffer): Buffer {
  for (let at = SEGMENT_BYTES; at + RECORD_HEAD_BYTES <= bytes.length; ) {
    const length = bytes.readInt32LE(at + 5);
    const end = at + RECORD_HEAD_BYTES + length;
    if (length < 0 || end > bytes.length) break;
    bytes.writeUInt32LE(crc32(bytes.subarray(at + RECORD_HEAD_BYTES, end)), at + 9);
    at = end;
  }
  return bytes;
}

/** One more token, one less, or another value; what is not of its type is left to `brokenFrame`. */
function changeTokens(tokens: Token[], random: Random): void {
  const kind = random();
  if (kind < 0.2) tokens.splice(integerBelow(random, tokens.length), 1);
  else if (kind < 0.22) tokens.push(tokens[integerBelow(random, tokens.length)]!);
  else tokens.push(randomToken(random));
}

function randomToken(random: Random): Token {
  const known = HEADER_TOKENS[integerBelow(random, HEADER_TOKENS.length)]!;
  const id = random() < 0.8 ? known.id : integerBelow(random, 0x10000);
  const type = integerBelow(random, 15) as TokenType;
  switch (type) {
    case TokenType.ulonglong:
    case TokenType.longlong:
      return { id, type, value: BigInt(integerBelow(random, 2 ** 31)) };
    case TokenType.guid:
      return { id, type, value: "00112233-4455-6677-8899-aabbccddeeff" };
    case TokenType.smallString:
    case TokenType.string:
    case TokenType.longString:
      return { id, type, value: TEXTS[integerBelow(random, TEXTS.length)]! };
    case TokenType.smallBytes:
    case TokenType.bytes:
    case TokenType.longBytes:
      return { id, type, value: Buffer.from(TEXTS[integerBelow(random, TEXTS.length)]!) };
    case TokenType.byte:
    case TokenType.ushort:
    case TokenType.ulong:
    case TokenType.long:
    case TokenType.float:
    case TokenType.double:
      return { id, type, value: integerBelow(random, 128) };
  }
}

const TEXTS = [
  "",
  "true",
  "0",
  "-1",
  "[]",
  '["a"]',
  "[{}]",
  "*",
  '"x"',
  "0:-1#5",
  "FF",
  "\u0000",
  "__proto__",
  "x".repeat(200),
];

/** Bytes replaced, cut off, or a length that is not that of what follows: nothing can be read behind it. */
export function brokenFrame(bytes: Buffer, random: Random): Buffer {
  const kind = random();
  if (kind < 0.3) {
    const changed = Buffer.from(bytes);
    changed.writeUInt32LE(random() < 0.5 ? integerBelow(random, 400) : 2 ** integerBelow(random, 32), 0);
    return changed;
  }
  return kind < 0.5 ? bytes.subarray(0, integerBelow(random, bytes.length)) : withErrors(bytes, random);
}
