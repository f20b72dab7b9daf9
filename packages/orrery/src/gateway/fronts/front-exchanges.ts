/** The engine's side of one front: its requests are answered as those of a client in this process are. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import type { Access } from "../auth/access.ts";
import type { Credentials } from "../auth/credentials.ts";
import type { ExchangeMemory } from "../exchange/exchange-memory.ts";
import { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { bodyTooLarge, clientGone } from "../exchange/read-body.ts";
import { type Frame, FrameChannel } from "../relay/frame-channel.ts";
import { answerText, type BodyPlace, FromFront, readRequestText, ToFront } from "./exchange-frames.ts";

export interface ServedGateway {
  /** Never rejects. */
  serve(request: GatewayRequest, access?: Access): Promise<GatewayResponse>;
  /** For one exchange, which `cut` ends. */
  memory(cut: () => void, whenOver: (go: () => void) => void): ExchangeMemory;
}

/** Of a class, and read without copies of its head: objects that are spread from others make whoever uses them slower too. */
class FrontExchange {
  /** The client is gone, or has its answer. */
  isOver = false;
  isAnswered = false;
  /** Lets go of what is held for it; undefined: nothing is. */
  letGo: (() => void) | undefined;
  /** Of a body that was asked for. */
  body: { resolve(body: Buffer): void; reject(error: Error): void } | undefined;
}

export class FrontExchanges {
  readonly #gateway: ServedGateway;
  readonly #credentials: Credentials;
  readonly #channel: FrameChannel;
  readonly #exchanges = new Map<number, FrontExchange>();

  constructor(front: Socket, gateway: ServedGateway, credentials: Credentials) {
    this.#gateway = gateway;
    this.#credentials = credentials;
    this.#channel = new FrameChannel(front, (frame) => this.#take(frame));
    front.on("error", () => front.destroy());
    // With the front, its clients have lost their connections.
    front.on("close", () => {
      for (const id of this.#exchanges.keys()) this.#end(id);
    });
  }

  #take({ kind, id, text, bytes }: Frame): void {
    if (kind === FromFront.request) this.#serve(id, text, bytes);
    else if (kind === FromFront.over) this.#end(id);
    else if (kind === FromFront.body) this.#exchanges.get(id)?.body?.resolve(bytes);
    else this.#exchanges.get(id)?.body?.reject(text === "tooLarge" ? bodyTooLarge() : clientGone());
  }

  #serve(id: number, text: string, bytes: Buffer): void {
    const head = readRequestText(text);
    const exchange = new FrontExchange();
    this.#exchanges.set(id, exchange);
    const request = new GatewayRequest({
      method: head.method,
      target: head.target,
      headers: head.headers,
      secure: head.secure,
      host: head.host,
      clientAddress: head.clientAddress,
      readBody: () => (head.body === "here" ? bytes : this.#laterBody(id, exchange, head.body)),
      isGone: () => exchange.isOver,
      origin: head.clientAddress,
      memory: this.#gateway.memory(
        () => this.#channel.send(ToFront.cut, id),
        (go) => {
          if (exchange.isOver) go();
          else exchange.letGo = go;
        },
      ),
    });
    // Of keys that were changed just now, the front has not heard yet.
    const access = head.keysVersion === this.#credentials.version ? head.access : undefined;
    void this.#gateway
      .serve(request, access)
      .then((answer) => this.#answer(id, exchange, head.method === "HEAD", answer));
  }

  async #laterBody(id: number, exchange: FrontExchange, place: BodyPlace): Promise<Buffer> {
    if (place === "gone" || exchange.isOver) throw clientGone();
    return new Promise((resolve, reject) => {
      exchange.body = { resolve, reject };
      this.#channel.send(ToFront.wantBody, id);
    });
  }

  #answer(id: number, exchange: FrontExchange, isBare: boolean, answer: GatewayResponse): void {
    // Only nodes answer in pieces, and they have no fronts.
    assert(answer.pieces === undefined);
    exchange.isAnswered = true;
    const isAwaited = exchange.letGo !== undefined && !exchange.isOver;
    if (!isAwaited) this.#exchanges.delete(id);
    const body = isBare || exchange.isOver ? undefined : answer.body;
    this.#channel.send(ToFront.answer, id, answerText(answer, isAwaited), body);
  }

  #end(id: number): void {
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    exchange.isOver = true;
    exchange.letGo?.();
    exchange.body?.reject(clientGone());
    if (exchange.isAnswered) this.#exchanges.delete(id);
  }
}
