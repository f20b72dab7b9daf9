/**
 * One connection in direct mode. Client and server introduce themselves; then requests come as they like, and each is
 * answered when it is done: the client knows them by their transport request id. What a client may have under way is
 * bounded by not reading on.
 */
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { GATEWAY_VERSION } from "../../wire/headers.ts";
import { PRODUCT } from "../../wire/product.ts";
import { CONTEXT_CODE, encodeFrame, type Frame } from "../../wire/rntbd/frame.ts";
import { FrameReader } from "../../wire/rntbd/frame-reader.ts";
import { transportRequestIdOf } from "../../wire/rntbd/read-request.ts";
import { ContextRequestToken, RequestToken } from "../../wire/rntbd/request-tokens.ts";
import { malformed, TokenType } from "../../wire/rntbd/tokens.ts";
import { ContextResponseToken, writeResponse } from "../../wire/rntbd/write-response.ts";
import type { ExchangeMemory } from "../exchange/exchange-memory.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { failureResponse, type GatewayResponse } from "../exchange/gateway-response.ts";
import type { DirectLimits } from "./direct-limits.ts";
import { directRequest, type Introduction } from "./direct-request.ts";

const PROTOCOL_VERSION = 1;

export interface DirectConnectionOptions {
  /** Never rejects. */
  readonly serve: (request: GatewayRequest) => Promise<GatewayResponse>;
  /** For one exchange, which the function ends. */
  readonly memory: (cut: () => void) => ExchangeMemory;
  readonly nowMs: () => number;
  readonly limits: DirectLimits;
}

export class DirectConnection {
  readonly #socket: Socket;
  readonly #options: DirectConnectionOptions;
  readonly #reader: FrameReader;
  readonly #openedAt = performance.now();
  #client: Introduction | undefined;
  #isAuthenticated = false;
  #isClosing = false;
  #requests = 0;
  /** Of payloads under way and of answers that have not gone out. */
  #bytesUnderWay = 0;
  readonly #answers: { readonly bytes: Buffer; readonly taken: () => void }[] = [];
  /** Of the requests under way and the answers that have not gone out. */
  readonly #memories = new Set<ExchangeMemory>();
  #lastAnswerAt = this.#openedAt;
  #frameSince: number | undefined;
  #untakenSince: number | undefined;

