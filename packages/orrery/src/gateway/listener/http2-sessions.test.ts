/** HTTP/2 on the same port: what clients may do, and what ends those that do more. */
import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { request as requestHttps } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Certificate, createCertificate } from "./certificate.ts";
import type { HandleStream } from "./http2-sessions.ts";
import { createListener, type Listener } from "./listener.ts";
import type { ListenerLimits } from "./listener-limits.ts";

let certificate: Certificate;
let listener: Listener;
let port: number;
let sessions: ClientHttp2Session[];
let sockets: Socket[];

beforeAll(async () => {
  certificate = await createCertificate(new Date());
});

beforeEach(() => {
  sessions = [];
  sockets = [];
});

afterEach(async () => {
  for (const session of sessions) session.destroy();
  for (const socket of sockets) socket.destroy();
  await listener.close();
});

async function start(handleStream: HandleStream = describeRequest, limits: Partial<ListenerLimits> = {}) {
  listener = createListener({
    handle: (request, response) => response.end(`${request.httpVersion} ${request.url}`),
    handleStream,
    certificate: async () => certificate,
    onError: () => {},
    limits,
  });
  ({ port } = await listener.listen(0, "127.0.0.1"));
}

/** Answers with method, path and the length of the body. */
async function describeRequest(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
  let length = 0;
  stream.on("data", (chunk: Buffer) => {
    length += chunk.length;
  });
  await new Promise((resolve) => stream.once("end", resolve).once("close", resolve));
  if (stream.destroyed) return;
  stream.respond({ ":status": 200 });
  stream.end(`${headers[":method"]} ${headers[":path"]} ${length}`);
}

/** A handler that keeps what it got, and answers nothing by itself. */
function keeping(streams: ServerHttp2Stream[]): HandleStream {
  return (stream) => {
    streams.push(stream);
    return new Promise((resolve) => stream.once("finish", resolve).once("close", resolve));
  };
}

function open(scheme: "http" | "https" = "https"): ClientHttp2Session {
  const session = connect(`${scheme}://127.0.0.1:${port}`, {
    ca: certificate.cert,
    maxSendHeaderBlockLength: 1_000_000,
  });
  session.on("error", () => {});
  sessions.push(session);
  return session;
}

function send(session: ClientHttp2Session, headers: OutgoingHttpHeaders = {}, body?: Buffer) {
  const stream = session.request({ ":path": "/", ...headers }, { endStream: body === undefined });
  stream.on("error", () => {});
  if (body !== undefined) stream.end(body);
  return stream;
}

async function answerTo(stream: ClientHttp2Stream): Promise<{ status: number | undefined; text: string }> {
  const chunks: Buffer[] = [];
  let status: number | undefined;
  stream.on("response", (headers: IncomingHttpHeaders & IncomingHttpStatusHeader) => {
    status = headers[":status"];
  });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  if (!stream.destroyed) await new Promise((resolve) => stream.once("close", resolve));
  return { status, text: Buffer.concat(chunks).toString() };
}

/** A client of frames, over a connection without TLS. */
async function openRaw(): Promise<Socket> {
  const socket = connectTcp({ port, host: "127.0.0.1" });
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(frame(FRAME.settings, 0, 0));
  return socket;
}

const FRAME = { headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7, continuation: 9 } as const;

/** In HPACK: :method GET, :scheme http and :path / stand in its static table, :authority has a value of one letter. */
const GET = Buffer.from([0x82, 0x86, 0x84, 0x41, 0x01, 0x61]);

