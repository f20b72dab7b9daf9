import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { HeldBytes } from "../../schedule/held-bytes.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import { CONTEXT_CODE, encodeFrame, type Frame, requestCode } from "../../wire/rntbd/frame.ts";
import { FrameReader } from "../../wire/rntbd/frame-reader.ts";
import { replicaPath } from "../../wire/rntbd/replica-path.ts";
import { type Token, TokenType } from "../../wire/rntbd/tokens.ts";
import { ResponseToken } from "../../wire/rntbd/write-response.ts";
import { ExchangeMemory } from "../exchange/exchange-memory.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { type Certificate, createCertificate } from "../listener/certificate.ts";
import type { DirectLimits } from "./direct-limits.ts";
import { DirectListener, type DirectListenerOptions } from "./direct-listener.ts";

const READ_ITEM = requestCode(3, 3);
const CREATE_ITEM = requestCode(3, 1);

let certificate: Certificate;
let listener: DirectListener;
let port: number;
const errors: unknown[] = [];
const sockets: TLSSocket[] = [];

beforeAll(async () => {
  certificate = await createCertificate(new Date());
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  errors.length = 0;
  await listener.close();
  expect(held.bytes).toBe(0);
});

const held = new HeldBytes({ now: () => 0 });
const memory = (cut: () => void) => new ExchangeMemory({ held, heap: PROCESS_SCHEDULER.heap }, cut);

type Serve = DirectListenerOptions["serve"];

/** Answers with what it was asked. */
const describeRequest: Serve = async (request) => ({
  status: 200,
  headers: {},
  body: Buffer.from(`${request.method} ${request.target} ${(await request.body()).length}`),
});

async function start(
  options: { serve?: Serve; limits?: Partial<DirectLimits>; certificate?: () => Promise<Certificate> } = {},
): Promise<void> {
  listener = new DirectListener({
    memory,
    serve: describeRequest,
    certificate: async () => certificate,
    onError: (error) => errors.push(error),
    nowMs: () => Date.now(),
    ...options,
    limits: { timeoutCheckMs: 10, ...options.limits },
  });
  ({ port } = await listener.listen(0, "127.0.0.1"));
}

const LIMITS = { frameBytesMax: 1e6, tokensMax: 100, payloadBytesMax: 1e8, discardedBytesMax: 0 };
const NO_TOKEN = -1;

class Peer {
  readonly socket: TLSSocket;
  readonly frames: Frame[] = [];
  /** One for each TLS record. */
  readonly pieces: Buffer[] = [];
  /** The answer to the introduction has other tokens, and no payload. */
  #reader = new FrameReader(LIMITS, NO_TOKEN);

  constructor(socket: TLSSocket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("data", (piece: Buffer) => {
      this.pieces.push(piece);
      this.#reader.push(piece);
      for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next())
        this.frames.push(frame);
    });
  }

  /** After the introduction. */
  begin(): void {
    this.frames.length = 0;
    this.pieces.length = 0;
    this.#reader = new FrameReader(LIMITS, ResponseToken.payloadPresent);
  }

  get texts(): string[] {
    return this.frames.map(({ payload }) => String(payload));
  }

  get ids(): unknown[] {
    return this.frames.map(({ tokens }) => tokens.get(0x35));
  }

  async until(count: number): Promise<void> {
    await expect.poll(() => this.frames.length).toBe(count);
  }

  async closed(): Promise<void> {
    if (!this.socket.closed) await closing(this.socket);
  }
}

async function open(): Promise<Peer> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  sockets.push(socket);
  const peer = new Peer(socket);
  await once(socket, "secureConnect");
  return peer;
}

function introduction(version = 1): Buffer {
  return encodeFrame({
    code: CONTEXT_CODE,
    activityId: randomUUID(),
    tokens: [
      { id: 0, type: TokenType.ulong, value: version },
      { id: 1, type: TokenType.smallString, value: "2020-07-15" },
      { id: 2, type: TokenType.smallString, value: "a client" },
    ],
  });
}

/** A peer that has introduced itself, and has been answered. */
async function introduced(): Promise<Peer> {
  const peer = await open();
  peer.socket.write(introduction());
  await peer.until(1);
  peer.begin();
  return peer;
}

