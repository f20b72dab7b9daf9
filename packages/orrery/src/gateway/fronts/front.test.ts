/** A front and the engine's side of it in one process, with a real socket between them and real clients. */
import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { connect as connectHttp2, constants } from "node:http2";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HELD_LIMITS, HeldBytes } from "../../schedule/held-bytes.ts";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import { accountKey, sign } from "../../wire/signature.ts";
import type { Access } from "../auth/access.ts";
import { Credentials } from "../auth/credentials.ts";
import { ExchangeMemory } from "../exchange/exchange-memory.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { failureResponse, type GatewayResponse } from "../exchange/gateway-response.ts";
import { BODY_BYTES_MAX } from "../exchange/read-body.ts";
import { createListener, type Listener } from "../listener/listener.ts";
import { Front } from "./front.ts";
import { serveFront } from "./serve-front.ts";

const KEY = Buffer.alloc(64, 1).toString("base64");
const OTHER_KEY = Buffer.alloc(64, 2).toString("base64");
const LARGE = HELD_LIMITS.countedFromBytes;

type Serve = (request: GatewayRequest, access: Access | undefined) => Promise<GatewayResponse>;

let listener: Listener;
let front: Front;
let toEngine: Socket;
let toFront: Socket;
let credentials: Credentials;
let held: HeldBytes;
let serve: Serve;
let nowMs: number;
let port: number;

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

function open({ method = "GET", path = "/dbs", headers = {}, body }: Sent = {}): ClientRequest {
  const request = httpRequest({ host: "127.0.0.1", port, method, path, headers, agent: false });
  request.end(body);
  return request;
}

/** One whose body is still to come. */
function begin(headers: Record<string, string>): ClientRequest {
  const request = httpRequest({
    host: "127.0.0.1",
    port,
    method: "GET",
    path: "/dbs",
    headers,
    agent: false,
  });
  request.on("error", () => {});
  request.flushHeaders();
  return request;
}

async function exchange(sent: Sent = {}) {
  const [response] = (await once(open(sent), "response")) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

function signed(key = KEY): Record<string, string> {
  const date = new Date().toUTCString();
  const text = sign(accountKey(key)!, `get\ndbs\n\n${date.toLowerCase()}\n\n`);
  return { "x-ms-date": date, authorization: encodeURIComponent(`type=master&ver=1.0&sig=${text}`) };
}

const answerWith = (value: unknown): GatewayResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(value)),
});

const echo: Serve = async (request) => ({ status: 200, headers: {}, body: await request.body() });

/** The next one; it is not answered. */
function nextRequest(): Promise<GatewayRequest> {
  return new Promise((resolve) => {
    serve = (request) => {
      resolve(request);
      return new Promise(() => {});
    };
  });
}

