/** Peer connections over real sockets: both ends, with a gateway that the tests play. */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HeldBytes } from "../../schedule/held-bytes.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import type { Access } from "../auth/access.ts";
import { AccountKeys } from "../auth/authenticate.ts";
import { ExchangeMemory } from "../exchange/exchange-memory.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { createCertificate } from "../listener/certificate.ts";
import { createListener } from "../listener/listener.ts";
import { RelayBroken } from "../relay/relay-client.ts";
import { RELAY_LIMITS, RELAY_VERSION, type RelayTerms } from "../relay/relay-frames.ts";
import { PeerClient, type PeerExchange, type PeerNode } from "./peer-client.ts";
import { PeerListener } from "./peer-listener.ts";
import { PEER_LIMITS, preface } from "./peer-protocol.ts";

const PRIMARY = Buffer.alloc(64, 1).toString("base64");
const OTHER = Buffer.alloc(64, 2).toString("base64");
const LARGE = Buffer.from(Array.from({ length: 1_000_000 }, (_, i) => i % 251));

let keys: AccountKeys;
let peers: PeerListener;
let server: Server;
let sockets: Socket[];
let member: PeerNode;
let refusals: string[];
let serve: (request: GatewayRequest, access: Access) => Promise<GatewayResponse>;
let clients: PeerClient[];

