/**
 * What a front does: it reads a request from its client, finds out whether its signature is good, and hands it to the engine's
 * process; it writes out the answer. It refuses nothing itself: a request that it could not make anything of goes on as it is,
 * so that all refusals, figures and lines of the log are made in one place.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { heldLimits } from "../../schedule/held-bytes.ts";
import { Failure } from "../../value/failure.ts";
import { AccountKeys, type AccountKeyTexts, authenticate } from "../auth/authenticate.ts";
import { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { Http2Code } from "../listener/http2-codes.ts";
import { requestOfStream, writeToStream } from "../listener/http2-exchange.ts";
import type { PlainExchange } from "../listener/plain-lane.ts";
import { writeResponse } from "../listener/write-response.ts";
import { type Frame, FrameChannel } from "../relay/frame-channel.ts";
import {
  type BodyPlace,
  FromFront,
  type RequestHead,
  readAnswer,
  requestText,
  ToFront,
} from "./exchange-frames.ts";

interface Exchange {
  readonly request: GatewayRequest;
  write(answer: GatewayResponse): void;
  /** Ends the exchange with the client at once. */
  cut(): void;
  /** The client is gone, or has its answer. */
  isOver: boolean;
  isAnswered: boolean;
}

type Proof = Pick<RequestHead, "access" | "keysVersion">;

export class Front {
  readonly #channel: FrameChannel;
  readonly #exchanges = new Map<number, Exchange>();
  #lastId = 0;
  /** Undefined until the engine has told them. */
  #keys: AccountKeys | undefined;
  #keysVersion = 0;

  constructor(engine: Socket) {
    this.#channel = new FrameChannel(engine, (frame) => this.#take(frame));
  }

  replaceKeys(keys: AccountKeyTexts, version: number): void {
    this.#keys = new AccountKeys(keys);
    this.#keysVersion = version;
  }

  /** The handler of requests that were read whole from their connection. */
  readonly handlePlain = (plain: PlainExchange): void => {
    const request = GatewayRequest.ofPlain(plain);
    const id = this.#begin({
      request,
      write: (answer) => plain.answer(answer),
      cut: () => plain.socket.destroy(),
      isOver: false,
      isAnswered: false,
    });
    plain.whenOver(() => this.#end(id));
    this.#send(id, request, this.#prove(request), "here", plain.body);
  };

  /** The handler of an HTTP server. */
  readonly handle = (message: IncomingMessage, response: ServerResponse): void => {
    const id = this.#begin({
      request: GatewayRequest.of(message),
      write: (answer) => writeResponse(response, answer),
      cut: () => message.socket.destroy(),
      isOver: false,
      isAnswered: false,
    });
    response.once("close", () => this.#end(id));
    const { "content-length": length, "transfer-encoding": coding } = message.headers;
    this.#receive(id, length !== undefined || coding !== undefined);
  };

  /** The handler of HTTP/2 streams. Resolves when the engine has done its work. */
  readonly handleStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> =>
    new Promise((resolve) => {
      const id = this.#begin({
        request: requestOfStream(stream, headers),
        write: (answer) => {
          writeToStream(stream, answer);
          resolve();
        },
        cut: () => stream.close(Http2Code.cancel),
        isOver: false,
        isAnswered: false,
      });
      stream.once("close", () => this.#end(id));
      this.#receive(id, !stream.endAfterHeaders);
    });

  #begin(exchange: Exchange): number {
    const id = (this.#lastId = (this.#lastId + 1) >>> 0);
    this.#exchanges.set(id, exchange);
    return id;
  }

  /** Sends the request on: with its body if that is small, without it if it is large. */
  #receive(id: number, hasBody: boolean): void {
    const { request } = this.#exchanges.get(id)!;
    const proof = this.#prove(request);
    const bytes = hasBody ? Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) : 0;
    if (bytes === 0) this.#send(id, request, proof, "here");
    else if (bytes >= heldLimits().countedFromBytes) this.#send(id, request, proof, "later");
    else {
      request.body().then(
        (body) => this.#send(id, request, proof, "here", body),
        () => this.#send(id, request, proof, "gone"),
      );
    }
  }

  #end(id: number): void {
    const exchange = this.#exchanges.get(id);
    // Of an answer that nobody waits for.
    if (exchange === undefined) return;
    exchange.isOver = true;
    this.#channel.send(FromFront.over, id);
    if (exchange.isAnswered) this.#exchanges.delete(id);
  }

  #send(id: number, request: GatewayRequest, proof: Proof, place: BodyPlace, body?: Buffer): void {
    const { method, target, secure, host, clientAddress, headers } = request;
    const { access, keysVersion } = proof;
    const text = requestText({
      method,
      target,
      secure,
      host,
      clientAddress,
      access,
      keysVersion,
      body: place,
      headers,
    });
    this.#channel.send(FromFront.request, id, text, body);
  }

  /** What its signature allows by the keys of now; undefined: nothing, which the engine will say. */
  #prove(request: GatewayRequest): Proof {
    const keysVersion = this.#keysVersion;
    try {
      return { access: this.#keys && authenticate(request, this.#keys, Date.now()), keysVersion };
    } catch {
      return { access: undefined, keysVersion };
    }
  }

  #take({ kind, id, text, bytes }: Frame): void {
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    if (kind === ToFront.answer) this.#answer(id, exchange, text, bytes);
    else if (kind === ToFront.wantBody) this.#sendBody(id, exchange.request);
    else exchange.cut();
  }

  #answer(id: number, exchange: Exchange, text: string, body: Buffer): void {
    const { isAwaited, answer } = readAnswer(text, body);
    exchange.isAnswered = true;
    if (exchange.isOver || !isAwaited) this.#exchanges.delete(id);
    exchange.write(answer);
  }

  #sendBody(id: number, request: GatewayRequest): void {
    request.body().then(
      (body) => this.#channel.send(FromFront.body, id, "", body),
      (error: unknown) =>
        this.#channel.send(FromFront.bodyFailed, id, error instanceof Failure ? error.code : ""),
    );
  }
}
