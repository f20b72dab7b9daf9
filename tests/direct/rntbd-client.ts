/**
 * A client of direct mode without an SDK: it resolves addresses, introduces itself, sends frames and takes the answers.
 * Frames and signatures are written out here, apart from the server's own code, so that a mistake there does not cancel
 * out. Nothing retries, every status is an answer.
 */
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";

export const Operation = {
  create: 1,
  patch: 2,
  read: 3,
  readFeed: 4,
  delete: 5,
  replace: 6,
  execute: 8,
  query: 0x0f,
  head: 0x11,
  upsert: 0x13,
  batch: 0x25,
} as const;
export type Operation = keyof typeof Operation;

const VERBS: Readonly<Record<Operation, string>> = {
  create: "post",
  patch: "patch",
  read: "get",
  readFeed: "get",
  delete: "delete",
  replace: "put",
  execute: "post",
  query: "post",
  head: "head",
  upsert: "post",
  batch: "post",
};

/** A token's value says how it is written: numbers have 32 bits. */
export type TokenInput = string | number | boolean | Buffer | { readonly byte: number };

export interface DirectAnswer {
  readonly status: number;
  readonly tokens: ReadonlyMap<number, unknown>;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect
  readonly body: any;
}

export interface DirectSend {
  readonly operation: Operation;
  /** Link by names: `dbs/a/colls/b/docs/c`, or that of a feed. */
  readonly link: string;
  readonly body?: unknown;
  readonly tokens?: Readonly<Record<number, TokenInput>>;
}

interface Waiting {
  readonly resolve: (answer: DirectAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Types {
  readonly number: number;
  readonly name: number;
}

const TYPES: Readonly<Record<string, Types>> = {
  dbs: { number: 1, name: 0x15 },
  colls: { number: 2, name: 0x16 },
  docs: { number: 3, name: 0x17 },
  sprocs: { number: 7, name: 0x1b },
};

export class RntbdClient {
  readonly #key: Buffer;
  readonly #replicaPath: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly socket: TLSSocket;
  /** What came in one piece: TLS hands over one record at a time. */
  readonly pieces: Buffer[] = [];
  #received = Buffer.alloc(0);
  #nextId = 1;
  readonly context: Promise<DirectAnswer>;

  private constructor(socket: TLSSocket, key: string, replicaPath: string) {
    this.socket = socket;
    this.#key = Buffer.from(key, "base64");
    this.#replicaPath = replicaPath;
    this.context = this.#answerTo(0);
    socket.on("data", (piece: Buffer) => this.#receive(piece));
    socket.on("error", () => {});
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the connection was closed"));
    });
  }

  #answerTo(id: number): Promise<DirectAnswer> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Connects to an address, such as `/addresses` gives it. */
  static async connect(address: string, key: string): Promise<RntbdClient> {
    const { hostname, port, pathname } = new URL(address.replace(/^rntbd:/, "http:"));
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const client = new RntbdClient(socket, key, decodeURIComponent(pathname).replace(/\/$/, ""));
    socket.write(contextFrame(1));
    await client.context;
    return client;
  }

  /** Rejects when the connection closes first. */
  send(request: DirectSend): Promise<DirectAnswer> {
    const id = this.#nextId++;
    const answer = this.#answerTo(id);
    this.socket.write(this.encode(request, id));
    return answer;
  }

  /** The bytes of a request. */
  encode({ operation, link, body, tokens = {} }: DirectSend, id: number): Buffer {
    const segments = link.split("/").map(decodeURIComponent);
    const type = segments.at(segments.length % 2 === 1 ? -1 : -2)!;
    const signedLink = segments.slice(0, segments.length - (segments.length % 2)).join("/");
    const date = new Date().toUTCString();
    const signature = createHmac("sha256", this.#key)
      .update(`${VERBS[operation]}\n${type}\n${signedLink}\n${date.toLowerCase()}\n\n`)
      .digest("base64");
    const payload =
      body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const names: Record<number, TokenInput> = {};
    for (let i = 0; i + 1 < segments.length; i += 2) names[TYPES[segments[i]!]!.name] = segments[i + 1]!;
    return frame(
      (Operation[operation] << 16) | TYPES[type]!.number,
      {
        1: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
        2: payload !== undefined,
        19: this.#replicaPath,
        77: id,
        ...names,
        ...tokens,
      },
      payload,
      { 3: date },
    );
  }

  close(): void {
    this.socket.destroy();
  }

  #receive(piece: Buffer): void {
    this.pieces.push(piece);
    this.#received = Buffer.concat([this.#received, piece]);
    for (;;) {
      const bytes = this.#received;
      if (bytes.length < 4 || bytes.length < bytes.readUInt32LE(0)) return;
      const head = bytes.readUInt32LE(0);
      const tokens = readTokens(bytes.subarray(24, head));
      // The answer to the introduction has other tokens.
      const isContext = this.#waiting.has(0);
      const hasPayload = isContext ? bytes.readUInt32LE(4) >= 400 : tokens.get(0) === 1;
      let end = head;
      if (hasPayload) {
        if (bytes.length < head + 4 || bytes.length < head + 4 + bytes.readUInt32LE(head)) return;
        end += 4 + bytes.readUInt32LE(head);
      }
      const payload = bytes.subarray(hasPayload ? head + 4 : head, end);
      const text = payload.toString("utf8");
      this.#received = bytes.subarray(end);
      this.#answer(isContext ? 0 : Number(tokens.get(0x35)), {
        status: bytes.readInt32LE(4),
        tokens,
        bytes: payload,
        text,
        body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
      });
    }
  }

  #answer(id: number, answer: DirectAnswer): void {
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }
}