beforeEach(async () => {
  keys = new AccountKeys({ primary: PRIMARY, readOnly: OTHER });
  refusals = [];
  sockets = [];
  clients = [];
  const held = new HeldBytes({ now: () => 0 });
  peers = new PeerListener({
    nodeId: "b",
    keys: () => keys,
    gateway: {
      serve: (request, access) => serve(request, access!),
      memory: (cut, whenOver) => new ExchangeMemory({ held, heap: PROCESS_SCHEDULER.heap }, cut, whenOver),
    },
    onRefused: (sentence) => void refusals.push(sentence),
  });
  server = createServer((socket) => {
    sockets.push(socket);
    peers.serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  member = { id: "b", address: `http://127.0.0.1:${port}/` };
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function call(to: PeerNode = member, primary = PRIMARY, secondary = primary): PeerClient {
  const keysOfCaller = () => new AccountKeys({ primary, secondary }).full;
  const client = new PeerClient({
    node: to,
    keys: keysOfCaller,
    onRefused: (sentence) => void refusals.push(sentence),
  });
  clients.push(client);
  return client;
}

const TERMS: RelayTerms = { access: { kind: "token", token: "the token\nä€" }, aim: "whole" };

function ask(client: PeerClient, target: string, body?: Buffer, headers = {}): PeerExchange {
  const from = { secure: true, host: "shop:443", clientAddress: "10.0.0.9" };
  return client.exchange({ method: "GET", target, headers, ...from }, TERMS, body);
}

async function wholeOf({ body, pieces }: GatewayResponse): Promise<Buffer> {
  const all = body === undefined ? [] : [body];
  for await (const piece of pieces ?? []) all.push(piece);
  return Buffer.concat(all);
}

const echo = async (request: GatewayRequest): Promise<GatewayResponse> => ({
  status: 201,
  headers: { etag: "e", lsn: 7 },
  body: await request.body(),
});

test("a request comes as it was sent, with what it may do, and so does its answer", async () => {
  let seen: GatewayRequest | undefined;
  let may: Access | undefined;
  serve = (request, access) => {
    [seen, may] = [request, access];
    return echo(request);
  };
  const headers = { "user-agent": "tests", "content-length": "4" };
  const answer = await ask(call(), "/dbs?a=b", Buffer.from("body"), headers).response;
  expect(seen).toMatchObject({
    method: "GET",
    target: "/dbs?a=b",
    endpoint: "https://shop:443",
    clientAddress: "10.0.0.9",
    isForwarded: true,
    forwardedAim: "whole",
    headers: { "user-agent": "tests", "content-length": "4" },
  });
  expect(may).toEqual({ kind: "token", token: "the token\nä€" });
  expect(answer).toEqual({ status: 201, headers: { etag: "e", lsn: "7" }, body: Buffer.from("body") });
});

test("large bodies come in pieces, and no more of them than are taken", async () => {
  serve = echo;
  const client = call();
  const large = await ask(client, "/large", LARGE).response;
  expect(large.body).toBeUndefined();
  expect(large.pieces!.bytes).toBe(LARGE.length);
  // Others pass by while nobody takes it.
  for (let i = 0; i < 20; i++)
    expect((await ask(client, `/${i}`, Buffer.from(`${i}`)).response).body!.toString()).toBe(`${i}`);
  expect(sockets[0]!.bytesWritten).toBeLessThan(RELAY_LIMITS.windowBytes + 100_000);
  expect((await wholeOf(large)).equals(LARGE)).toBe(true);
});

test("exchanges run side by side, each with its own answer", async () => {
  const waiting: (() => void)[] = [];
  serve = (request) =>
    new Promise((resolve) => {
      waiting.push(() => void echo(request).then(resolve));
      if (waiting.length === 10) for (const go of waiting.reverse()) go();
    });
  const client = call();
  const answers = Array.from({ length: 10 }, (_, i) =>
    ask(client, "/", Buffer.alloc(i * 40_000, i)).response.then(wholeOf),
  );
  expect((await Promise.all(answers)).map((body) => [body.length, body[0]])).toEqual(
    Array.from({ length: 10 }, (_, i) => [i * 40_000, i === 0 ? undefined : i]),
  );
});

test.each([
  ["an unknown key", Buffer.alloc(64, 3).toString("base64")],
  ["a key that may only read", OTHER],
])("%s opens no connection, and nothing has arrived", async (_, key) => {
  serve = () => Promise.reject(new Error("It must not come here."));
  await expect(ask(call(member, key), "/").response).rejects.toMatchObject({
    name: "RelayBroken",
    mayHaveArrived: false,
  });
  expect(refusals).toEqual([expect.stringContaining("other account keys")]);
});

test("one key in common is enough, while they are being replaced", async () => {
  serve = echo;
  keys = new AccountKeys({ primary: PRIMARY, secondary: OTHER });
  const fresh = Buffer.alloc(64, 3).toString("base64");
  await ask(call(member, fresh, OTHER), "/").response;
});

test("a connection is no longer good when its key has been replaced", async () => {
  serve = echo;
  const client = call();
  await ask(client, "/").response;
  keys = new AccountKeys({ primary: OTHER, secondary: PRIMARY });
  await ask(client, "/").response;
  keys = new AccountKeys({ primary: OTHER });
  await expect(ask(client, "/").response).rejects.toThrow(RelayBroken);
});

test("another node at the same address gets nothing", async () => {
  serve = () => Promise.reject(new Error("It must not come here."));
  const client = call({ ...member, id: "c" });
  await expect(ask(client, "/").response).rejects.toMatchObject({
    mayHaveArrived: false,
  });
});

test("a node that stops takes no more, and gives its last answers whole", async () => {
  let begin: (() => void) | undefined;
  serve = (request) =>
    new Promise((resolve) => {
      begin = () => void echo(request).then(resolve);
    });
  const client = call();
  const { response } = ask(client, "/", LARGE);
  await expect.poll(() => begin).toBeDefined();
  peers.close();
  await expect.poll(() => client.isUsable).toBe(false);
  begin!();
  expect((await wholeOf(await response)).equals(LARGE)).toBe(true);
  await expect.poll(() => sockets[0]!.destroyed).toBe(true);
});

test("who waits no more is gone at the other end, and what was not taken is let go", async () => {
  let isGone = () => false;
  let over = 0;
  serve = async (request) => {
    isGone = request.isGone;
    request.memory?.answer(LARGE.length, () => true);
    request.memory?.whenOver(() => void over++);
    return { status: 200, headers: {}, body: LARGE };
  };
  const client = call();
  const { response, cancel } = ask(client, "/");
  for await (const piece of (await response).pieces!) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => isGone()).toBe(true);
  expect(over).toBe(1);
  cancel();
});

test("a connection that breaks fails what is under way, and what was begun", async () => {
  serve = async (request) =>
    request.target === "/large" ? { status: 200, headers: {}, body: LARGE } : new Promise(() => {});
  const client = call();
  const large = await ask(client, "/large").response;
  const { response } = ask(client, "/");
  sockets[0]!.destroy();
  await expect(response).rejects.toMatchObject({ mayHaveArrived: true });
  await expect(wholeOf(large)).rejects.toThrow(RelayBroken);
  expect(client.isUsable).toBe(false);
});

test.each(["http", "https"])("a listener lets nodes in over %s, beside all else", async (scheme) => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  serve = echo;
  const listener = createListener({
    peers,
    handle: (_, response) => response.end("plain"),
    handleStream: async () => {},
    certificate: () => createCertificate(new Date()),
    onError: () => {},
  });
  const { port } = await listener.listen(0, "127.0.0.1");
  const client = call({ ...member, address: `${scheme}://127.0.0.1:${port}/` });
  expect((await ask(client, "/", Buffer.from("x")).response).body!.toString()).toBe("x");
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("plain");
  await listener.close();
  expect(client.isUsable).toBe(false);
  vi.unstubAllEnvs();
});

test("who is not there cannot have got anything", async () => {
  const client = call({ ...member, address: "http://127.0.0.1:1/" });
  await expect(ask(client, "/").response).rejects.toMatchObject({
    mayHaveArrived: false,
  });
});

describe("another version", () => {
  const other = RELAY_VERSION + 1;

  test("of the caller is refused in words, by both ends", async () => {
    const socket = connect((server.address() as { port: number }).port, "127.0.0.1");
    socket.write(preface(other));
    const said = Buffer.concat(await socket.toArray());
    expect(said.equals(preface())).toBe(true);
    expect(refusals).toEqual([expect.stringMatching(/127\.0\.0\.1 speaks version 2 .* this node version 1/)]);
  });

  test("of the called node is refused in words, and nothing has arrived", async () => {
    const old = createServer((socket) => {
      socket.end(preface(other));
      socket.resume();
    }).listen(0, "127.0.0.1");
    await once(old, "listening");
    const { port } = old.address() as { port: number };
    const client = call({ ...member, address: `http://127.0.0.1:${port}/` });
    await expect(ask(client, "/").response).rejects.toMatchObject({
      mayHaveArrived: false,
    });
    expect(refusals).toEqual([expect.stringContaining("Run the same version of Orrery on all nodes")]);
    old.close();
  });
});

test.each([
  ["no preface", "\x02something else\n"],
  ["a preface without an end", "\x02".repeat(40)],
  ["a frame that is too large for an introduction", `${preface()}\xff\xff\x00\x00`],
])("%s closes the connection", async (_, bytes) => {
  const socket = connect((server.address() as { port: number }).port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  const said = Buffer.concat(await socket.toArray());
  expect(said.length).toBeLessThan(PEER_LIMITS.introductionBytesMax);
  expect(refusals).toEqual([]);
});