function request(
  id: number,
  { code = READ_ITEM, payload }: { code?: number; payload?: Buffer } = {},
): Buffer {
  const text = (token: number, value: string): Token => ({ id: token, type: TokenType.string, value });
  return encodeFrame({
    code,
    activityId: randomUUID(),
    tokens: [
      { id: 0x02, type: TokenType.byte, value: payload === undefined ? 0 : 1 },
      text(0x13, replicaPath("master", "1p")),
      text(0x15, "d"),
      text(0x16, "c"),
      ...(code === READ_ITEM ? [text(0x17, `i${id}`)] : []),
      { id: 0x4d, type: TokenType.ulong, value: id },
    ],
    payload,
  });
}

/** A server that answers when it is told to. */
class Held {
  readonly requests: GatewayRequest[] = [];
  readonly #answers: ((answer: GatewayResponse) => void)[] = [];

  readonly serve: Serve = (asked) => {
    this.requests.push(asked);
    return new Promise((resolve) => this.#answers.push(resolve));
  };

  answer(index: number, body = Buffer.from("done")): void {
    this.#answers[index]!({ status: 200, headers: {}, body });
  }

  async until(count: number): Promise<void> {
    await expect.poll(() => this.requests.length).toBe(count);
  }
}

/** Not `once` of node:events, which fails with a reset. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a connection", () => {
  test("begins with an introduction, over TLS without ALPN", async () => {
    await start({ limits: { idleTimeoutMs: 77_000, unauthenticatedTimeoutMs: 5_500 } });
    const peer = await open();
    expect(peer.socket.alpnProtocol).toBe(false);
    peer.socket.write(introduction());
    await peer.until(1);
    const [{ code, tokens }] = peer.frames as [Frame];
    expect(code).toBe(200);
    expect([tokens.get(2), tokens.get(3)]).toEqual([expect.stringMatching(/^orrery\//), expect.any(String)]);
    expect([tokens.get(4), tokens.get(5)]).toEqual([77, 6]);
  });

  test("hands over what the client said of itself", async () => {
    const held = new Held();
    await start({ serve: held.serve });
    const peer = await introduced();
    peer.socket.write(request(1));
    await held.until(1);
    expect(held.requests[0]).toMatchObject({
      method: "GET",
      target: "/dbs/d/colls/c/docs/i1",
      headers: { "user-agent": "a client", "x-ms-version": "2020-07-15" },
      secure: true,
      replica: "master",
    });
    held.answer(0);
    await peer.until(1);
  });

  test("of another version of the protocol is told so and closed", async () => {
    await start();
    const peer = await open();
    peer.socket.removeAllListeners("data");
    let text = "";
    peer.socket.setEncoding("latin1").on("data", (piece: string) => (text += piece));
    peer.socket.write(introduction(2));
    await peer.closed();
    expect(text).toContain("The protocol version must be 1.");
  });

  test("answers as requests are done, each in a TLS record of its own", async () => {
    const held = new Held();
    await start({ serve: held.serve });
    const peer = await introduced();
    peer.socket.write(Buffer.concat(Array.from({ length: 60 }, (_, id) => request(id))));
    await held.until(60);
    for (let id = 59; id >= 0; id--) held.answer(id, Buffer.from(`answer ${id}`));
    await peer.until(60);
    expect(peer.ids).toEqual(Array.from({ length: 60 }, (_, i) => 59 - i));
    expect(peer.texts).toEqual(peer.ids.map((id) => `answer ${id}`));
    expect(peer.pieces.length).toBe(60);
    for (const piece of peer.pieces) {
      const head = piece.readUInt32LE(0);
      expect(piece.length).toBe(head + 4 + piece.readUInt32LE(head));
    }
  });

  test("takes requests in pieces, and payloads past the limit without keeping them", async () => {
    await start({ limits: { payloadBytesMax: 1_000 } });
    const peer = await introduced();
    const stream = Buffer.concat([
      request(1),
      request(2, { code: CREATE_ITEM, payload: Buffer.alloc(1_000) }),
      request(3, { code: CREATE_ITEM, payload: Buffer.alloc(50_000) }),
      request(4),
    ]);
    for (let at = 0; at < stream.length; at += 97) {
      peer.socket.write(stream.subarray(at, at + 97));
      if (at % 970 === 0) await pause(1);
    }
    await peer.until(4);
    expect(peer.frames.map(({ code }) => code).sort()).toEqual([200, 200, 200, 413]);
    expect(peer.texts).toContain("POST /dbs/d/colls/c/docs 1000");
  });

  test("refuses what is not served, and goes on", async () => {
    await start();
    const peer = await introduced();
    peer.socket.write(request(1, { code: requestCode(4, 1) }));
    await peer.until(1);
    peer.socket.write(request(2));
    await peer.until(2);
    expect(peer.frames.map(({ code }) => code)).toEqual([400, 200]);
    expect(peer.ids).toEqual([1, 2]);
  });

  test("that is hung up stops the work", async () => {
    const held = new Held();
    await start({ serve: held.serve });
    const peer = await introduced();
    peer.socket.write(request(1));
    await held.until(1);
    expect(held.requests[0]!.isGone()).toBe(false);
    peer.socket.end();
    await expect.poll(() => held.requests[0]!.isGone()).toBe(true);
    held.answer(0);
  });

  test("that is closed while its request runs holds no memory for the response", async () => {
    const held = new Held();
    await start({ serve: held.serve });
    const peer = await introduced();
    peer.socket.write(request(1));
    await held.until(1);
    const { memory, isGone } = held.requests[0]!;
    peer.socket.destroy();
    await expect.poll(isGone).toBe(true);
    memory!.answer(1_000_000, () => true);
    held.answer(0);
    // What was counted is checked after each test.
  });

  test("whose certificate cannot be made costs only itself", async () => {
    let isBroken = true;
    await start({
      certificate: () => (isBroken ? Promise.reject(new Error("no room")) : Promise.resolve(certificate)),
    });
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
    await once(socket, "error");
    expect(errors).toEqual([new Error("no room")]);
    isBroken = false;
    await introduced();
  });
});

describe("a hostile peer", () => {
  test.each([
    ["a request before the introduction", [request(1)]],
    ["a second introduction", [introduction(), introduction()]],
    ["words", [Buffer.from("GET / HTTP/1.1\r\nHost: a\r\n\r\n")]],
    ["a frame of four gigabytes", [introduction(), Buffer.from("ffffffff", "hex")]],
    ["a frame without a head", [introduction(), Buffer.from("0400000000000000", "hex")]],
  ])("with %s is closed", async (_, pieces) => {
    await start();
    const peer = await open();
    for (const piece of pieces) peer.socket.write(piece);
    await peer.closed();
    const other = await introduced();
    other.socket.write(request(1));
    await other.until(1);
    expect(errors).toEqual([]);
  });

  test("that breaks off when it is there ends alone", async () => {
    await start();
    for (let i = 0; i < 20; i++) {
      const plain = connectPlain({ port, host: "127.0.0.1" });
      const socket = connect({ socket: plain, rejectUnauthorized: false });
      for (const end of [plain, socket]) end.on("error", () => {});
      await once(socket, "secureConnect");
      plain.resetAndDestroy();
    }
    const other = await introduced();
    other.socket.write(request(1));
    await other.until(1);
    expect(errors).toEqual([]);
  });

  test("with too many tokens, or a frame past the limit, is closed", async () => {
    await start({ limits: { tokensMax: 5 } });
    const tokens = await introduced();
    tokens.socket.write(request(1));
    await tokens.closed();
    await listener.close();
    await start({ limits: { frameBytesMax: 100 } });
    const long = await introduced();
    long.socket.write(request(1));
    await long.closed();
  });

  test.each([
    ["an introduction", Buffer.alloc(0), { unauthenticatedTimeoutMs: 40 }],
    ["a good signature", introduction(), { unauthenticatedTimeoutMs: 40 }],
    ["the rest of its frame", introduction().subarray(0, 30), { frameTimeoutMs: 40 }],
    ["its next request", introduction(), { idleTimeoutMs: 40 }],
  ])("that owes %s is closed in time", async (_, bytes, limits) => {
    await start({ limits });
    const peer = await open();
    if (bytes.length > 0) peer.socket.write(bytes);
    await peer.closed();
  });

  test("that owes the rest of its handshake is closed in time", async () => {
    await start({ limits: { handshakeTimeoutMs: 40 } });
    const socket = connectPlain({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    const closed = closing(socket);
    socket.write(Buffer.from([0x16, 3, 1, 2, 0, 1]));
    await closed;
  });

  test("has time while its request is under way, and after a good signature", async () => {
    const held = new Held();
    await start({ serve: held.serve, limits: { idleTimeoutMs: 150, unauthenticatedTimeoutMs: 1_000 } });
    const peer = await introduced();
    peer.socket.write(request(1));
    await held.until(1);
    await pause(400);
    held.answer(0);
    await peer.until(1);
    expect(peer.socket.destroyed).toBe(false);
  });

  test("whose signatures are wrong stays unknown", async () => {
    await start({
      serve: async () => ({ status: 401, headers: {} }),
      limits: { unauthenticatedTimeoutMs: 200 },
    });
    const peer = await introduced();
    peer.socket.write(request(1));
    await peer.until(1);
    await peer.closed();
  });

  test("has no more requests under way than allowed, and gets the others later", async () => {
    const held = new Held();
    await start({ serve: held.serve, limits: { requestsMax: 3 } });
    const peer = await introduced();
    for (let id = 0; id < 10; id++) peer.socket.write(request(id));
    await held.until(3);
    await pause(50);
    expect(held.requests.length).toBe(3);
    for (let id = 0; id < 10; id++) {
      await held.until(Math.min(10, id + 3));
      held.answer(id);
    }
    await peer.until(10);
  });

  test("has no more bytes under way than allowed, and gets the others later", async () => {
    const held = new Held();
    await start({ serve: held.serve, limits: { bytesUnderWayMax: 2_500 } });
    const peer = await introduced();
    const payload = Buffer.alloc(1_000);
    for (let id = 0; id < 6; id++) peer.socket.write(request(id, { code: CREATE_ITEM, payload }));
    await held.until(3);
    await pause(50);
    expect(held.requests.length).toBe(3);
    for (let id = 0; id < 6; id++) {
      await held.until(Math.min(6, id + 3));
      held.answer(id);
    }
    await peer.until(6);
  });

  test("that does not read is not served on, and closed in time", async () => {
    const requests: GatewayRequest[] = [];
    const serve: Serve = async (asked) => {
      requests.push(asked);
      return { status: 200, headers: {}, body: Buffer.alloc(1_000_000) };
    };
    await start({ serve, limits: { requestsMax: 4, bytesUnderWayMax: 4_000_000, answerTimeoutMs: 500 } });
    const peer = await introduced();
    peer.socket.pause();
    for (let id = 0; id < 200; id++) peer.socket.write(request(id));
    await expect.poll(() => requests[0]?.isGone()).toBe(true);
    expect(requests.length).toBeLessThan(60);
  });

  test.each(["TLSv1", "TLSv1.1"] as const)("is not served over %s", async (version) => {
    await start();
    const socket = connect({
      port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      // What OpenSSL would refuse to offer by itself.
      ciphers: "DEFAULT:@SECLEVEL=0",
    });
    sockets.push(socket);
    expect(await once(socket, "error")).toMatchObject([{ code: expect.stringMatching(/PROTOCOL_VERSION/) }]);
  });

  test.each(["connectionsMax", "connectionsPerAddressMax"])(
    "gets no more connections than %s",
    async (limit) => {
      await start({ limits: { [limit]: 1 } });
      const first = await introduced();
      const second = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
      second.on("error", () => {});
      await new Promise((resolve) => second.once("close", resolve));
      first.socket.write(request(1));
      await first.until(1);
    },
  );
});

describe("close", () => {
  test("lets requests under way end, and closes the rest", async () => {
    const held = new Held();
    await start({ serve: held.serve });
    const idle = await introduced();
    const handshaking = connectPlain({ port, host: "127.0.0.1" });
    handshaking.on("error", () => {});
    await once(handshaking, "connect");
    const busy = await introduced();
    busy.socket.write(request(1));
    await held.until(1);
    let isClosed = false;
    const closed = listener.close().then(() => {
      isClosed = true;
    });
    await idle.closed();
    if (!handshaking.closed) await once(handshaking, "close");
    expect(isClosed).toBe(false);
    held.answer(0);
    await busy.closed();
    expect(busy.texts).toEqual(["done"]);
    await closed;
  });

  test("cuts off what does not end", async () => {
    const held = new Held();
    await start({ serve: held.serve, limits: { closeGraceMs: 30 } });
    const peer = await introduced();
    peer.socket.write(request(1));
    await held.until(1);
    await listener.close();
    await peer.closed();
    held.answer(0);
  });

  test("leaves the port to others, who are refused while it is taken", async () => {
    await start();
    const second = new DirectListener({
      memory,
      serve: describeRequest,
      certificate: async () => certificate,
      onError: () => {},
      nowMs: () => Date.now(),
    });
    await expect(second.listen(port, "127.0.0.1")).rejects.toMatchObject({ code: "EADDRINUSE" });
    await second.close();
  });
});
