/**
 * What goes wrong out there: connections that are cut in the middle, half a handshake, answers that nobody takes, streams
 * that are reset, requests that are almost right, and partitions that split and merge under everybody's feet.
 */
import { connect as connectHttp2, constants } from "node:http2";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { keyToken } from "../../tests/fuzz/key-token.ts";
import { mutateRequest } from "../../tests/fuzz/mutate-request.ts";
import { SAMPLES, SET_UP } from "../../tests/fuzz/sample-requests.ts";
import { ControlClient } from "../../tests/harness/control-client.ts";
import { integerBelow, seededRandom } from "../../tests/harness/seeded-random.ts";
import { SignedClient, signedHeaders } from "../../tests/harness/signed-client.ts";
import type { Endpoint } from "./clients.ts";
import type { Load } from "./load.ts";

const RING = "dbs/soak/colls/ring";
const FEED = `/${RING}/docs`;

export function startFaults(server: Endpoint, load: Load): void {
  cutConnections(server, load);
  resetStreams(server, load);
  badRequests(server, load);
  splitsAndMerges(server, load);
}

/** The headers of a request for all items, as text. */
function feedRequest({ key }: Endpoint): string {
  const headers = Object.entries(signedHeaders(key, "GET", FEED)).map(([name, value]) => `${name}: ${value}`);
  return `GET ${FEED} HTTP/1.1\r\nhost: localhost\r\n${headers.join("\r\n")}\r\n\r\n`;
}

function cutConnections(server: Endpoint, load: Load): void {
  const port = Number(new URL(server.endpoint).port);
  const TLS_HELLO = Buffer.from("16030100f0010000ec0303", "hex");
  const ways: readonly ((socket: Socket) => void)[] = [
    () => {},
    (socket) => socket.write("GET /dbs HT"),
    (socket) => socket.write("POST /dbs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{"),
    (socket) => socket.write(TLS_HELLO),
    (socket) => socket.write("\0\u0001\u0002 not HTTP at all\r\n\r\n"),
    (socket) => socket.write(feedRequest(server).repeat(20)),
    (socket) => socket.pause() && socket.write(feedRequest(server)),
  ];
  let turn = 0;
  load.repeat("cut connections", 100, async () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    ways[turn++ % ways.length]!(socket);
    await setTimeout(turn % 50);
    if (turn % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  });
}

function resetStreams(server: Endpoint, load: Load): void {
  load.repeat("reset streams", 1_000, async () => {
    const session = connectHttp2(server.endpoint);
    session.on("error", () => {});
    for (let i = 0; i < 20; i++) {
      const stream = session.request({ ":path": FEED, ...signedHeaders(server.key, "GET", FEED) });
      stream.on("error", () => {});
      if (i % 2 === 0) stream.close(constants.NGHTTP2_CANCEL);
      else stream.resume();
    }
    await setTimeout(100);
    session.destroy();
  });
}

/** On a database of their own, which is made anew so that what they leave behind does not add up. */
function badRequests(server: Endpoint, load: Load): void {
  const random = seededRandom(13);
  let client = new SignedClient(server.endpoint, server.key, 4);
  let turn = 0;
  load.repeat("bad requests", 20, async () => {
    if (turn++ % 500 === 0) {
      client.close();
      client = new SignedClient(server.endpoint, server.key, 4);
      await removeDatabases(client);
      for (const { method, path, headers, body } of SET_UP)
        await client.send(method, path, { headers, ...(body === undefined ? {} : { body }) });
    }
    const sample = SAMPLES[integerBelow(random, SAMPLES.length)]!;
    const { method, path, headers, body } = mutateRequest(sample, random, []);
    try {
      const { status, text } = await client.send(method, encodeURI(decodeLoosely(path)), {
        headers: { ...printable(headers), authorization: keyToken(server.key) },
        ...(body === undefined ? {} : { body }),
      });
      load.answered("bad", status, text);
    } catch (error) {
      // What Node's client refuses to send, and what the server closes, is no answer.
      load.answered(`bad ${(error as NodeJS.ErrnoException).code}`, 0);
    }
  });
}

async function removeDatabases(client: SignedClient): Promise<void> {
  const { text } = await client.send("GET", "/dbs");
  const { Databases } = JSON.parse(text) as { Databases: { id: string; _self: string }[] };
  for (const { id, _self } of Databases)
    if (id !== "soak" && !id.startsWith("made ")) await client.send("DELETE", `/${_self.replace(/\/$/, "")}`);
}

function decodeLoosely(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path.replaceAll("%", "");
  }
}

function printable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const isPrintable = (value: string) => /^[\x20-\x7e]*$/.test(value);
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => isPrintable(value)));
}

function splitsAndMerges(server: Endpoint, load: Load): void {
  const control = new ControlClient(server);
  load.repeat("splits", 15_000, async () => {
    const ids = await partitionIds(control);
    const isSplit = ids.length < 4;
    const { status, body } = isSplit
      ? await control.post(`${RING}/partitions/${ids[0]}/split`)
      : await control.post(`${RING}/merge`, { partitions: ids.slice(0, 2), force: true });
    load.answered(isSplit ? "split" : "merge", status, JSON.stringify(body));
  });
}

async function partitionIds(control: ControlClient): Promise<string[]> {
  const { body } = await control.get(`${RING}/partitions`);
  return (body.partitions as { id: string }[]).map(({ id }) => id);
}