describe.each([true, false])("requests in plain form are read without Node's objects: %s", (isPlain) => {
  beforeEach(async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    toEngine = connect(server.address() as { port: number });
    [toFront] = (await once(server, "connection")) as [Socket];
    server.close();
    credentials = new Credentials({ primary: KEY });
    nowMs = 0;
    held = new HeldBytes({ now: () => nowMs });
    const gateway = {
      serve: (request: GatewayRequest, access?: Access) =>
        serve(request, access).catch((error: unknown) => failureResponse(error, "activity", 0)),
      memory: (cut: () => void, whenOver: (go: () => void) => void) =>
        new ExchangeMemory({ held, heap: PROCESS_SCHEDULER.heap }, cut, whenOver),
    };
    serveFront(toFront, gateway, credentials);
    front = new Front(toEngine);
    front.replaceKeys(credentials.texts, credentials.version);
    const { handle, handleStream, handlePlain } = front;
    const certificate = () => Promise.reject(new Error("there is none"));
    listener = createListener({
      handle,
      handleStream,
      ...(isPlain && { handlePlain }),
      certificate,
      onError: () => {},
    });
    ({ port } = await listener.listen(0, "127.0.0.1"));
  });

  afterEach(async () => {
    await listener.close();
    toEngine.destroy();
    toFront.destroy();
  });

  test("a request arrives as its client sent it", async () => {
    serve = async ({ method, target, host, secure, clientAddress, headers }) =>
      answerWith({ method, target, host, secure, clientAddress, mine: headers["x-mine"] });
    const { status, headers, body } = await exchange({
      method: "DELETE",
      path: "/dbs/a%20b?x=1",
      headers: { "x-mine": "1, ä" },
    });
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "application/json" });
    expect(JSON.parse(body.toString())).toEqual({
      method: "DELETE",
      target: "/dbs/a%20b?x=1",
      host: `127.0.0.1:${port}`,
      secure: false,
      clientAddress: "127.0.0.1",
      mine: "1, ä",
    });
  });

  test("a line of a header that goes on in the next cannot become a header of its own", async () => {
    serve = async ({ headers }) => answerWith(headers);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /dbs HTTP/1.1\r\nhost: h\r\nx-a: 1\r\n x-b\r\n 2\r\nconnection: close\r\n\r\n");
    const text = Buffer.concat(await socket.toArray()).toString();
    expect(text).not.toContain('"x-b"');
  });

  test.each([0, 1, LARGE - 1, LARGE, 1_000_000, BODY_BYTES_MAX])(
    "a body of %d bytes arrives whole, and goes back",
    async (bytes) => {
      serve = echo;
      const body = Buffer.alloc(bytes, "x");
      const answer = await exchange({ method: "POST", body, headers: { "content-length": String(bytes) } });
      expect(answer.status).toBe(200);
      expect(answer.body.equals(body)).toBe(true);
      await expect.poll(() => held.bytes).toBe(0);
    },
  );

  test("so does one whose length is not told", async () => {
    serve = echo;
    const answer = await exchange({
      method: "POST",
      body: Buffer.from("pieces"),
      headers: { "transfer-encoding": "chunked" },
    });
    expect(answer.body.toString()).toBe("pieces");
  });

  test("a body that is too large is refused", async () => {
    serve = echo;
    const answer = await exchange({ method: "POST", body: Buffer.alloc(BODY_BYTES_MAX + 1) });
    expect(answer.status).toBe(413);
  });

  test("a large body stays with its client until there is room for it", async () => {
    const other = held.begin(() => {});
    other.hold(HELD_LIMITS.heldBytesMax);
    serve = echo;
    const answer = await exchange({ method: "POST", body: Buffer.alloc(LARGE) });
    expect(answer.status).toBe(429);
  });

  test("HEAD, 204 and 304 have no body", async () => {
    serve = async ({ method, target }) => ({
      status: method === "HEAD" ? 200 : Number(target.slice(1)),
      headers: {},
      body: Buffer.from("body"),
    });
    for (const sent of [{ method: "HEAD" }, { path: "/204" }, { path: "/304" }])
      expect((await exchange(sent)).body.length).toBe(0);
  });

  test("the signature is looked at in the front, and only with the keys of now", async () => {
    const seen: (string | undefined)[] = [];
    serve = async (_, access) => {
      seen.push(access?.kind);
      return answerWith({});
    };
    await exchange({ headers: signed() });
    await exchange({ headers: signed(OTHER_KEY) });
    await exchange();
    // The front has not heard of it.
    credentials.replace({ primary: OTHER_KEY });
    await exchange({ headers: signed() });
    front.replaceKeys(credentials.texts, credentials.version);
    await exchange({ headers: signed() });
    await exchange({ headers: signed(OTHER_KEY) });
    expect(seen).toEqual(["full", undefined, undefined, undefined, undefined, "full"]);
  });

  test("keys that change while a body arrives do not make an old signature good", async () => {
    let seen: Access | undefined = { kind: "full" };
    serve = async (_, access) => {
      seen = access;
      return answerWith({});
    };
    const request = begin({ ...signed(), "content-length": "2", expect: "100-continue" });
    await once(request, "continue");
    credentials.replace({ primary: OTHER_KEY });
    front.replaceKeys(credentials.texts, credentials.version);
    request.end("{}");
    await once(request, "response");
    expect(seen).toBeUndefined();
  });

  test("a client that hangs up is gone for the engine too", async () => {
    const begun = nextRequest();
    const client = begin({});
    client.end();
    const request = await begun;
    expect(request.isGone()).toBe(false);
    client.destroy();
    await expect.poll(() => request.isGone()).toBe(true);
  });

  test.each([100, LARGE])("a client that hangs up within a body of %d bytes has sent none", async (bytes) => {
    const failed = new Promise((resolve) => {
      serve = async (request) => {
        await request.body().catch(resolve);
        return answerWith({});
      };
    });
    const client = begin({ "content-length": String(bytes), expect: "100-continue" });
    await once(client, "continue");
    client.destroy();
    expect(await failed).toMatchObject({ code: "badRequest" });
    await expect.poll(() => held.bytes).toBe(0);
  });

  test("a large answer is held until its client has taken it", async () => {
    const body = Buffer.alloc(8 * 1024 * 1024);
    serve = async (request) => {
      request.memory!.answer(body.length, () => true);
      return { status: 200, headers: {}, body };
    };
    const [slow] = (await once(open(), "response")) as [IncomingMessage];
    expect(held.bytes).toBe(body.length);
    expect(Buffer.concat(await slow.toArray()).length).toBe(body.length);
    await expect.poll(() => held.bytes).toBe(0);
  });

  test("who takes an answer slowly is cut off where others have no room", async () => {
    const body = Buffer.alloc(32 * 1024 * 1024);
    serve = async (request) => {
      request.memory!.answer(body.length, () => true);
      return { status: 200, headers: {}, body };
    };
    const [slow] = (await once(open(), "response")) as [IncomingMessage];
    nowMs += HELD_LIMITS.graceMs;
    expect(held.makeRoom(HELD_LIMITS.heldBytesMax)).toBe(true);
    await expect(slow.toArray()).rejects.toThrow("aborted");
  });

  test("the engine can cut a client off, before and instead of an answer", async () => {
    serve = async () => ({ status: 200, headers: {}, isCut: true });
    await expect(exchange()).rejects.toThrow("socket hang up");
  });

  test("what is held for the clients of a front is let go when it dies", async () => {
    const begun = nextRequest();
    const client = begin({});
    client.end();
    const request = await begun;
    request.memory!.answer(LARGE, () => true);
    expect(held.bytes).toBe(LARGE);
    toEngine.destroy();
    await expect.poll(() => held.bytes).toBe(0);
    expect(request.isGone()).toBe(true);
    client.destroy();
  });

  test("streams of HTTP/2 are exchanges too", async () => {
    serve = echo;
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const stream = session.request({ ":method": "POST", ":path": "/dbs" });
    stream.end(Buffer.alloc(100_000, 1));
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
    expect(headers[":status"]).toBe(200);
    expect(Buffer.concat(await stream.toArray()).length).toBe(100_000);
    const begun = nextRequest();
    const reset = session.request({ ":path": "/dbs" });
    reset.on("error", () => {});
    const request = await begun;
    expect(request.isGone()).toBe(false);
    reset.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => request.isGone()).toBe(true);
    session.destroy();
  });
});
