/** The same as over HTTP/1.1, where HTTP/2 could make a difference. */
import { once } from "node:events";
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import { type AddressInfo, connect as connectTcp } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { commonHeaders, failureResponse, type GatewayResponse } from "../exchange/gateway-response.ts";
import { BODY_BYTES_MAX } from "../exchange/read-body.ts";
import { requestOfStream, writeToStream } from "./http2-exchange.ts";

let server: Http2Server;
let client: ClientHttp2Session;
let port: number;

afterEach(async () => {
  client.destroy();
  server.close();
  await once(server, "close");
});

async function start(serve: (request: GatewayRequest) => Promise<GatewayResponse>): Promise<void> {
  server = createServer();
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    void serve(requestOfStream(stream, headers))
      .catch((error) => failureResponse(error, "activity", 0))
      .then((answer) => writeToStream(stream, answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  client = connect(`http://127.0.0.1:${port}`);
}

async function send(method: string, body?: Buffer, more: OutgoingHttpHeaders = {}) {
  const stream = client.request({ ":path": "/dbs", ":method": method, ...more }, { endStream: !body });
  stream.on("error", () => {});
  if (body !== undefined) stream.end(body);
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders];
  const text = Buffer.concat(await stream.toArray()).toString();
  return { status: headers[":status"] as unknown as number, headers, text };
}

const echo = async (request: GatewayRequest): Promise<GatewayResponse> => ({
  status: 200,
  headers: commonHeaders("activity", 1.5, Date.UTC(2026, 0, 2)),
  body: await request.body(),
});

test("an answer has the common headers and its length, and none of a connection", async () => {
  await start(echo);
  const { status, headers, text } = await send("POST", Buffer.from('{"é":1}'));
  expect({ status, text }).toEqual({ status: 200, text: '{"é":1}' });
  expect(headers).toMatchObject({
    "content-length": "8",
    "content-type": "application/json",
    date: "Fri, 02 Jan 2026 00:00:00 GMT",
    "x-ms-request-charge": "1.5",
  });
  for (const name of ["connection", "keep-alive", "transfer-encoding", "upgrade"]) {
    expect(headers).not.toHaveProperty(name);
  }
});

test("a request knows the host, the method, the target and its headers", async () => {
  await start(async ({ host, method, target, secure, headers }) => ({
    status: 200,
    headers: {},
    body: Buffer.from(
      JSON.stringify({ host, method, target, secure, continuation: headers["x-ms-continuation"] }),
    ),
  }));
  const { text } = await send("GET", undefined, { "X-MS-Continuation": "token" });
  expect(JSON.parse(text)).toEqual({
    host: `127.0.0.1:${port}`,
    method: "GET",
    target: "/dbs",
    secure: false,
    continuation: "token",
  });
});

test("an empty body is no bytes, and 204 has none", async () => {
  await start(async (request) => {
    expect((await request.body()).length).toBe(0);
    return { status: 204, headers: {} };
  });
  const { status, headers, text } = await send("DELETE");
  expect({ status, text }).toEqual({ status: 204, text: "" });
  expect(headers).not.toHaveProperty("content-length");
});

test("a body over the limit is answered with 413, one at the limit is read", async () => {
  await start(echo);
  expect((await send("POST", Buffer.alloc(BODY_BYTES_MAX + 1, "a"))).status).toBe(413);
  expect((await send("POST", Buffer.alloc(BODY_BYTES_MAX, "a"))).status).toBe(200);
});

test("a body that nobody reads does not hold up the connection", async () => {
  await start(async (request) =>
    request.headers["x-ms-continuation"] === "skip" ? { status: 401, headers: {} } : echo(request),
  );
  const large = Buffer.alloc(1_000_000, "a");
  for (let i = 0; i < 5; i++) {
    expect((await send("POST", large, { "x-ms-continuation": "skip" })).status).toBe(401);
  }
  expect((await send("POST", large)).text).toHaveLength(large.length);
});

test("a client that resets its stream is known to have gone, and its body is a failure", async () => {
  const requests: GatewayRequest[] = [];
  await start((request) => {
    requests.push(request);
    return new Promise(() => {});
  });
  // Frame by frame, because Node's client ends a body before it resets the stream.
  const socket = connectTcp(port, "127.0.0.1");
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(Buffer.from("000000040000000000", "hex"));
  const post = Buffer.from([0x83, 0x86, 0x84, 0x41, 0x01, 0x61]);
  socket.write(Buffer.concat([Buffer.from("000006010400000001", "hex"), post]));
  socket.write(Buffer.concat([Buffer.from("000001000000000001", "hex"), Buffer.from("{")]));
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]!.isGone()).toBe(false);
  const body = requests[0]!.body().catch((error) => error);
  socket.write(Buffer.from("00000403000000000100000008", "hex"));
  expect(await body).toMatchObject({ code: "badRequest" });
  await expect.poll(() => requests[0]!.isGone()).toBe(true);
  socket.destroy();
});