  constructor(socket: Socket, options: DirectConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#reader = new FrameReader(options.limits, RequestToken.payloadPresent);
    socket.on("data", (piece: Buffer) => {
      this.#reader.push(piece);
      this.#readOn();
    });
    socket.on("close", () => {
      for (const memory of this.#memories) memory.end();
    });
    // Who says no more does not want to hear more either.
    socket.on("end", () => socket.destroy());
  }

  /** Lets what is under way end, and closes. */
  close(): void {
    this.#isClosing = true;
    this.#socket.pause();
    this.#endIfDone();
  }

  /** Closes the connection if the client owes something for too long. */
  checkTimeouts(nowMs: number = performance.now()): void {
    const { limits } = this.#options;
    const isOver = (since: number | undefined, timeoutMs: number) =>
      since !== undefined && nowMs - since > timeoutMs;
    const idleSince = this.#requests === 0 ? this.#lastAnswerAt : undefined;
    if (
      isOver(this.#isAuthenticated ? undefined : this.#openedAt, limits.unauthenticatedTimeoutMs) ||
      isOver(this.#frameSince, limits.frameTimeoutMs) ||
      isOver(this.#untakenSince, limits.answerTimeoutMs) ||
      isOver(idleSince, limits.idleTimeoutMs)
    )
      this.#socket.destroy();
  }

  get #isFull(): boolean {
    const { requestsMax, bytesUnderWayMax } = this.#options.limits;
    return this.#requests >= requestsMax || this.#bytesUnderWay > bytesUnderWayMax;
  }

  #readOn(): void {
    try {
      while (!this.#isFull && !this.#isClosing && !this.#socket.destroyed) {
        const frame = this.#reader.next();
        if (frame === undefined) break;
        this.#take(frame);
      }
    } catch {
      // Not a frame: there is no telling where the next one would begin.
      this.#socket.destroy();
      return;
    }
    this.#pace();
  }

  #pace(): void {
    if (this.#isClosing) return;
    if (this.#isFull) {
      this.#frameSince = undefined;
      this.#socket.pause();
      return;
    }
    this.#frameSince = this.#reader.isWithinFrame ? (this.#frameSince ?? performance.now()) : undefined;
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  #take(frame: Frame): void {
    this.#frameSince = undefined;
    if (this.#client === undefined) this.#introduce(frame);
    else if (frame.code === CONTEXT_CODE) throw malformed("the client introduces itself again");
    else void this.#answer(frame, this.#client);
  }

  #introduce({ code, activityId, tokens }: Frame): void {
    if (code !== CONTEXT_CODE) throw malformed("the client has not introduced itself");
    const text = (id: number) => String(tokens.get(id) ?? "");
    const isKnown = tokens.get(ContextRequestToken.protocolVersion) === PROTOCOL_VERSION;
    this.#write(contextResponse(isKnown ? 200 : 400, activityId, this.#options.limits));
    if (!isKnown) {
      this.close();
      return;
    }
    this.#client = {
      userAgent: text(ContextRequestToken.userAgent),
      clientVersion: text(ContextRequestToken.clientVersion),
    };
  }

  async #answer(frame: Frame, client: Introduction): Promise<void> {
    const bytes = frame.payload instanceof Buffer ? frame.payload.length : 0;
    this.#requests++;
    this.#bytesUnderWay += bytes;
    const memory = this.#options.memory(() => this.#socket.destroy());
    this.#memories.add(memory);
    const { status, headers, body, isCut } = await this.#serve(frame, client, memory);
    if (isCut) this.#socket.destroy();
    this.#requests--;
    this.#bytesUnderWay -= bytes;
    this.#lastAnswerAt = performance.now();
    if (status !== 401) this.#isAuthenticated = true;
    if (this.#socket.destroyed) return;
    const { activityId } = frame;
    const transportRequestId = transportRequestIdOf(frame);
    this.#write(writeResponse({ status, headers, body, activityId, transportRequestId }), () => {
      this.#memories.delete(memory);
      memory.end();
    });
    this.#readOn();
  }

  async #serve(frame: Frame, client: Introduction, memory: ExchangeMemory): Promise<GatewayResponse> {
    const { serve, nowMs } = this.#options;
    try {
      const request = directRequest(frame, client, {
        clientAddress: this.#socket.remoteAddress,
        isGone: () => this.#socket.destroyed,
        memory,
      });
      const answer = await serve(request);
      if (answer.isCut) return answer;
      const { status, headers, body } = answer;
      const hasBody = body !== undefined && request.method !== "HEAD" && status !== 204 && status !== 304;
      return hasBody ? { status, headers, body } : { status, headers };
    } catch (error) {
      return failureResponse(error, frame.activityId, nowMs(), { isDirect: true });
    }
  }

  #write(bytes: Buffer, taken = () => {}): void {
    this.#answers.push({ bytes, taken });
    this.#bytesUnderWay += bytes.length;
    if (this.#answers.length === 1) this.#writeNext();
  }

  /**
   * One answer at a time, so that each begins a TLS record of its own. The Java client loses answers that come together
   * in one: it moves the second over the first in memory before it has read that.
   */
  #writeNext(): void {
    const [answer] = this.#answers;
    this.#untakenSince = answer === undefined ? undefined : performance.now();
    if (answer === undefined) {
      this.#endIfDone();
      return;
    }
    this.#socket.write(answer.bytes, () => {
      this.#answers.shift();
      this.#bytesUnderWay -= answer.bytes.length;
      answer.taken();
      this.#writeNext();
      this.#readOn();
    });
  }

  #endIfDone(): void {
    const isDone = this.#requests === 0 && this.#answers.length === 0;
    if (this.#isClosing && isDone) this.#socket.end(() => this.#socket.destroy());
  }
}

function contextResponse(status: number, activityId: string, limits: DirectLimits): Buffer {
  const seconds = (id: number, ms: number) => ({
    id,
    type: TokenType.ulong,
    value: Math.ceil(ms / 1000),
  });
  const text = (id: number, value: string) => ({ id, type: TokenType.smallString, value });
  const refusal = `{"code":"BadRequest","message":"The protocol version must be ${PROTOCOL_VERSION}."}`;
  return encodeFrame({
    code: status,
    activityId,
    tokens: [
      { id: ContextResponseToken.protocolVersion, type: TokenType.ulong, value: PROTOCOL_VERSION },
      text(ContextResponseToken.serverAgent, PRODUCT),
      text(ContextResponseToken.serverVersion, GATEWAY_VERSION),
      seconds(ContextResponseToken.idleTimeoutInSeconds, limits.idleTimeoutMs),
      seconds(ContextResponseToken.unauthenticatedTimeoutInSeconds, limits.unauthenticatedTimeoutMs),
    ],
    payload: status === 200 ? undefined : Buffer.from(refusal),
  });
}