function frame(type: number, flags: number, streamId: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** Whether the server says goodbye, or closes the connection, while `bytes` are written again and again. */
async function isEndedBy(socket: Socket, bytes: (round: number) => Buffer, rounds = 3000): Promise<boolean> {
  let isEnded = false;
  let received = Buffer.alloc(0);
  socket.on("close", () => {
    isEnded = true;
  });
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (; received.length >= 9; received = received.subarray(9 + received.readUIntBE(0, 3))) {
      if (received.length < 9 + received.readUIntBE(0, 3)) return;
      if (received[3] === FRAME.goaway) isEnded = true;
    }
  });
  for (let round = 0; round < rounds && !isEnded; round++) {
    if (socket.write(bytes(round))) await new Promise(setImmediate);
    else await pause(20);
  }
  for (let waits = 0; waits < 100 && !isEnded; waits++) await pause(20);
  return isEnded;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("one port, both versions", () => {
  test("each client gets the version that it asks for", async () => {
    await start();
    const session = open();
    expect(await answerTo(send(session, { ":path": "/two" }))).toEqual({ status: 200, text: "GET /two 0" });
    expect(session.alpnProtocol).toBe("h2");
    const request = requestHttps({
      port,
      host: "127.0.0.1",
      path: "/one",
      ca: certificate.cert,
      agent: false,
    });
    request.end();
    const [response] = await once(request, "response");
    expect(await text(response)).toBe("1.1 /one");
  });

  test.each(["http", "https"] as const)(
    "a connection over %s carries many requests, and loses no byte",
    async (scheme) => {
      await start();
      const session = open(scheme);
      const lengths = [0, 1, 100_000, 3_000_000, 5, ...Array.from({ length: 60 }, (_, i) => i * 100)];
      const answers = await Promise.all(
        lengths.map((length) => answerTo(send(session, { ":method": "POST" }, Buffer.alloc(length, "x")))),
      );
      expect(answers.map(({ text }) => text)).toEqual(lengths.map((length) => `POST / ${length}`));
    },
  );

  test("what was sent together with the preface is not lost", async () => {
    await start();
    const socket = connectTcp({ port, host: "127.0.0.1" });
    sockets.push(socket);
    const get = frame(FRAME.headers, 5, 1, GET);
    socket.write(
      Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(FRAME.settings, 0, 0), get]),
    );
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    await expect.poll(() => text).toContain("GET / 0");
  });
});

describe("limits", () => {
  test("requests at a time are as many as announced", async () => {
    const streams: ServerHttp2Stream[] = [];
    await start(keeping(streams), { streamsMax: 3 });
    const session = open();
    await once(session, "remoteSettings");
    const answers = Array.from({ length: 8 }, () => answerTo(send(session)));
    await expect.poll(() => streams.length).toBe(3);
    expect(session.remoteSettings.maxConcurrentStreams).toBe(3);
    await pause(50);
    expect(streams).toHaveLength(3);
    for (let i = 0; i < 8; i++) {
      await expect.poll(() => streams.length).toBeGreaterThan(i);
      streams[i]!.respond({ ":status": 200 });
      streams[i]!.end("done");
    }
    expect((await Promise.all(answers)).every(({ text }) => text === "done")).toBe(true);
  });

  test("headers may be large, not endless", async () => {
    await start();
    const session = open();
    const fits = send(session, { "x-ms-continuation": "c".repeat(20_000) });
    expect(await answerTo(fits)).toMatchObject({ status: 200 });
    const large = send(session, { a: "x".repeat(40_000), b: "x".repeat(40_000) });
    expect(await answerTo(large)).toMatchObject({ status: undefined });
    expect(large.rstCode).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(await answerTo(send(session))).toMatchObject({ status: 200 });
  });

  test("a hundred clients' worth of large answers waits for a slow reader", async () => {
    const body = Buffer.alloc(4 * 1024 * 1024, "x");
    await start(async (stream) => {
      stream.respond({ ":status": 200 });
      stream.end(body);
    });
    const session = open("http");
    const streams = Array.from({ length: 100 }, () => send(session));
    await Promise.all(streams.map((stream) => once(stream, "response")));
    const late = send(session);
    const sizes = await Promise.all(
      [...streams, late].map(async (stream) => {
        let size = 0;
        for await (const chunk of stream) size += (chunk as Buffer).length;
        return size;
      }),
    );
    expect(new Set(sizes)).toEqual(new Set([body.length]));
  });

  test.each([
    ["its first request", { headersTimeoutMs: 50 }, false],
    ["its next request", { keepAliveTimeoutMs: 50 }, true],
  ])("a connection that owes %s is closed in time", async (_, limits, asks) => {
    await start(describeRequest, limits);
    const session = open();
    if (asks) expect(await answerTo(send(session))).toMatchObject({ status: 200 });
    await once(session, "close");
  });

  test("a connection whose request takes long is not closed", async () => {
    const streams: ServerHttp2Stream[] = [];
    await start(keeping(streams), { headersTimeoutMs: 30, keepAliveTimeoutMs: 30 });
    const answer = answerTo(send(open()));
    await expect.poll(() => streams.length).toBe(1);
    await pause(150);
    streams[0]!.respond({ ":status": 200 });
    streams[0]!.end("at last");
    expect(await answer).toEqual({ status: 200, text: "at last" });
  });

  test("a request that owes the rest of its body is answered in time, and the others go on", async () => {
    await start(describeRequest, { headersTimeoutMs: 100, requestTimeoutMs: 100 });
    const session = open();
    const late = session.request({ ":path": "/", ":method": "POST" });
    late.on("error", () => {});
    late.write("only this");
    const { status, text } = await answerTo(late);
    expect(status).toBe(408);
    expect(JSON.parse(text)).toEqual({ code: "RequestTimeout", message: expect.stringMatching(/\.$/) });
    expect(await answerTo(send(session))).toMatchObject({ status: 200 });
  });

  test("an answer that is not taken is dropped in time, and the others go on", async () => {
    const closed: Promise<unknown>[] = [];
    const handle: HandleStream = async (stream, headers) => {
      if (headers[":path"] !== "/large") return describeRequest(stream, headers);
      closed.push(once(stream, "close"));
      stream.respond({ ":status": 200 });
      stream.end(Buffer.alloc(50_000_000));
    };
    await start(handle, { answerTimeoutMs: 100 });
    const session = open();
    const unread = send(session, { ":path": "/large" });
    unread.pause();
    await expect.poll(() => closed.length).toBe(1);
    await closed[0];
    expect(await answerTo(send(session))).toMatchObject({ status: 200 });
  });

  test("a client that reads nothing at all is closed in time", async () => {
    await start(
      async (stream) => {
        stream.respond({ ":status": 200 });
        stream.end(Buffer.alloc(50_000_000));
      },
      { answerTimeoutMs: 50 },
    );
    const socket = await openRaw();
    socket.pause();
    const window = Buffer.alloc(6);
    window.writeUInt16BE(4, 0);
    window.writeUInt32BE(0x7fffffff, 2);
    socket.write(frame(FRAME.settings, 0, 0, window));
    socket.write(frame(8, 0, 0, Buffer.from([0x7f, 0xff, 0, 0])));
    socket.write(frame(FRAME.headers, 5, 1, GET));
    await pause(1500);
    let bytes = 0;
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    socket.resume();
    if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
    expect(bytes).toBeLessThan(50_000_000);
  });
});

