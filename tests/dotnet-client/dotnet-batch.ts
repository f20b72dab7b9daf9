/**
 * Batches of the .NET client: operations written as rows, results read by exact type. Written out here, apart from the
 * server's own code, so that a mistake there does not cancel out.
 */
import { crc32 } from "node:zlib";
import type { DotnetAnswer } from "./dotnet-transport.ts";

export interface DotnetOperation {
  readonly type: keyof typeof OPERATION_NUMBERS;
  /** The key as JSON: in bulk alone. */
  readonly partitionKey?: string;
  readonly id?: string;
  readonly body?: Buffer | object;
  readonly indexingDirective?: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly minimal?: boolean;
}

export interface DotnetResult {
  statusCode: number;
  subStatusCode: number;
  eTag?: string;
  resourceBody?: Buffer;
  retryAfterMs: number;
  requestCharge: number;
}

const OPERATION_NUMBERS = { Create: 0, Patch: 1, Read: 2, Delete: 4, Replace: 5, Upsert: 20 } as const;
const SEGMENT = Buffer.from("81f0d8ff7f010a000000", "hex");
const RECORD = Buffer.from("81f1d8ff7f", "hex");
const OPERATION = Buffer.from("817054e17f", "hex");
const RESULT = Buffer.from("817154e17f", "hex");

export function batchBody(operations: readonly DotnetOperation[]): Buffer {
  const parts = operations.flatMap((operation) => {
    const row = operationRow(operation);
    return [RECORD, uint32(row.length), uint32(crc32(row)), row];
  });
  return Buffer.concat([SEGMENT, ...parts]);
}

function operationRow({ body, ...operation }: DotnetOperation): Buffer {
  const resourceBody = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const variable = [operation.partitionKey, undefined, operation.id, undefined, resourceBody];
  const mask = variable.reduce((bits, value, i) => bits | (value === undefined ? 0 : 4 << i), 3);
  return Buffer.concat([
    OPERATION,
    Buffer.of(mask),
    uint32(OPERATION_NUMBERS[operation.type]),
    uint32(2),
    ...variable.flatMap((value) => (value === undefined ? [] : [text(value)])),
    ...[operation.indexingDirective, operation.ifMatch, operation.ifNoneMatch].flatMap((value, i) =>
      value === undefined ? [] : [Buffer.of(20, 8 + i), text(value)],
    ),
    operation.minimal === true ? Buffer.of(3, 12) : Buffer.alloc(0),
  ]);
}

function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/**
 * As the client takes an answer: without rows every operation has the status of the whole; the first that failed for
 * a reason of its own gives a 207 its status.
 */
export function readBatchAnswer(
  answer: Pick<DotnetAnswer, "status" | "subStatus" | "content" | "error">,
  operations: number,
) {
  const { status, subStatus, content } = answer;
  if (content[0] !== 0x81) {
    if (status < 300) throw new Error("a success without rows is reported as 500");
    return { status, subStatus, message: answer.error?.message, results: undefined };
  }
  const results = readResults(content);
  if (results.length !== operations) throw new Error("a number of rows that is reported as 500");
  if (status !== 207) return { status, subStatus, message: undefined, results };
  const failed = results.find(({ statusCode }) => statusCode >= 400 && statusCode !== 424);
  return {
    status: failed?.statusCode ?? status,
    subStatus: failed?.subStatusCode ?? subStatus,
    message: failed?.resourceBody?.toString(),
    results,
  };
}

function readResults(content: Buffer): DotnetResult[] {
  if (!content.subarray(0, SEGMENT.length).equals(SEGMENT)) throw new Error("no segment");
  const results: DotnetResult[] = [];
  for (let at = SEGMENT.length; at < content.length; ) {
    if (!content.subarray(at, at + 5).equals(RECORD)) throw new Error(`no record at ${at}`);
    const end = at + 13 + content.readInt32LE(at + 5);
    const row = content.subarray(at + 13, end);
    if (crc32(row) !== content.readUInt32LE(at + 9)) throw new Error(`a wrong checksum at ${at}`);
    results.push(readResult(row));
    at = end;
  }
  return results;
}

function readResult(row: Buffer): DotnetResult {
  if (!row.subarray(0, 5).equals(RESULT)) throw new Error("no result");
  const mask = row[5]!;
  let at = 14;
  const variable = (): Buffer => {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = row[at++]!;
      length |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    at += length;
    return row.subarray(at - length, at);
  };
  const result: DotnetResult = {
    statusCode: (mask & 1) === 0 ? 0 : row.readInt32LE(6),
    subStatusCode: (mask & 2) === 0 ? 0 : row.readInt32LE(10),
    retryAfterMs: 0,
    requestCharge: 0,
  };
  if (result.statusCode === 0) throw new Error("a result without a status");
  if ((mask & 4) !== 0) result.eTag = variable().toString();
  if ((mask & 8) !== 0) result.resourceBody = variable();
  while (at < row.length) {
    const field = row.readUInt16BE(at);
    at += 2;
    if (field === 0x0b05) {
      result.retryAfterMs = row.readUInt32LE(at);
      at += 4;
    } else if (field === 0x1006) {
      result.requestCharge = row.readDoubleLE(at);
      at += 8;
    } else throw new Error(`a field or type that the client does not read: ${field.toString(16)}`);
  }
  return result;
}
