/** The end of a relay that answers: the requests of others are served as those of this process's clients. */
import assert from "node:assert/strict";
import type { Access } from "../auth/access.ts";
import type { ExchangeMemory } from "../exchange/exchange-memory.ts";
import { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { BODY_BYTES_MAX, bodyTooLarge, clientGone } from "../exchange/read-body.ts";
import { ChunkReader, ChunkSender } from "./chunked-body.ts";
import type { Frame, FrameChannel } from "./frame-channel.ts";
import { RELAY_LIMITS, RelayFrame, type RelayTerms, readRequestText, responseText } from "./relay-frames.ts";

export interface RelayedGateway {
  /** Never rejects. Without `access` it looks at the signature itself. */
  serve(request: GatewayRequest, access?: Access): Promise<GatewayResponse>;
  /** For one exchange, which `cut` ends. */
  memory(cut: () => void, whenOver: (go: () => void) => void): ExchangeMemory;
}

interface RelayServerOptions {
  readonly gateway: RelayedGateway;
  /** How far the caller is believed. */
  readonly accessOf: (terms: Required<RelayTerms>) => Access | undefined;
  /** The body of a larger response goes in chunks. */
  readonly wholeBytesMax: number;
}

/** Of a class, and read without copies of its head: objects that are spread from others make their users slower too. */
class ServedExchange {
  /** The client is gone, or has its response. */
  isOver = false;
  isAnswered = false;
  /** Lets go of the memory that is held for it; undefined: none is. */
  letGo: (() => void) | undefined;
  /** Of the request, while it comes in chunks. */
  body: ChunkReader | undefined;
  /** Of the response, if that goes in chunks. */
  sender: ChunkSender | undefined;
}

export class RelayServer {
  readonly #channel: FrameChannel;
  readonly #options: RelayServerOptions;
  readonly #exchanges = new Map<number, ServedExchange>();

  constructor(channel: FrameChannel, options: RelayServerOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  take(frame: Frame): void {
    if (frame.kind === RelayFrame.request) this.#serve(frame);
    else if (frame.kind === RelayFrame.end) this.#end(frame.id);
    else {
      const exchange = this.#exchanges.get(frame.id);
      // It may be over.
      if (exchange !== undefined) this.#goOn(frame, exchange);
    }
  }

  /** The connection is gone, and the clients behind it with it. */
  close(): void {
    for (const id of this.#exchanges.keys()) this.#end(id);
  }

  #goOn({ kind, text, bytes }: Frame, exchange: ServedExchange): void {
    switch (kind) {
      case RelayFrame.chunk:
      case RelayFrame.lastChunk:
        this.#takeChunk(exchange, bytes, kind === RelayFrame.lastChunk);
        break;
      case RelayFrame.bodyFailed:
        exchange.body?.fail(text === "tooLarge" ? bodyTooLarge() : clientGone());
        break;
      case RelayFrame.credit:
        exchange.sender?.addCredit(Number(text));
        break;
      default:
        this.#channel.destroy();
    }
  }

  #takeChunk({ body }: ServedExchange, bytes: Buffer, isLast: boolean): void {
    if (body === undefined) return;
    if (body.receivedBytes + bytes.length > BODY_BYTES_MAX) this.#channel.destroy();
    else body.push(bytes, isLast);
  }

  #serve({ id, text, bytes }: Frame): void {
    if (this.#exchanges.has(id)) {
      this.#channel.destroy();
      return;
    }
    const { gateway, accessOf } = this.#options;
    const exchange = new ServedExchange();
    this.#exchanges.set(id, exchange);
    const head = readRequestText(text);
    const request = new GatewayRequest({
      method: head.method,
      target: head.target,
      headers: head.headers,
      secure: head.secure,
      host: head.host,
      clientAddress: head.clientAddress,
      readBody: async () => {
        if (head.bodyPlace === "here") return bytes;
        if (head.bodyPlace === "gone" || exchange.isOver) throw clientGone();
        return this.#laterBody(id, exchange);
      },
      isGone: () => exchange.isOver,
      memory: gateway.memory(
        () => this.#cut(id),
        (go) => {
          if (exchange.isOver) go();
          else exchange.letGo = go;
        },
      ),
      forwardedAim: head.aim,
    });
    void gateway.serve(request, accessOf(head)).then((response) => this.#answer(id, exchange, response));
  }

  async #laterBody(id: number, exchange: ServedExchange): Promise<Buffer> {
    const body = new ChunkReader(this.#channel, id);
    exchange.body = body;
    body.addCredit(RELAY_LIMITS.windowBytes);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    exchange.body = undefined;
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  #answer(id: number, exchange: ServedExchange, response: GatewayResponse): void {
    // What another node answers is passed on by the node that has the client, and by no other.
    assert(response.pieces === undefined);
    exchange.isAnswered = true;
    const body = exchange.isOver || response.isCut ? undefined : response.body;
    const isChunked = body !== undefined && body.length > this.#options.wholeBytesMax;
    const isAwaited = !exchange.isOver && (exchange.letGo !== undefined || isChunked);
    if (!isAwaited) this.#exchanges.delete(id);
    const head = responseText(response, isAwaited, isChunked ? body.length : undefined);
    this.#channel.send(RelayFrame.response, id, head, isChunked ? undefined : body);
    if (isChunked) exchange.sender = new ChunkSender(this.#channel, id, body, RELAY_LIMITS.windowBytes);
  }

  #end(id: number): void {
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    exchange.isOver = true;
    exchange.letGo?.();
    exchange.body?.fail(clientGone());
    if (exchange.isAnswered) this.#exchanges.delete(id);
  }

  /** This process needs the memory. */
  #cut(id: number): void {
    this.#channel.send(RelayFrame.cut, id);
    this.#end(id);
  }
}