describe("attacks", () => {
  const PREFACE = Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    frame(FRAME.settings, 0, 0),
  ]);
  const requests = (count: number, isReset: boolean) =>
    Buffer.concat(
      Array.from({ length: count }, (_, i) => [
        frame(FRAME.headers, 5, 2 * i + 1, GET),
        ...(isReset ? [frame(FRAME.reset, 0, 2 * i + 1, Buffer.from([0, 0, 0, 8]))] : []),
      ]).flat(),
    );

  /** Whether the server closes a connection on which these bytes come, at its beginning or later. */
  async function isClosedBy(bytes: Buffer, isFirst: boolean): Promise<boolean> {
    const socket = connectTcp({ port, host: "127.0.0.1" });
    sockets.push(socket);
    socket.on("error", () => {}).resume();
    let isClosed = false;
    socket.on("close", () => {
      isClosed = true;
    });
    if (isFirst) socket.write(Buffer.concat([PREFACE, bytes]));
    else {
      socket.write(PREFACE);
      await once(socket, "data");
      socket.write(bytes);
    }
    for (let waits = 0; waits < 50 && !isClosed; waits++) await pause(10);
    return isClosed;
  }

  test.each([true, false])(
    "too many resets at once close the connection, at its beginning: %s",
    async (isFirst) => {
      await start(describeRequest, { resetsMax: 20, streamsPerTurnMax: 1_000 });
      expect(await isClosedBy(requests(10, true), isFirst)).toBe(false);
      expect(await isClosedBy(requests(60, true), isFirst)).toBe(true);
      expect(await answerTo(send(open()))).toMatchObject({ status: 200 });
    },
  );

  test.each([true, false])(
    "too many requests at once close the connection, at its beginning: %s",
    async (isFirst) => {
      await start(describeRequest, { streamsPerTurnMax: 20 });
      expect(await isClosedBy(requests(10, false), isFirst)).toBe(false);
      expect(await isClosedBy(requests(60, false), isFirst)).toBe(true);
      expect(await answerTo(send(open()))).toMatchObject({ status: 200 });
    },
  );

  test("requests that are reset at once do no more work than streams are allowed", async () => {
    let running = 0;
    let mostRunning = 0;
    const handle: HandleStream = async () => {
      running++;
      mostRunning = Math.max(mostRunning, running);
      // Work that does not notice that nobody waits for it.
      await pause(100);
      running--;
    };
    await start(handle, { streamsMax: 10 });
    const socket = await openRaw();
    socket.resume();
    const request = (round: number) => {
      const streamId = 2 * round + 1;
      return Buffer.concat([
        frame(FRAME.headers, 5, streamId, GET),
        frame(FRAME.reset, 0, streamId, Buffer.from([0, 0, 0, 8])),
      ]);
    };
    expect(await isEndedBy(socket, request)).toBe(true);
    expect(mostRunning).toBeLessThanOrEqual(10);
  });

  test("work that outlives its streams counts", async () => {
    let running = 0;
    let mostRunning = 0;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await start(
      async () => {
        running++;
        mostRunning = Math.max(mostRunning, running);
        await finished;
        running--;
      },
      { streamsMax: 4 },
    );
    const session = open();
    const given: ClientHttp2Stream[] = [];
    for (let i = 0; i < 12; i++) {
      const before = running;
      const stream = send(session);
      given.push(stream);
      await expect.poll(() => running > before || stream.closed, { interval: 1 }).toBe(true);
      if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL);
    }
    expect(mostRunning).toBe(4);
    expect(given.at(-1)!.rstCode).toBe(constants.NGHTTP2_REFUSED_STREAM);
    finish();
    await expect.poll(() => running).toBe(0);
  });

  test.each([
    ["pings", frame(FRAME.ping, 0, 0, Buffer.alloc(8))],
    ["settings", frame(FRAME.settings, 0, 0)],
  ])("%s whose answers are not read end the connection", async (_, one) => {
    await start();
    const socket = await openRaw();
    socket.pause();
    const many = Buffer.concat(Array.from({ length: 1000 }, () => one));
    let isClosed = false;
    socket.on("close", () => {
      isClosed = true;
    });
    for (let round = 0; round < 3000 && !isClosed; round++) {
      if (!socket.write(many)) await pause(1);
    }
    await expect.poll(() => isClosed).toBe(true);
  });

  test("headers without end end the connection", async () => {
    await start();
    const socket = await openRaw();
    socket.resume();
    const field = Buffer.concat([
      Buffer.from([0x00, 0x01, 0x61, 0x7f, 0x81, 0x7f]),
      Buffer.alloc(16_000, "x"),
    ]);
    const isClosed = await isEndedBy(socket, (round) =>
      round === 0
        ? frame(FRAME.headers, 0, 1, GET)
        : frame(FRAME.continuation, 0, 1, field.subarray(0, 16_000)),
    );
    expect(isClosed).toBe(true);
  });

  test("frames that are none end the connection, and harm nobody else", async () => {
    await start(describeRequest, { headersTimeoutMs: 50 });
    const socket = await openRaw();
    socket.resume();
    expect(await isEndedBy(socket, () => Buffer.alloc(1000, 0xff), 10)).toBe(true);
    if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
    expect(await answerTo(send(open()))).toMatchObject({ status: 200 });
  });
});

