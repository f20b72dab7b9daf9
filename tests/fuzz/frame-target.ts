/**
 * Connections of direct mode without a network: bytes go in as pieces, answers come out as frames. Watches for what must
 * never happen: a status of 500 or more, a failure without a body, an answer that never comes, memory that stays counted.
 */
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { DirectConnection } from "../../packages/orrery/src/gateway/direct/direct-connection.ts";
import { DIRECT_LIMITS } from "../../packages/orrery/src/gateway/direct/direct-limits.ts";
import { ExchangeMemory } from "../../packages/orrery/src/gateway/exchange/exchange-memory.ts";
import { HeldBytes } from "../../packages/orrery/src/schedule/held-bytes.ts";
import { PROCESS_SCHEDULER } from "../../packages/orrery/src/schedule/scheduler.ts";
import { CONTEXT_CODE, encodeFrame } from "../../packages/orrery/src/wire/rntbd/frame.ts";
import { FrameReader } from "../../packages/orrery/src/wire/rntbd/frame-reader.ts";
import { TokenType } from "../../packages/orrery/src/wire/rntbd/tokens.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import type { FuzzTarget } from "./fuzz-target.ts";

const PAYLOAD_PRESENT = 0;
/** Within this everything that was sent is answered, on a busy machine too. */
const WAIT_MS_MAX = 60_000;

/** Of the connection's introduction. */
const HELLO = encodeFrame({
  code: CONTEXT_CODE,
  activityId: "00000000-0000-0000-0000-000000000001",
  tokens: [
    { id: 0, type: TokenType.ulong, value: 1 },
    { id: 1, type: TokenType.smallString, value: "2020-07-15" },
    { id: 2, type: TokenType.smallString, value: "fuzzer" },
  ],
});

export interface Talk {
  /** Of requests, in the order in which they were answered. */
  readonly statuses: readonly number[];
  readonly isClosed: boolean;
  readonly fault: string | undefined;
}

class PipeSocket extends Duplex {
  readonly remoteAddress = "127.0.0.1";
  readonly written: Buffer[] = [];
  override _read(): void {}
  override _write(bytes: Buffer, _: string, done: () => void): void {
    this.written.push(bytes);
    done();
  }
}

export class FrameTarget {
  readonly #target: FuzzTarget;
  readonly #held = new HeldBytes({ now: () => performance.now() });

  constructor(target: FuzzTarget) {
    this.#target = target;
  }

  /** Sends the frames over one connection, cut into pieces by chance, and waits until the server has done with them. */
  async talk(frames: readonly Buffer[], random: () => number): Promise<Talk> {
    const socket = new PipeSocket();
    let underWay = 0;
    const connection = new DirectConnection(socket as unknown as Socket, {
      serve: async (request) => {
        underWay++;
        try {
          return await this.#target.serve(request);
        } finally {
          underWay--;
        }
      },
      memory: (cut) => new ExchangeMemory({ held: this.#held, heap: PROCESS_SCHEDULER.heap }, cut),
      nowMs: () => Date.now(),
      limits: DIRECT_LIMITS,
    });
    const bytes = Buffer.concat([HELLO, ...frames]);
    for (let at = 0; at < bytes.length && !socket.destroyed; ) {
      const end = at + 1 + integerBelow(random, bytes.length);
      socket.push(bytes.subarray(at, end));
      at = end;
    }
    const startMs = performance.now();
    const isLate = () => performance.now() - startMs > WAIT_MS_MAX;
    for (let quiet = 0; quiet < 3 && !isLate(); ) {
      await new Promise(setImmediate);
      const isIdle = underWay === 0 && (socket.destroyed || socket.readableLength === 0);
      quiet = isIdle ? quiet + 1 : 0;
    }
    const isClosed = socket.destroyed;
    const { statuses, fault } = readAnswers(socket.written);
    connection.close();
    socket.destroy();
    await new Promise(setImmediate);
    const leak = this.#held.bytes === 0 ? undefined : `${this.#held.bytes} bytes stay counted`;
    const late = isLate() ? `${underWay} requests have no end` : undefined;
    return { statuses, isClosed, fault: this.#target.takeError() ?? fault ?? late ?? leak };
  }
}

function readAnswers(written: readonly Buffer[]): { statuses: number[]; fault: string | undefined } {
  const reader = new FrameReader(DIRECT_LIMITS, PAYLOAD_PRESENT);
  const statuses: number[] = [];
  let fault: string | undefined;
  // The first answer is that to the introduction, whose tokens mean something else.
  const [, ...answers] = written;
  for (const bytes of answers) reader.push(bytes);
  for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
    statuses.push(frame.code);
    fault ??= faultOf(frame.code, frame.payload?.toString() ?? "");
  }
  return { statuses, fault: fault ?? (reader.isWithinFrame ? "an answer is cut off" : undefined) };
}

function faultOf(status: number, text: string): string | undefined {
  if (status >= 500) return `${status}: ${text}`;
  if (status < 400 || text.startsWith('{"Errors":[') || text.startsWith('{"code":')) return undefined;
  // A batch of rows tells of its failures in them.
  return text.startsWith("\ufffd") ? undefined : `${status} without an error's body: ${text.slice(0, 200)}`;
}