export function contextFrame(protocolVersion: number): Buffer {
  return frame(0, { 0: protocolVersion }, undefined, { 1: "2020-07-15", 2: "orrery-test" });
}

/** `short` are texts with one byte of length. */
function frame(
  code: number,
  tokens: Readonly<Record<number, TokenInput>>,
  payload?: Buffer,
  short: Readonly<Record<number, string>> = {},
): Buffer {
  const parts = [
    ...Object.entries(tokens).map(([id, value]) => token(Number(id), value)),
    ...Object.entries(short).map(([id, value]) =>
      Buffer.concat([tokenHead(Number(id), 7), Buffer.of(Buffer.byteLength(value)), Buffer.from(value)]),
    ),
  ];
  const head = Buffer.alloc(24);
  head.writeUInt32LE(24 + parts.reduce((sum, { length }) => sum + length, 0), 0);
  head.writeUInt32LE(code >>> 0, 4);
  Buffer.from(randomUUID().replaceAll("-", ""), "hex").copy(head, 8);
  const size = Buffer.alloc(payload === undefined ? 0 : 4);
  if (payload !== undefined) size.writeUInt32LE(payload.length, 0);
  return Buffer.concat([head, ...parts, size, payload ?? Buffer.alloc(0)]);
}

function token(id: number, value: TokenInput): Buffer {
  if (typeof value === "boolean") return token(id, { byte: value ? 1 : 0 });
  if (typeof value === "object" && "byte" in value)
    return Buffer.concat([tokenHead(id, 0), Buffer.of(value.byte)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value >>> 0, 0);
    return Buffer.concat([tokenHead(id, 2), bytes]);
  }
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length, 0);
  return Buffer.concat([tokenHead(id, typeof value === "string" ? 8 : 11), length, bytes]);
}

function tokenHead(id: number, type: number): Buffer {
  return Buffer.of(id & 0xff, id >> 8, type);
}

const SIZES = [1, 2, 4, 4, 8, 8, 16, -1, -2, -4, -1, -2, -4, 4, 8];

function readTokens(bytes: Buffer): Map<number, unknown> {
  const tokens = new Map<number, unknown>();
  for (let at = 0; at < bytes.length; ) {
    const id = bytes.readUInt16LE(at);
    const type = bytes[at + 2]!;
    at += 3;
    let size = SIZES[type]!;
    if (size < 0) {
      const lengthBytes = -size;
      size = bytes.readUIntLE(at, lengthBytes);
      at += lengthBytes;
    }
    tokens.set(id, readValue(bytes.subarray(at, at + size), type));
    at += size;
  }
  return tokens;
}

function readValue(bytes: Buffer, type: number): unknown {
  if (type === 14) return bytes.readDoubleLE(0);
  if (type === 5) return Number(bytes.readBigInt64LE(0));
  if (type >= 7 && type <= 9) return bytes.toString("utf8");
  return type <= 3 ? bytes.readUIntLE(0, bytes.length) : bytes;
}