test("a handler learns that the client has given up", async () => {
  const streams: ServerHttp2Stream[] = [];
  await start(keeping(streams));
  const session = open();
  const given = send(session);
  send(session);
  await expect.poll(() => streams.length).toBe(2);
  given.close(constants.NGHTTP2_CANCEL);
  await expect.poll(() => streams[0]!.destroyed).toBe(true);
  expect(streams[1]!.destroyed).toBe(false);
  session.destroy();
  await expect.poll(() => streams[1]!.destroyed).toBe(true);
});

describe("close", () => {
  test("tells clients to go, lets requests end, and closes the rest", async () => {
    const streams: ServerHttp2Stream[] = [];
    await start(keeping(streams));
    const idle = open();
    await once(idle, "remoteSettings");
    const session = open();
    const answer = answerTo(send(session));
    await expect.poll(() => streams.length).toBe(1);
    const goaway = once(session, "goaway");
    const closed = listener.close();
    expect((await goaway)[0]).toBe(constants.NGHTTP2_NO_ERROR);
    if (!idle.destroyed) await once(idle, "close");
    streams[0]!.respond({ ":status": 200 });
    streams[0]!.end("done");
    expect(await answer).toEqual({ status: 200, text: "done" });
    await closed;
  });

  test("cuts off what does not end", async () => {
    const streams: ServerHttp2Stream[] = [];
    await start(keeping(streams), { closeGraceMs: 30 });
    const answer = answerTo(send(open()));
    await expect.poll(() => streams.length).toBe(1);
    await listener.close();
    expect((await answer).text).toBe("");
  });
});
