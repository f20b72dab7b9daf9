import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Frame, FrameChannel } from "./frame-channel.ts";

let sockets: Socket[];
let near: Socket;
let far: Socket;

beforeEach(async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  near = connect(server.address() as { port: number });
  [far] = (await once(server, "connection")) as [Socket];
  server.close();
  sockets = [near, far];
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

/** Resolves with so many frames. */
function receive(count: number): Promise<Frame[]> {
  return new Promise((resolve) => {
    const frames: Frame[] = [];
    new FrameChannel(far, (frame) => {
      frames.push(frame);
      if (frames.length === count) resolve(frames);
    });
  });
}

describe("frames", () => {
  const frames: Frame[] = [
    { kind: 1, id: 0, text: "", bytes: Buffer.alloc(0) },
    { kind: 255, id: 0xffff_ffff, text: "a\nÿ", bytes: Buffer.from("body") },
    { kind: 2, id: 7, text: "t".repeat(70_000), bytes: Buffer.alloc(8 * 1024, 1) },
    { kind: 3, id: 8, text: "large", bytes: Buffer.alloc(3_000_000, 2) },
    { kind: 4, id: 9, text: "last", bytes: Buffer.alloc(8 * 1024 + 1, 3) },
  ];

  test("come as they were sent, in order, small ones and large ones", async () => {
    const received = receive(frames.length);
    const channel = new FrameChannel(near, () => {});
    for (const { kind, id, text, bytes } of frames) channel.send(kind, id, text, bytes);
    const got = await received;
    for (const [i, { kind, id, text, bytes }] of got.entries()) {
      expect({ kind, id, text }).toEqual({
        kind: frames[i]!.kind,
        id: frames[i]!.id,
        text: frames[i]!.text,
      });
      expect(bytes.equals(frames[i]!.bytes)).toBe(true);
    }
  });

  test("are put together from whatever pieces they come in", async () => {
    const sent: Buffer[] = [];
    near.write = ((bytes: Buffer) => sent.push(Buffer.from(bytes))) as never;
    const channel = new FrameChannel(near, () => {});
    for (let i = 0; i < 20; i++) channel.send(1, i, `text ${i}`, Buffer.alloc(i, i));
    await new Promise(setImmediate);
    const all = Buffer.concat(sent);
    for (const size of [1, 2, 3, 5, 13, 14, 31, 100, all.length]) {
      const received = receive(20);
      for (let at = 0; at < all.length; at += size) far.emit("data", all.subarray(at, at + size));
      const got = await received;
      expect(got.map(({ id, text, bytes }) => [id, text, bytes.length])).toEqual(
        Array.from({ length: 20 }, (_, i) => [i, `text ${i}`, i]),
      );
      far.removeAllListeners("data");
    }
  });

  test("of one turn go out in one write", async () => {
    const writes: number[] = [];
    near.write = ((bytes: Buffer) => writes.push(bytes.length)) as never;
    const channel = new FrameChannel(near, () => {});
    for (let i = 0; i < 50; i++) channel.send(1, i, "text", Buffer.from("bytes"));
    expect(writes).toEqual([]);
    await new Promise(setImmediate);
    expect(writes).toHaveLength(1);
  });

  test("are dropped when nobody is there any more", async () => {
    const channel = new FrameChannel(near, () => {});
    channel.send(1, 1, "text");
    near.destroy();
    channel.send(1, 2, "text");
    await new Promise(setImmediate);
    expect(near.bytesWritten).toBe(0);
  });
});

test.each([
  ["larger than it may be", [200, 0, 0, 0]],
  ["shorter than any", [8, 0, 0, 0]],
])("a frame that is %s closes the connection", async (_, head) => {
  const taken: Frame[] = [];
  new FrameChannel(far, (frame) => taken.push(frame), 100);
  new FrameChannel(near, () => {}).send(1, 2, "good");
  near.on("error", () => {});
  await expect.poll(() => taken.length).toBe(1);
  near.write(Buffer.from(head));
  await expect.poll(() => far.destroyed).toBe(true);
  expect(taken).toHaveLength(1);
});
