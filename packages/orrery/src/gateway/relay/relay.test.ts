/** Both ends of a relay over a real socket, with a gateway that the tests play. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HELD_LIMITS, HeldBytes } from "../../schedule/held-bytes.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import { ExchangeMemory } from "../exchange/exchange-memory.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { failureResponse, type GatewayResponse } from "../exchange/gateway-response.ts";
import { BODY_BYTES_MAX } from "../exchange/read-body.ts";
import { FrameChannel } from "./frame-channel.ts";
import { RelayBroken, RelayClient } from "./relay-client.ts";
import { RELAY_LIMITS, RelayFrame } from "./relay-frames.ts";
import { RelayServer } from "./relay-server.ts";

const REQUEST = { method: "POST", target: "/", secure: false, host: "h", headers: {} };
const TERMS = { access: undefined };
const LARGE = Buffer.alloc(1_000_000, 1);

let near: Socket;
let far: Socket;
let channel: FrameChannel;
let client: RelayClient;
let held: HeldBytes;
let nowMs: number;
let serve: (request: GatewayRequest) => Promise<GatewayResponse>;

beforeEach(async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  near = connect(server.address() as { port: number });
  [far] = (await once(server, "connection")) as [Socket];
  server.close();
  nowMs = 0;
  held = new HeldBytes({ now: () => nowMs });
  channel = new FrameChannel(near, (frame) => client.take(frame));
  client = new RelayClient(channel);
  near.on("close", () => client.close());
  const farChannel = new FrameChannel(far, (frame) => relay.take(frame));
  const relay = new RelayServer(farChannel, {
    gateway: {
      serve: (request) => serve(request).catch((error: unknown) => failureResponse(error, "activity", 0)),
      memory: (cut, whenOver) => new ExchangeMemory({ held, heap: PROCESS_SCHEDULER.heap }, cut, whenOver),
    },
    accessOf: ({ access }) => access,
    wholeBytesMax: RELAY_LIMITS.chunkBytes,
  });
  far.on("close", () => relay.close());
});

afterEach(() => {
  near.destroy();
  far.destroy();
});

function open() {
  let cut = () => {};
  let answer: (response: GatewayResponse) => void = () => {};
  const response = new Promise<GatewayResponse>((resolve) => (answer = resolve));
  const isCut = new Promise<void>((resolve) => (cut = resolve));
  return { exchange: client.open({ answer, cut }), response, isCut };
}

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const echo = async (request: GatewayRequest): Promise<GatewayResponse> => ({
  status: 200,
  headers: {},
  body: await request.body(),
});

test("a body that is sent later is not read before the server wants it", async () => {
  let go = () => {};
  const wanted = new Promise<void>((resolve) => (go = resolve));
  serve = async (request) => {
    await wanted;
    return echo(request);
  };
  const { exchange, response } = open();
  const read = vi.fn(async () => LARGE);
  exchange.send(REQUEST, TERMS, read);
  await new Promise(setImmediate);
  expect(read).not.toHaveBeenCalled();
  go();
  expect((await wholeOf((await response).pieces!)).equals(LARGE)).toBe(true);
  expect(client.isIdle).toBe(true);
});

test("an empty body whose length was not known arrives", async () => {
  serve = echo;
  const { exchange, response } = open();
  exchange.send(REQUEST, TERMS, async () => Buffer.alloc(0));
  expect((await response).body).toHaveLength(0);
});

test("a body that is larger than any may be closes the connection", async () => {
  serve = echo;
  const { exchange, isCut } = open();
  exchange.send(REQUEST, TERMS, async () => Buffer.alloc(BODY_BYTES_MAX + 1));
  await isCut;
  expect(far.destroyed).toBe(true);
});

test("an exchange that is ended before it is sent is one whose client is gone", async () => {
  let isGone = () => false;
  serve = async (request) => {
    isGone = request.isGone;
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    return { status: 200, headers: {}, body: LARGE };
  };
  const { exchange, response } = open();
  exchange.end();
  exchange.send(REQUEST, TERMS, undefined);
  expect((await response).body).toHaveLength(0);
  expect(isGone()).toBe(true);
  expect(client.isIdle).toBe(true);
});

test("what is held for a response is let go when its exchange ends", async () => {
  serve = async (request) => {
    request.memory!.answer(HELD_LIMITS.countedFromBytes, () => true);
    return { status: 200, headers: {}, body: Buffer.alloc(HELD_LIMITS.countedFromBytes) };
  };
  const { exchange, response } = open();
  exchange.send(REQUEST, TERMS, undefined);
  expect((await response).body).toHaveLength(HELD_LIMITS.countedFromBytes);
  expect(held.bytes).toBe(HELD_LIMITS.countedFromBytes);
  exchange.end();
  await expect.poll(() => held.bytes).toBe(0);
});

test("a cut ends a response that is not taken", async () => {
  serve = async (request) => {
    request.memory!.answer(LARGE.length, () => true);
    return { status: 200, headers: {}, body: LARGE };
  };
  const { exchange, response, isCut } = open();
  exchange.send(REQUEST, TERMS, undefined);
  const pieces = (await response).pieces!;
  nowMs += HELD_LIMITS.graceMs;
  expect(held.makeRoom(HELD_LIMITS.heldBytesMax)).toBe(true);
  await isCut;
  await expect(wholeOf(pieces)).rejects.toThrow(RelayBroken);
  expect(client.isIdle).toBe(true);
});

test.each([
  ["an id that is used twice", RelayFrame.request],
  ["a frame of a kind that there is not", 77],
])("%s closes the connection", async (_, kind) => {
  serve = () => new Promise(() => {});
  const { exchange, isCut } = open();
  exchange.send(REQUEST, TERMS, undefined);
  channel.send(kind, 1, "GET\n/\n\nh\n\n\n\n\nhere");
  await isCut;
});
