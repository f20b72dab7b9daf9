/** Frames of HTTP/2 written byte by byte, for clients that do what no library lets them do. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export const FrameType = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEAD_BYTES = 9;
export const END_STREAM = 1;
export const END_HEADERS = 4;

export function frame(
  type: number,
  flags: number,
  streamId: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** HPACK without its tables: every name and value as it is. */
export function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(headers).flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]);
  return Buffer.concat(parts);
}

/** A length in seven bits, and more where it does not fit. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes]);
  const length = [127];
  let rest = bytes.length - 127;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}

/** A connection over which the preface was sent, and whether the server has said goodbye or closed it. */
export class RawHttp2 {
  readonly socket: Socket;
  #isEnded = false;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#isEnded = true;
    });
  }

  static async open(port: number, { reads = true } = {}): Promise<RawHttp2> {
    const socket = connect({ port, host: "127.0.0.1" });
    const connection = new RawHttp2(socket);
    await once(socket, "connect");
    socket.write(PREFACE);
    socket.write(frame(FrameType.settings, 0, 0));
    if (reads) socket.on("data", (chunk: Buffer) => connection.#read(chunk));
    else socket.pause();
    return connection;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  #read(chunk: Buffer): void {
    let bytes = Buffer.concat([this.#received, chunk]);
    while (bytes.length >= HEAD_BYTES && bytes.length >= HEAD_BYTES + bytes.readUIntBE(0, 3)) {
      if (bytes[3] === FrameType.goaway) this.#isEnded = true;
      bytes = bytes.subarray(HEAD_BYTES + bytes.readUIntBE(0, 3));
    }
    this.#received = Buffer.from(bytes);
  }
}
